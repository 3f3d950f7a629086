import { SEVERITIES, type Severity } from "../../../src/model/severity.ts";

export function SeverityBadge({ severity }: { severity: Severity }) {
  return <span class={`badge severity ${severity.toLowerCase()}`}>{severity}</span>;
}

export function StateBadge({ state }: { state: string }) {
  return <span class={`badge state ${state.toLowerCase().replaceAll("_", "-")}`}>{state.replaceAll("_", " ")}</span>;
}

interface CountsProps {
  readonly counts: Readonly<Record<Severity, number>>;
  readonly parked: number;
  /** How many of the open gaps are answered and not yet in the spec. */
  readonly answered?: number;
}

/** Open gaps by severity, and the number parked. */
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
        // A space, so that the text is readable without styles.
        " ",
      ])}
      {aside === "" ? null : <span class="quiet">{aside}</span>}
    </span>
  );
}
