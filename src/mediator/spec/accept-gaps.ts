import type { ChangeSet } from "../../model/change.ts";
import type { SessionEvent } from "../../model/events.ts";
import { compareGapIds, type GapId } from "../../model/ids.ts";
import { moveGap } from "../ledger-events.ts";
import { currentRound } from "../queries.ts";
import type { State } from "../state.ts";
import { candidateOf, isSettledIn } from "./candidate.ts";

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
  const { spec, failed, batches } = candidateOf(state, gaps);
  const isAccepted = (gap: GapId) => !failed.includes(gap) && isSettledIn(spec, state.proposals.get(gap));
  const ids = gaps.filter((gap) => state.proposals.has(gap)).sort(compareGapIds);
  const changed = batches.map((sets) => sets.filter(({ changes }) => changes.length > 0));
  return {
    accepted: ids.filter(isAccepted),
    held: ids.filter((gap) => !isAccepted(gap)),
    batches: changed
      .filter((sets) => sets.length > 0)
      .map((sets) => ({ round: currentRound(state), sets: sets.map((set) => withDecision(state, set)) })),
  };
}

/** The last decision on the gap, so that a line can be traced to it (SPEC 12, whose words). */
function withDecision(state: State, set: ChangeSet): ChangeSet {
  const decision = state.decisions.findLast(({ gaps }) => set.gap !== undefined && gaps.includes(set.gap));
  return decision === undefined ? set : { ...set, decision: decision.id };
}
