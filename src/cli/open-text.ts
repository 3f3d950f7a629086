import type { SeverityCounts } from "../model/counting.ts";
import { SEVERITIES } from "../model/severity.ts";

/** `1 CRITICAL, 2 HIGH`; empty where there is none. */
export function severityText(counts: SeverityCounts): string {
  return SEVERITIES.flatMap((severity) => (counts[severity] > 0 ? [`${counts[severity]} ${severity}`] : [])).join(", ");
}

/** `3 open (1 CRITICAL, 2 HIGH)`. */
export function openText(counts: SeverityCounts): string {
  const total = SEVERITIES.reduce((sum, severity) => sum + counts[severity], 0);
  return total === 0 ? "none open" : `${total} open (${severityText(counts)})`;
}
