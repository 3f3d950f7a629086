import { leftOpen } from "../checks/edge-cases.ts";
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

/** What is left of the findings, and those that the person kept or answered: `refine` does not ask about them again either. */
export function withoutSettledFindings(
  { text, findings, rules }: Found,
  before: readonly SettledBefore[],
): { readonly findings: readonly Finding[]; readonly settled: readonly Finding[] } {
  if (before.length === 0 || findings.length === 0) return { findings, settled: [] };
  const gaps = findGaps(text, { rules });
  const asked = new Set(withoutSettled(gaps, before, text));
  const isSettled = (own: readonly Gap[]): boolean => own.length > 0 && !own.some((gap) => asked.has(gap));
  const left = findings.map((finding): Finding | undefined => {
    const { questions } = finding;
    if (questions === undefined) return isSettled(gapsOf(finding, gaps)) ? undefined : finding;
    return leftOpen(
      { ...finding, questions },
      finding.related.filter(({ line }) => !isSettled(gapsAt(line, gaps))),
    );
  });
  return {
    findings: left.filter((finding) => finding !== undefined),
    settled: findings.filter((_, index) => left[index] === undefined),
  };
}

/** The gaps that `refine` makes of a finding: its own or, where it was merged with another, those of its line. */
function gapsOf({ line, type, subject }: Finding, gaps: readonly Gap[]): Gap[] {
  const there = gapsAt(line, gaps);
  const own = there.filter(({ finding }) => finding?.type === type && finding.subject === subject);
  return own.length > 0 ? own : there;
}

function gapsAt(line: number, gaps: readonly Gap[]): Gap[] {
  return gaps.filter(({ places }) => places.some((place) => place.line <= line && line <= place.endLine));
}
