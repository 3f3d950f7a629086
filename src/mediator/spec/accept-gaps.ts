import { applyBatch } from "../../documents/changes/apply-changes.ts";
import type { ChangeBatch, ChangeSet, Spec } from "../../model/change.ts";
import type { SessionEvent } from "../../model/events.ts";
import { compareGapIds, type GapId } from "../../model/ids.ts";
import { moveGap } from "../ledger-events.ts";
import { currentRound } from "../queries.ts";
import type { State } from "../state.ts";
import { isSettledIn, setOf } from "./candidate.ts";

/** Accepted changes go into the spec; a gap whose changes rest on others that were not stays PROPOSED (SPEC 4.5). */
export function acceptGaps(state: State, gaps: readonly GapId[], why: string): SessionEvent[] {
  const { accepted, held, batches } = planBatches(state, gaps);
  return [
    ...held.map((gap): SessionEvent => ({ type: "proposal_held", gap, why: HELD })),
    ...accepted.map((gap) => moveGap(gap, "ACCEPTED", "reviewer", why)),
    ...batches.map((batch): SessionEvent => ({ type: "changes_accepted", batch })),
  ];
}

const HELD = "it rests on changes of a gap that was not accepted";

/** The same for gaps that keep their state (SPEC 12, polishing): what does not apply is dropped. */
export function acceptChanges(state: State, gaps: readonly GapId[]): SessionEvent[] {
  return planBatches(state, gaps).batches.map((batch) => ({ type: "changes_accepted", batch }));
}

function planBatches(state: State, gaps: readonly GapId[]) {
  const proposals = state.proposals.pick([...gaps].sort(compareGapIds));
  const round = currentRound(state);
  const applicable: ChangeSet[] = [];
  const batches: ChangeBatch[] = [];
  let spec = state.spec.text;
  // What refers to the same text goes in together; what was written after an overlap, one by one.
  const together = proposals.filter(({ after }) => after.length === 0).map(setOf);
  const later = proposals.filter(({ after }) => after.length > 0).map((proposal) => [setOf(proposal)]);
  for (const sets of [together, ...later]) {
    const taken = applicableSets(spec, sets);
    applicable.push(...taken);
    const changed = taken.filter(({ changes }) => changes.length > 0).map((set) => withDecision(state, set));
    const applied = applyBatch(spec, { round, sets: changed });
    if (changed.length === 0 || !applied.ok) continue;
    spec = applied.spec;
    batches.push({ round, sets: changed });
  }
  const isSettled = (gap: GapId) => isSettledIn(spec, state.proposals.get(gap));
  const accepted = applicable.flatMap(({ gap }) => gap ?? []).filter(isSettled);
  const held = proposals.map(({ id }) => id).filter((gap) => !accepted.includes(gap));
  return { accepted, held, batches };
}

/** In id order, each that applies beside those before it. */
function applicableSets(spec: Spec, sets: readonly ChangeSet[]): ChangeSet[] {
  const taken: ChangeSet[] = [];
  for (const set of sets) if (applyBatch(spec, { round: 0, sets: [...taken, set] }).ok) taken.push(set);
  return taken;
}

/** The last decision on the gap, so that a line can be traced to it (SPEC 12, whose words). */
function withDecision(state: State, set: ChangeSet): ChangeSet {
  const decision = state.decisions.findLast(({ gaps }) => set.gap !== undefined && gaps.includes(set.gap));
  return decision === undefined ? set : { ...set, decision: decision.id };
}
