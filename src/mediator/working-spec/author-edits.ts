import { changesBetween } from "../../documents/changes/changes-between.ts";
import { diffLineLists } from "../../documents/changes/line-diff.ts";
import { rebase } from "../../documents/changes/rebase.ts";
import { replaySteps } from "../../documents/changes/replay.ts";
import type { ChangeBatch, Spec } from "../../model/change.ts";
import type { SessionEvent } from "../../model/events.ts";
import { plural } from "../../model/plural.ts";
import { withHandEdit } from "../evolve/evolve-spec.ts";
import { decide } from "../ledger-events.ts";
import { currentRound } from "../queries.ts";
import type { State } from "../state.ts";

/** The author edited their files: the source, or the working spec written there, whichever is nearer (SPEC 12). */
export function authorEvents(state: State, newest: Spec): SessionEvent[] {
  const edited = editedText(state, newest);
  if (edited === state.spec.source) return mergeEvents(state, newest);
  return [...handEditEvents(state, edited, newest), { type: "source_read", source: newest }];
}

/** The text that the author edited: their own, or the working spec that was written into their files. */
export function editedText({ spec: { source, read } }: State, newest: Spec): Spec {
  return read === undefined || linesBetween(source, newest) < linesBetween(read, newest) ? source : read;
}

function linesBetween(before: Spec, after: Spec): number {
  const linesOf = (spec: Spec, path: string) => spec.find((file) => file.path === path)?.text.split("\n") ?? [];
  const differences = after.flatMap(({ path }) => diffLineLists(linesOf(before, path), linesOf(after, path)));
  return differences.reduce((all, { before: old, after: now }) => all + old.to - old.from + now.to - now.from, 0);
}

/** Replays the accepted changes on the author's newest text (SPEC 12). No events if it is unchanged. */
export function mergeEvents(state: State, newest: Spec): SessionEvent[] {
  const { source, batches, overlaps: open } = state.spec;
  if (isSameSpec(source, newest)) return [];
  const rebased = rebase(source, newest, batches);
  const textIn = (spec: Spec, path: string) => spec.find((file) => file.path === path)?.text;
  const paths = [...new Set([...newest, ...source].map(({ path }) => path))];
  const names = paths.filter((path) => textIn(source, path) !== textIn(newest, path)).join(", ");
  const overlaps = [...open, ...rebased.overlaps];
  const count = plural(overlaps.length, "change touches", "changes touch");
  const asked = overlaps.length === 0 ? "" : `; ${count} the same words, so you will be asked which to keep`;
  const message = `${names}: merged your edits${asked}`;
  return [{ type: "source_merged", source: newest, batches: rebased.batches, overlaps, message }];
}

export function isSameSpec(a: Spec, b: Spec): boolean {
  return a.length === b.length && a.every(({ path, text }, at) => b[at]?.path === path && b[at]?.text === text);
}

/** What the User changed by hand in the text `shown`, as changes with a decision (SPEC 12). */
export function handEditEvents(state: State, shown: Spec, found: Spec): SessionEvent[] {
  const changes = changesBetween(shown, found);
  if (changes.length === 0) return [];
  const title = "Edited by hand in the working spec";
  const words = changes.map(({ new: text }) => text).join("\n");
  const decision = decide(state, { type: "edit", title, decision: words });
  const edit: ChangeBatch = { round: currentRound(state), sets: [{ decision: decision.decision.id, changes }] };
  const { source, batches, overlaps } = withHandEdit(state.spec, shown, edit);
  const isWhole = overlaps.length === state.spec.overlaps.length;
  if (isWhole) return [decision, { type: "changes_accepted", batch: batches.at(-1) ?? edit }];
  const message = `your edit ${decision.decision.id} of the working spec touches words that have changed since`;
  return [decision, { type: "source_merged", source, batches, overlaps, message }];
}

/** The texts that the working spec has had, the newest first: the User edited one of them. */
export function* earlierTexts({ spec: { source, batches, text, read } }: State): Generator<Spec, void, void> {
  yield text;
  if (read) yield read;
  for (const step of replaySteps(source, batches).toReversed()) yield step.before;
}
