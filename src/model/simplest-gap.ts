import type { Gap } from "./gap.ts";
import { compareSeverity } from "./severity.ts";

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
