/** The worst first (SPEC 3.4). */
export const SEVERITIES = ["CRITICAL", "HIGH", "MEDIUM", "LOW"] as const;

export type Severity = (typeof SEVERITIES)[number];

export function isSeverity(word: string): word is Severity {
  return (SEVERITIES as readonly string[]).includes(word);
}

export type SeverityWeights = Readonly<Record<Severity, number>>;

/** SPEC 3.4 and the ruling SPEC 19.2: CRITICAL weighs 16. */
export const DEFAULT_SEVERITY_WEIGHTS: SeverityWeights = { CRITICAL: 16, HIGH: 4, MEDIUM: 2, LOW: 1 };

/** Sorts the worst first: negative if `a` is worse than `b`. */
export function compareSeverity(a: Severity, b: Severity): number {
  return SEVERITIES.indexOf(a) - SEVERITIES.indexOf(b);
}

export function isWorse(a: Severity, b: Severity): boolean {
  return compareSeverity(a, b) < 0;
}

/** CRITICAL and HIGH issues keep a gap from being accepted; the others do not (SPEC 3.6). */
export function isBlocking(severity: Severity): boolean {
  return severity === "CRITICAL" || severity === "HIGH";
}

/** The Reviewer may raise a severity but not lower it, and may not change one that the User set (SPEC 3.4). */
export function ruleOnSeverity(current: Severity, stated: Severity, setByUser: boolean) {
  if (stated === current) return "unchanged";
  return isWorse(stated, current) && !setByUser ? "raised" : "conflict";
}
