import { checkEach } from "../../checks/check.ts";
import { applyBatch } from "../../documents/changes/apply-changes.ts";
import { changesBetween } from "../../documents/changes/changes-between.ts";
import { findQuotation } from "../../documents/changes/occurs.ts";
import { resolveOverlap } from "../../documents/changes/rebase.ts";
import { replay } from "../../documents/changes/replay.ts";
import type { MergeOverlap } from "../../model/change.ts";
import { defined } from "../../model/defined.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { Gap } from "../../model/gap.ts";
import type { GapId } from "../../model/ids.ts";
import { withHead, wordsOf } from "../../model/passage-answer.ts";
import type { Question } from "../../model/question.ts";
import { ask, type Effect, record } from "../effect.ts";
import { withoutGap } from "../evolve/evolve-spec.ts";
import { decide, reopenDone } from "../ledger-events.ts";
import { type Answered, field, makeQuestion, option } from "../make-question.ts";
import { currentRound, isInSpec } from "../queries.ts";
import type { State, UnclaimedEdit } from "../state.ts";
import { handEditEvents } from "./author-edits.ts";
import { changeText } from "./change-text.ts";

/** The author and an accepted change touched the same words: the User chooses between them (SPEC 12). */
export function overlapQuestion(state: State): Question | undefined {
  const [overlap] = state.spec.overlaps;
  if (!overlap) return undefined;
  const gap = gapOf(state, overlap);
  const { mine, change } = versionsOf(overlap, gap);
  const other = gap === undefined ? "The text as it is now" : `The change of ${gap}`;
  return makeQuestion(state, {
    kind: "merge-overlap",
    text: `You edited words in ${overlap.file} that ${gap ?? "another change"} also changed. Which text do you want to keep?`,
    evidence: [
      { title: "Before both changes", body: overlap.base },
      { title: "Your edit", body: mine },
      { title: other, body: change },
    ],
    options: [
      option("mine", "My edit", "Your words stay as you wrote them.", "The other change of these words is dropped."),
      option("change", other, "It replaces your edit.", "Your edit of these words is dropped."),
      option("own", "Other words", "You write the text yourself.", "Your text replaces both.", "text"),
    ],
    fields: [field("text", "The text", { long: true, initial: mine })],
    about: gap === undefined ? [] : [gap],
  });
}

/** A change without a gap is an edit by hand: then `ours` is the User's text, and `theirs` the present one. */
function versionsOf({ ours, theirs }: MergeOverlap, gap: GapId | undefined) {
  return gap === undefined ? { mine: ours, change: theirs } : { mine: theirs, change: ours };
}

export function applyOverlap(state: State, answered: Answered): SessionEvent[] {
  const [overlap] = state.spec.overlaps;
  if (!overlap) return [];
  const gap = gapOf(state, overlap);
  const versions = versionsOf(overlap, gap);
  const own = withHead(versions.mine, wordsOf(answered.answer, "text"));
  const words = { ...versions, own }[answered.choice] ?? "";
  const gaps = gap === undefined ? [] : [gap];
  const title = `Which text to keep in ${overlap.file}`;
  const decision = decide(state, { type: "merge", title, gaps, decision: words });
  const author = { ...defined({ gap }), decision: decision.decision.id };
  const batch = resolveOverlap(overlap, words)
    .map((change) => ({ round: currentRound(state), sets: [{ ...author, changes: [change] }] }))
    .find((candidate) => applyBatch(state.spec.text, candidate).ok);
  const settled: SessionEvent[] = [{ type: "overlap_settled", overlap }, decision];
  // The present text stays. It settles the gap unless the checks find something open in it (SPEC 3.2).
  if (words === overlap.theirs) {
    const why = "you kept your own words, which leave something open";
    return leavesOpen(state, overlap) ? [...settled, ...gaps.flatMap((id) => reopenDone(state, id, why))] : settled;
  }
  if (batch !== undefined) return [...settled, { type: "changes_accepted", batch }];
  // Nothing of the gap's changes may be left in the spec (SPEC 3.2).
  const removed = gaps.filter((id) => !isInSpec(state, id));
  return [...settled, ...removed.flatMap((id) => reopenDone(state, id, "a merge removed all of its changes"))];
}

function leavesOpen({ spec, config }: State, { file, theirs }: MergeOverlap): boolean {
  const files = spec.text.filter(({ path }) => path === file);
  const { line: first = 0, endLine = 0 } = findQuotation(files, theirs) ?? {};
  const found = files.flatMap(({ text }) => checkEach(text, { rules: config.checks }));
  return found.some(({ line }) => first <= line && line <= endLine);
}

function gapOf(state: State, { batch, set }: MergeOverlap) {
  return state.spec.batches[batch]?.sets[set]?.gap;
}

/** An edit saved while programs ran: accepted, or asked about if a program may have made it. */
export function unclaimedEffect(state: State): Effect | undefined {
  const [edit] = state.spec.unclaimed ?? [];
  if (edit === undefined) return undefined;
  return edit.own ? record(...acceptEdit(state, edit)) : ask(ownEditQuestion(state, edit));
}

function acceptEdit(state: State, { shown, found }: UnclaimedEdit): SessionEvent[] {
  return [{ type: "edit_settled", mine: true }, ...handEditEvents(state, shown, found)];
}

function ownEditQuestion(state: State, { run, path, shown, found, aside }: UnclaimedEdit): Question {
  const changes = changesBetween(shown, found);
  const left = `What was written stays in ${aside}.`;
  return makeQuestion(state, {
    kind: "own-edit",
    text: `${path} in the session folder was changed while ${run} ran, a program that can write there too. Was it you?`,
    evidence: changes.flatMap(({ old, new: text }) => [
      { title: "Before", body: old },
      { title: "After", body: text },
    ]),
    options: [
      option("mine", "It was me", "It becomes a change of your own.", "It goes into the spec, with a decision."),
      option("program", "It was not me", `The spec stays as it is. ${left}`, "It is listed as a permission violation."),
    ],
  });
}

export function applyOwnEdit(state: State, { choice }: Answered): SessionEvent[] {
  const [edit] = state.spec.unclaimed ?? [];
  if (edit === undefined) return [];
  if (choice === "mine") return acceptEdit(state, edit);
  const { run, path, what } = edit;
  return [
    { type: "edit_settled", mine: false },
    { type: "violation_found", run, path, what },
  ];
}

const CLOSED_WITHOUT_TEXT: ReadonlySet<Gap["state"]> = new Set(["USER_DEFERRED", "WONT_FIX", "SUPERSEDED", "PARKED"]);

/** A gap was accepted, reopened, and then deferred or closed: should its text stay in the spec (SPEC 4.5)? */
export function keepTextQuestion(state: State): Question | undefined {
  const sets = state.spec.batches.flatMap(({ sets }) => sets).filter(({ changes }) => changes.length > 0);
  const written = state.gaps.pick(sets.flatMap(({ gap }) => gap ?? []));
  const gap = written.find(
    (writer) => CLOSED_WITHOUT_TEXT.has(writer.state) && !state.spec.settled.includes(writer.id),
  );
  if (!gap) return undefined;
  const { id } = gap;
  const { text, gaps, edits } = removalOf(state, id);
  const others = [...gaps, ...(edits ? ["edits of your own"] : [])].join(", ");
  const taken = others === "" ? "" : `, and with them what was built on them: ${others}`;
  const effect = gaps.length === 0 ? "The spec reads as it did before them." : `Reopened: ${gaps.join(", ")}.`;
  return makeQuestion(state, {
    kind: "keep-text",
    text: `${id} is ${gap.state}, but its text is in the spec. Should that text stay?`,
    evidence: [
      { title: "What removing it changes", body: changesBetween(state.spec.text, text).map(changeText).join("\n\n") },
    ],
    options: [
      option("keep", "Keep it", "The spec stays as it is.", "The text stays in the spec.", { recommended: true }),
      option("remove", "Remove it", `Its changes are undone${taken}.`, effect),
    ],
    about: [id],
  });
}

/** The spec without the text of a gap, and what was built on that text and is lost with it. */
function removalOf({ spec }: State, gap: GapId) {
  const removed = new Set([gap]);
  for (;;) {
    const batches = spec.batches.map((batch) => [...removed].reduce(withoutGap, batch));
    const { spec: text, failed } = replay(spec.source, batches);
    const lost = failed.map(({ batch, set }) => batches[batch]?.sets[set]?.gap);
    const more = lost.filter((id) => id !== undefined);
    if (more.length === 0) return { text, gaps: [...removed].slice(1), edits: lost.length > 0 };
    for (const id of more) removed.add(id);
  }
}

export function applyKeepText(state: State, answered: Answered): SessionEvent[] {
  const [gap] = answered.gaps;
  if (gap === undefined) return [];
  const kept = answered.choice !== "remove";
  const decision = kept ? "the text stays in the spec" : "the text is removed from the spec";
  // Changes that were made on top of the removed text are lost with it (SPEC 4.5).
  const lost = kept ? [] : removalOf(state, gap).gaps;
  const why = `it was built on the text of ${gap}, which was removed`;
  return [
    { type: "text_settled", gap, kept },
    ...lost.flatMap((id): SessionEvent[] => [
      { type: "text_settled", gap: id, kept: false },
      ...reopenDone(state, id, why),
    ]),
    decide(state, { type: "keep-text", title: `The text of ${gap}`, gaps: [gap], decision }),
  ];
}
