import { SEVERITIES, type Severity } from "../../../src/model/severity.ts";

export function SeverityBadge({ severity }: { severity: Severity }) {
  return <span class={`badge severity ${severity.toLowerCase()}`}>{severity}</span>;
}

/** The state of a gap, an issue or a round. */
export function StateBadge({ state }: { state: string }) {
  return <span class={`badge state ${state.toLowerCase().replaceAll("_", "-")}`}>{state.replaceAll("_", " ")}</span>;
}

interface CountsProps {
  readonly counts: Readonly<Record<Severity, number>>;
  readonly parked: number;
  /** Of the open ones: their answer is not in the spec yet. */
  readonly answered?: number;
}

/** Open gaps by severity, and how many are set aside. */
export function SeverityCountsLine({ counts, parked, answered = 0 }: CountsProps) {
  const some = SEVERITIES.filter((severity) => counts[severity] > 0);
  const aside = [
    ...(answered === 0 ? [] : [`${answered} of them answered, not in the spec yet`]),
    ...(parked === 0 ? [] : [`${parked} parked`]),
  ].join(", ");
  if (some.length === 0) return <span class="quiet">{["no open gaps", aside].filter(Boolean).join(", ")}</span>;
  return (
    <span class="counts">
      <span class="quiet">open</span>{" "}
      {some.flatMap((severity) => [
        <span key={severity} class={`badge severity ${severity.toLowerCase()}`}>
          {counts[severity]} {severity}
        </span>,
        // For who reads it as text.
        " ",
      ])}
      {aside === "" ? null : <span class="quiet">{aside}</span>}
    </span>
  );
}
