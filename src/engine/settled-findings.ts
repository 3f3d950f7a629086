import type { Finding } from "../checks/finding.ts";
import type { RuleSwitches } from "../checks/switches.ts";
import { type SettledBefore, withoutSettled } from "../mediator/inventory/earlier-session.ts";
import { findGaps } from "../mediator/inventory/find-gaps.ts";
import type { Gap } from "../model/gap.ts";

interface Found {
  readonly text: string;
  readonly findings: readonly Finding[];
  readonly rules: RuleSwitches;
}

/** Those of the findings that the person kept or answered: `refine` does not ask about them again either. */
export function settledFindings(
  { text, findings, rules }: Found,
  settled: readonly SettledBefore[],
): ReadonlySet<Finding> {
  if (settled.length === 0 || findings.length === 0) return new Set();
  const gaps = findGaps(text, { rules });
  const asked = new Set(withoutSettled(gaps, settled, text));
  const isSettled = (finding: Finding): boolean => {
    const own = gapsOf(finding, gaps);
    return own.length > 0 && !own.some((gap) => asked.has(gap));
  };
  return new Set(findings.filter(isSettled));
}

/** The gaps that `refine` makes of a finding: its own or, where it was merged with another, those of its line. */
function gapsOf({ line, type, subject }: Finding, gaps: readonly Gap[]): Gap[] {
  const there = gaps.filter(({ places }) => places.some((place) => place.line <= line && line <= place.endLine));
  const own = there.filter(({ finding }) => finding?.type === type && finding.subject === subject);
  return own.length > 0 ? own : there;
}
