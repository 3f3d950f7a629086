import { applyBatch } from "../../documents/changes/apply-changes.ts";
import type { ChangeBatch, ChangeSet, Spec } from "../../model/change.ts";
import type { SessionEvent } from "../../model/events.ts";
import { compareGapIds, type GapId } from "../../model/ids.ts";
import { currentRound } from "../queries.ts";
import type { Proposal, State } from "../state.ts";
import { isSettledIn, setOf } from "./candidate.ts";

/** Accepted changes go into the spec; a gap whose changes rest on others that were not stays PROPOSED (SPEC 4.5). */
export function acceptGaps(state: State, gaps: readonly GapId[], why: string): SessionEvent[] {
  const { accepted, held, batches } = planBatches(state, gaps);
  return [
    ...held.map((gap): SessionEvent => ({ type: "proposal_held", gap, why: HELD })),
    ...accepted.map((gap): SessionEvent => ({ type: "gap_changed", gap, to: "ACCEPTED", actor: "reviewer", why })),
    ...batches.map((batch): SessionEvent => ({ type: "changes_accepted", batch })),
  ];
}

const HELD = "it rests on changes of a gap that was not accepted";

/** The same for gaps that keep their state (SPEC 12, polishing): what does not apply is dropped. */
export function acceptChanges(state: State, gaps: readonly GapId[]): SessionEvent[] {
  return planBatches(state, gaps).batches.map((batch) => ({ type: "changes_accepted", batch }));
}

function planBatches(state: State, gaps: readonly GapId[]) {
  const proposals = [...gaps].sort(compareGapIds).flatMap((gap) => state.proposals.get(gap) ?? []);
  const round = currentRound(state);
  const applicable: ChangeSet[] = [];
  const batches: ChangeBatch[] = [];
  let spec = state.spec.text;
  for (const sets of batchesOf(proposals)) {
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

/** What refers to the same text goes in together; what was written after an overlap, one by one. */
function batchesOf(proposals: readonly Proposal[]): ChangeSet[][] {
  const together = proposals.filter(({ after }) => after.length === 0).map(setOf);
  const later = proposals.filter(({ after }) => after.length > 0).map((proposal) => [setOf(proposal)]);
  return [...(together.length > 0 ? [together] : []), ...later];
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
