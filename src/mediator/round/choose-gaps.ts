import type { Gap } from "../../model/gap.ts";
import { compareGapIds, type GapId } from "../../model/ids.ts";
import { compareSeverity } from "../../model/severity.ts";
import { areIndependent } from "../parallel/independence.ts";
import type { State } from "../state.ts";
import { inOrder } from "./in-order.ts";

/** Gaps that an Engineer may be given now, most urgent first: never a BLOCKED one (SPEC 4.1). */
export function assignableGaps(state: State): Gap[] {
  return [...mostUrgent(state)];
}

/** The same, one after the other: a round needs a few of perhaps ten thousand, and does not sort the rest. */
export function* mostUrgent(state: State): Generator<Gap, void, void> {
  const gaps = state.gaps.filter((gap) => gap.state === "OPEN" || gap.state === "NEEDS_REVISION");
  const wanted = state.convergence.criticalOnly ? gaps.filter((gap) => gap.severity === "CRITICAL") : gaps;
  const { order } = state.setup;
  const ranks = new Map(order.map((id, rank) => [id, rank]));
  const rank = (gap: Gap) => ranks.get(gap.id) ?? order.length;
  yield* inOrder(wanted.length > 0 ? wanted : gaps, (a, b) => rank(a) - rank(b) || byUrgency(a, b));
}

/** The gaps of the next round, each for an Engineer of its own (SPEC 4.1). */
export function chooseGaps(state: State): GapId[] {
  const named = new Set(state.chosen);
  const anyNamed = named.size > 0 && state.chosen.some((id) => isAssignable(state.gaps.get(id)));
  const chosen: Gap[] = [];
  for (const gap of mostUrgent(state)) {
    if (chosen.length >= state.config.parallelGaps) break;
    if (anyNamed && !named.has(gap.id)) continue;
    if (chosen.every((other) => areIndependent(gap, other))) chosen.push(gap);
  }
  return chosen.map((gap) => gap.id).sort(compareGapIds);
}

function isAssignable(gap: Gap | undefined): boolean {
  return gap?.state === "OPEN" || gap?.state === "NEEDS_REVISION";
}

/** Proposals that an earlier round left unreviewed (SPEC 4.1). */
export function unreviewedGaps(state: State): GapId[] {
  return state.gaps
    .filter((gap) => gap.state === "PROPOSED" && state.proposals.get(gap.id)?.reviewed === false)
    .map((gap) => gap.id);
}

/** NEEDS_REVISION before OPEN, then by severity, then by age (SPEC 4.1). */
function byUrgency(a: Gap, b: Gap): number {
  const revision = Number(b.state === "NEEDS_REVISION") - Number(a.state === "NEEDS_REVISION");
  return revision || compareSeverity(a.severity, b.severity) || a.round - b.round || compareGapIds(a.id, b.id);
}
