import type { GapState } from "../../../src/model/gap.ts";
import { SEVERITIES, type Severity } from "../../../src/model/severity.ts";

export function SeverityBadge({ severity }: { severity: Severity }) {
  return <span class={`badge severity ${severity.toLowerCase()}`}>{severity}</span>;
}

export function StateBadge({ state }: { state: GapState | string }) {
  return <span class={`badge state ${state.toLowerCase().replaceAll("_", "-")}`}>{state.replaceAll("_", " ")}</span>;
}

export function SeverityCountsLine({ counts }: { counts: Readonly<Record<Severity, number>> }) {
  const some = SEVERITIES.filter((severity) => counts[severity] > 0);
  if (some.length === 0) return <span class="quiet">nothing open</span>;
  return (
    <span class="counts">
      {some.map((severity) => (
        <span key={severity} class={`badge severity ${severity.toLowerCase()}`}>
          {counts[severity]} {severity}
        </span>
      ))}
    </span>
  );
}
