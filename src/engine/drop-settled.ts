import { leftOpen } from "../checks/check.ts";
import type { Finding } from "../checks/finding.ts";
import type { RuleSwitches } from "../checks/rule-switches.ts";
import { type SettledBefore, settledIn, withoutSettled } from "../mediator/inventory/earlier-session.ts";
import { findGaps } from "../mediator/inventory/find-gaps.ts";
import type { State } from "../mediator/state.ts";
import type { Gap } from "../model/gap.ts";
import { nodeFiles } from "./node-files.ts";
import { readState } from "./session-store.ts";

interface Found {
  readonly text: string;
  readonly findings: readonly Finding[];
}

/** Removes findings that the User kept or answered in the sessions that count; a folder that cannot be read settles nothing. */
export async function dropSettledIn<Spec extends Found>(
  spec: Spec,
  folders: readonly string[],
  rules: RuleSwitches,
  counts: (folder: string, state: State) => boolean,
) {
  const settled = await Promise.all(
    folders.map(async (folder) => {
      const state = await readState(nodeFiles(folder)).catch(() => undefined);
      return state === undefined || !counts(folder, state) ? [] : settledIn(state);
    }),
  ).then((all) => all.flat());
  return { ...spec, ...dropSettled({ ...spec, rules }, settled) };
}

/** Splits the findings into open ones and those that the User kept or answered, which `refine` does not ask again. */
export function dropSettled(
  { text, findings, rules }: Found & { readonly rules: RuleSwitches },
  before: readonly SettledBefore[],
): { readonly findings: readonly Finding[]; readonly settled: readonly Finding[] } {
  if (before.length === 0 || findings.length === 0) return { findings, settled: [] };
  const gaps = findGaps(text, { rules });
  const asked = new Set(withoutSettled(gaps, before, text));
  const isSettled = (found: readonly Gap[]): boolean => found.length > 0 && !found.some((gap) => asked.has(gap));
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

/** The gaps that `refine` makes of a finding: its own or, if it was merged with another, those at its line. */
function gapsOf({ line, type, subject }: Finding, gaps: readonly Gap[]): Gap[] {
  const there = gapsAt(line, gaps);
  const own = there.filter(({ finding }) => finding?.type === type && finding.subject === subject);
  return own.length > 0 ? own : there;
}

function gapsAt(line: number, gaps: readonly Gap[]): Gap[] {
  return gaps.filter(({ places }) => places.some((place) => place.line <= line && line <= place.endLine));
}
