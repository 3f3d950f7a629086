import { SEVERITIES, type Severity } from "../../../src/model/severity.ts";

export function SeverityBadge({ severity }: { severity: Severity }) {
  return <span class={`badge severity ${severity.toLowerCase()}`}>{severity}</span>;
}

/** The state of a gap, an issue or a round. */
export function StateBadge({ state }: { state: string }) {
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
