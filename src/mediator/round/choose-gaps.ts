import type { Gap } from "../../model/gap.ts";
import { compareGapIds, type GapId } from "../../model/ids.ts";
import { compareSeverity } from "../../model/severity.ts";
import type { State } from "../state.ts";

/** Whether two gaps can be worked on at the same time: no dependency, no shared place in the source (SPEC 4.1, 15.4). */
export function areIndependent(a: Gap, b: Gap): boolean {
  if (a.dependsOn.includes(b.id) || b.dependsOn.includes(a.id)) return false;
  if (a.text.includes(b.id) || b.text.includes(a.id)) return false;
  return !a.places.some((left) => b.places.some((right) => left.line <= right.endLine && right.line <= left.endLine));
}

/** Gaps that an Engineer may be given now, most urgent first: never a BLOCKED one (SPEC 4.1). */
export function assignableGaps(state: State): Gap[] {
  const gaps = state.gaps.filter((gap) => gap.state === "OPEN" || gap.state === "NEEDS_REVISION");
  const wanted = state.convergence.criticalOnly ? gaps.filter((gap) => gap.severity === "CRITICAL") : gaps;
  const { order } = state.setup;
  const rank = (gap: Gap) => (order.includes(gap.id) ? order.indexOf(gap.id) : order.length);
  return (wanted.length > 0 ? wanted : gaps).sort((a, b) => rank(a) - rank(b) || byUrgency(a, b));
}

/** The gaps of the next round, each for an Engineer of its own (SPEC 4.1). */
export function chooseGaps(state: State): GapId[] {
  const chosen: Gap[] = [];
  const assignable = assignableGaps(state);
  const named = assignable.filter((gap) => state.chosen.includes(gap.id));
  for (const gap of named.length > 0 ? named : assignable) {
    if (chosen.length >= state.config.parallelGaps) break;
    if (chosen.every((other) => areIndependent(gap, other))) chosen.push(gap);
  }
  return chosen.map((gap) => gap.id).sort(compareGapIds);
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
