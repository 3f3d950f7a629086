import type { Gap, GapState } from "./gap.ts";
import { compareSeverity, SEVERITIES, type Severity, type SeverityWeights } from "./severity.ts";

const CLOSED: ReadonlySet<GapState> = new Set(["ACCEPTED", "RESOLVED", "WONT_FIX", "SUPERSEDED", "PARKED"]);

/** How much a gap counts as open (SPEC 3.2, second column). */
export function openWeight({ state, blocker }: Gap): number {
  if (CLOSED.has(state)) return 0;
  if (state === "USER_DEFERRED") return 0.5;
  return state === "BLOCKED" && (blocker?.type === "USER_INPUT" || blocker?.type === "EXTERNAL") ? 0.25 : 1;
}

/** "Open" means every state with a weight above 0 (SPEC 3.3). */
export function isOpen(gap: Gap): boolean {
  return openWeight(gap) > 0;
}

/** Whether a gap counts among all gaps: parked ones are counted separately, and others count instead of a superseded one. */
export function isCounted({ state }: Gap): boolean {
  return state !== "PARKED" && state !== "SUPERSEDED";
}

/** The sum of the open weights (SPEC 3.5). */
export function openCount(gaps: Iterable<Gap>): number {
  let sum = 0;
  for (const gap of gaps) sum += openWeight(gap);
  return sum;
}

export type SeverityCounts = Readonly<Record<Severity, number>>;

function countBySeverity(gaps: Iterable<Gap>, isMeant: (gap: Gap) => boolean): SeverityCounts {
  const counts = { CRITICAL: 0, HIGH: 0, MEDIUM: 0, LOW: 0 };
  for (const gap of gaps) if (isMeant(gap)) counts[gap.severity] += 1;
  return counts;
}

/** Open gaps by severity for people: each counts as one, whatever its weight. */
export function openBySeverity(gaps: Iterable<Gap>): SeverityCounts {
  return countBySeverity(gaps, isOpen);
}

export type RoundCount = ReturnType<typeof countRound>;

/** Whether a gap is new in the round; parts of a split and parked gaps are not (SPEC 3.5). */
export function isNewIn(gap: Gap, round: number): boolean {
  return gap.round === round && gap.origin !== "split" && gap.state !== "PARKED" && gap.duplicateOf === undefined;
}

/** What a round did to the inventory (SPEC 3.5). */
export function countRound(gaps: Iterable<Gap>, round: number, weights: SeverityWeights) {
  const resolved = countBySeverity(gaps, ({ resolvedInRound }) => resolvedInRound === round);
  const created = countBySeverity(gaps, (gap) => isNewIn(gap, round));
  const nets = SEVERITIES.map((severity) => ({ severity, net: resolved[severity] - created[severity] }));
  const net = nets.reduce((sum, { net: each }) => sum + each, 0);
  const weightedNet = nets.reduce((sum, { net: each, severity }) => sum + each * weights[severity], 0);
  return { resolved, created, net, weightedNet };
}

/** Fewest dependencies, lowest severity, shortest text (SPEC 7). */
export function simplestGap(gaps: readonly Gap[]): Gap | undefined {
  const [simplest] = gaps.toSorted(
    (a, b) =>
      a.dependsOn.length - b.dependsOn.length ||
      compareSeverity(b.severity, a.severity) ||
      a.text.length - b.text.length,
  );
  return simplest;
}
