import { applyBatch } from "../../documents/changes/apply-changes.ts";
import { resolveOverlap } from "../../documents/changes/rebase.ts";
import type { MergeOverlap } from "../../model/change.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { GapId } from "../../model/ids.ts";
import type { Question } from "../../model/question.ts";
import { decide } from "../decide.ts";
import { reopenDone } from "../gap-events.ts";
import { type Answered, field, makeQuestion, option } from "../make-question.ts";
import { currentRound } from "../queries.ts";
import type { State } from "../state.ts";
import { isInSpec } from "./candidate.ts";

/** The author and an accepted change touched the same words: the three versions, and a choice (SPEC 12). */
export function overlapQuestion(state: State): Question | undefined {
  const [overlap] = state.spec.overlaps;
  if (!overlap) return undefined;
  const gap = gapOf(state, overlap);
  const replaced = "Your edit of these words is replaced.";
  return makeQuestion(state, {
    kind: "merge-overlap",
    header: "Merge",
    text: `You edited words in ${overlap.file} that ${gap ?? "a change of your own"} had changed as well. Which text stands?`,
    evidence: [
      { title: "Before both", body: overlap.base },
      { title: "Your edit", body: overlap.theirs },
      { title: gap === undefined ? "The change" : `The change of ${gap}`, body: overlap.ours },
    ],
    options: [
      option("mine", "My edit", "Your words stand as you wrote them.", "The change to these words is dropped."),
      option("change", "The change", "The accepted change replaces your edit.", replaced),
      option("own", "Other words", "You write what stands there.", "Your text stands there.", { requires: ["text"] }),
    ],
    fields: [field("text", "The text", { long: true, initial: overlap.theirs })],
    about: gap === undefined ? [] : [gap],
    personOnly: true,
  });
}

export function applyOverlap(state: State, answered: Answered, now: string): SessionEvent[] {
  const [overlap] = state.spec.overlaps;
  if (!overlap) return [];
  const gap = gapOf(state, overlap);
  const words = { mine: overlap.theirs, change: overlap.ours, own: answered.field("text") }[answered.choice] ?? "";
  const gaps = gap === undefined ? [] : [gap];
  const title = `Which text stands in ${overlap.file}`;
  const decision = decide(state, now, { type: "merge", title, gaps, decision: words });
  const change = resolveOverlap(overlap, words);
  const set = change && { ...(gap === undefined ? {} : { gap }), decision: decision.decision.id, changes: [change] };
  const batch = set && { round: currentRound(state), sets: [set] };
  const settled: SessionEvent[] = [{ type: "overlap_settled", overlap }, decision];
  // The person's words stand, and what they say is decided.
  if (answered.choice === "mine") return settled;
  if (batch && applyBatch(state.spec.text, batch).ok) return [...settled, { type: "changes_accepted", batch }];
  return [...settled, ...(gap === undefined ? [] : reopened(state, gap))];
}

/** Its words are not in the spec: what was done is to be done again (SPEC 3.2). */
function reopened(state: State, gap: GapId): SessionEvent[] {
  return isInSpec(state, gap, { round: 0 }) ? [] : reopenDone(state, gap, "none of its changes stands after a merge");
}

function gapOf(state: State, { batch, set }: MergeOverlap) {
  return state.spec.batches[batch]?.sets[set]?.gap;
}
