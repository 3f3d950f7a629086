import { relative } from "node:path";
import type { Finding } from "../../checks/finding.ts";
import type { RuleSwitches } from "../../checks/switches.ts";
import { slashed } from "../../engine/files/slashed.ts";
import { nodeFiles } from "../../engine/node-files.ts";
import { readState } from "../../engine/session-store.ts";
import { settledIn, withoutSettled } from "../../mediator/inventory/earlier-session.ts";
import { findGaps } from "../../mediator/inventory/find-gaps.ts";
import type { Gap } from "../../model/gap.ts";
import type { CheckedSpec } from "./check-input.ts";

/** Without what the person kept or answered in these sessions: `refine` does not ask about it again either. */
export async function withoutSettledFindings(
  spec: CheckedSpec,
  folders: readonly string[],
  { cwd, rules }: { readonly cwd: string; readonly rules: RuleSwitches },
): Promise<CheckedSpec> {
  const states = await Promise.all(folders.map((folder) => readState(nodeFiles(folder)).catch(() => undefined)));
  const told = states.map((state) => (state === undefined ? [] : settledIn(state)));
  const gaps = findGaps(spec.text, { rules });
  const asked = new Set(withoutSettled(gaps, told.flat(), spec.text));
  const isSettled = (finding: Finding): boolean => {
    const own = gapsOf(finding, gaps);
    return own.length > 0 && !own.some((gap) => asked.has(gap));
  };
  return {
    ...spec,
    findings: spec.findings.filter((finding) => !isSettled(finding)),
    settled: spec.findings.filter(isSettled),
    settledIn: folders.filter((_, index) => told[index]?.length).map((folder) => slashed(relative(cwd, folder))),
  };
}

/** The gaps that `refine` makes of a finding: its own or, where it was merged with another, those of its line. */
function gapsOf({ line, type, subject }: Finding, gaps: readonly Gap[]): Gap[] {
  const there = gaps.filter(({ places }) => places.some((place) => place.line <= line && line <= place.endLine));
  const own = there.filter(({ finding }) => finding?.type === type && finding.subject === subject);
  return own.length > 0 ? own : there;
}
