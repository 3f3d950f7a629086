import type { Gap } from "./gap.ts";
import { compareSeverity, SEVERITIES, type Severity, type SeverityWeights } from "./severity.ts";

/** How much a gap counts as open (SPEC 3.2, second column). */
export function openWeight(gap: Gap): number {
  switch (gap.state) {
    case "OPEN":
    case "IN_PROGRESS":
    case "PROPOSED":
    case "NEEDS_REVISION":
      return 1;
    case "BLOCKED":
      return gap.blocker?.type === "USER_INPUT" || gap.blocker?.type === "EXTERNAL" ? 0.25 : 1;
    case "USER_DEFERRED":
      return 0.5;
    case "ACCEPTED":
    case "RESOLVED":
    case "WONT_FIX":
    case "SUPERSEDED":
    case "PARKED":
      return 0;
  }
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

/** Open gaps by severity for people: each counts as one, whatever its weight. */
export function openBySeverity(gaps: Iterable<Gap>): SeverityCounts {
  const counts = { CRITICAL: 0, HIGH: 0, MEDIUM: 0, LOW: 0 };
  for (const gap of gaps) if (openWeight(gap) > 0) counts[gap.severity] += 1;
  return counts;
}

export type RoundCount = ReturnType<typeof countRound>;

/** Whether a gap is new in the round; parts of a split and parked gaps are not (SPEC 3.5). */
export function isNewIn(gap: Gap, round: number): boolean {
  return gap.round === round && gap.origin !== "split" && gap.state !== "PARKED" && gap.duplicateOf === undefined;
}

/** What a round did to the inventory (SPEC 3.5). */
export function countRound(gaps: Iterable<Gap>, round: number, weights: SeverityWeights) {
  const resolved = { CRITICAL: 0, HIGH: 0, MEDIUM: 0, LOW: 0 };
  const created = { CRITICAL: 0, HIGH: 0, MEDIUM: 0, LOW: 0 };
  for (const gap of gaps) {
    if (gap.resolvedInRound === round) resolved[gap.severity] += 1;
    if (isNewIn(gap, round)) created[gap.severity] += 1;
  }
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
