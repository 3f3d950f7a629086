import { changesBetween } from "../../documents/changes/changes-between.ts";
import { rebase } from "../../documents/changes/rebase.ts";
import { replaySteps } from "../../documents/changes/replay.ts";
import type { ChangeBatch, Spec } from "../../model/change.ts";
import type { SessionEvent } from "../../model/events.ts";
import { decide } from "../decide.ts";
import { currentRound } from "../queries.ts";
import type { State } from "../state.ts";

/** What the User changed by hand in the text that was `shown`: edits under a decision id (SPEC 12). */
export function handEditEvents(state: State, shown: Spec, found: Spec, now: string): SessionEvent[] {
  const changes = changesBetween(shown, found);
  if (changes.length === 0) return [];
  const title = "Edited by hand in the working spec";
  const words = changes.map(({ new: text }) => text).join("\n");
  const decision = decide(state, now, { type: "edit", title, decision: words });
  const own: ChangeBatch = { round: currentRound(state), sets: [{ decision: decision.decision.id, changes }] };
  const { source, batches, overlaps: open } = state.spec;
  const rebased = rebase(shown, state.spec.text, [own]);
  const overlaps = rebased.overlaps.map((overlap) => ({ ...overlap, batch: batches.length }));
  const [batch = own] = rebased.batches;
  if (overlaps.length === 0) return [decision, { type: "changes_accepted", batch }];
  const message = `your edit ${decision.decision.id} of the working spec touches words that changed meanwhile`;
  const merged = { source, batches: [...batches, batch], overlaps: [...open, ...overlaps], message };
  return [decision, { type: "source_merged", ...merged }];
}

/** Texts that the working spec had, the newest first: one of them is what the User saw when they edited it. */
export function* earlierTexts({ spec: { source, batches, text } }: State): Generator<Spec, void, void> {
  yield text;
  for (const step of replaySteps(source, batches).toReversed()) yield step.before;
}
