import { countedRounds } from "../../model/convergence.ts";
import type { Gap } from "../../model/gap.ts";
import type { Issue } from "../../model/issue.ts";
import { isUnsettled } from "../../model/issue-state.ts";
import type { Evidence } from "../../model/question.ts";
import { compareSeverity, SEVERITIES } from "../../model/severity.ts";
import { visibleLine } from "../../model/visible-text.ts";
import { liveIssues } from "../queries.ts";
import type { State } from "../state.ts";
import { gapsLeft } from "./complete.ts";

/** Round, limit, and what is left, worst first (SPEC 12). */
export function leftEvidence(state: State): Evidence[] {
  const left = gapsLeft(state);
  const lines = SEVERITIES.flatMap((severity) => {
    const ids = left.filter((gap) => gap.severity === severity).map((gap) => `${gap.id} (${gap.state})`);
    return ids.length === 0 ? [] : [`- ${severity}: ${ids.join(", ")}`];
  });
  return [
    { title: "Rounds", body: `${countedRounds(state.records)} of at most ${state.limits.maxRounds}` },
    { title: "Open gaps", body: lines.length === 0 ? "none" : lines.join("\n") },
    ...openIssueEvidence(state),
  ];
}

/** Issues that the spec would be written over: of these gaps, or of all. Worst first (SPEC 12). */
export function openIssueEvidence(state: State, gaps?: readonly Pick<Gap, "id">[]): Evidence[] {
  const about = gaps && new Set(gaps.map(({ id }) => id));
  const open = liveIssues(state)
    .filter((issue) => isUnsettled(issue) && (about?.has(issue.gap) ?? true))
    .toSorted((a, b) => compareSeverity(a.severity, b.severity));
  return open.length === 0 ? [] : [{ title: "Open issues", body: open.map(issueLine).join("\n") }];
}

function issueLine({ severity, id, gap, state, title }: Issue): string {
  return `- ${severity}: ${id} on ${gap} (${state}) ${visibleLine(title)}`;
}
