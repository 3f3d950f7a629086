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
  const chosen = independentGaps(state, state.config.parallelGaps, [], (gap) => !anyNamed || named.has(gap.id));
  return chosen.sort(compareGapIds);
}

/** Up to `count` gaps, most urgent first, that can be worked on beside each other and beside these. */
export function independentGaps(
  state: State,
  count: number,
  beside: readonly Gap[],
  isWanted: (gap: Gap) => boolean,
): GapId[] {
  const together = [...beside];
  for (const gap of mostUrgent(state)) {
    if (together.length >= beside.length + count) break;
    if (isWanted(gap) && together.every((other) => areIndependent(gap, other))) together.push(gap);
  }
  return together.slice(beside.length).map((gap) => gap.id);
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
