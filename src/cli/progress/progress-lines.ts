import { SEVERITIES } from "../../model/severity.ts";
import { visibleLine } from "../../model/visible-text.ts";
import type { Output } from "../output.ts";
import type { Progress, ProgressView, RunView } from "./progress.ts";

/** What changed from one picture to the next, a line each: for logs, pipes and terminals that cannot repaint. */
export function progressLines(before: ProgressView | undefined, after: ProgressView): string[] {
  const label = `round ${after.round}`;
  const lines: string[] = [];
  if (before?.round !== after.round) lines.push(`${label} of ${after.maxRounds}: open ${openText(after)}`);
  if (before?.round !== after.round || before.phase !== after.phase)
    lines.push(`${label}: ${visibleLine(after.phase, 40)}`);
  for (const run of after.runs)
    if (!before?.runs.some(({ id }) => id === run.id)) lines.push(`${label}: ${runText(run)}`);
  if (before !== undefined && before.convergence !== after.convergence) {
    lines.push(`${label}: ${visibleLine(before.convergence, 30)} -> ${visibleLine(after.convergence, 30)}`);
  }
  return lines;
}

/** Progress as plain lines of prose. */
export function createLineProgress(output: Pick<Output, "note">): Progress {
  let last: ProgressView | undefined;
  return {
    update: (view) => {
      for (const line of progressLines(last, view)) output.note(line);
      last = view;
    },
    above: (print) => print(),
    pausedWhile: (work) => work(),
    stop: () => undefined,
  };
}

function runText(run: RunView): string {
  const role = run.role === "engineer" ? "Engineer" : "Reviewer";
  const who = [role, ...run.gaps.map((gap) => visibleLine(gap, 30))].join(" ");
  const attempt = run.attempt === 1 ? "" : `, attempt ${run.attempt} of ${run.attempts}`;
  return `${who} (${visibleLine(run.agent, 40)}${attempt})`;
}

function openText({ open }: ProgressView): string {
  const total = SEVERITIES.reduce((sum, severity) => sum + open[severity], 0);
  const counts = SEVERITIES.filter((severity) => open[severity] > 0).map((severity) => `${severity} ${open[severity]}`);
  return counts.length === 0 ? String(total) : `${total} (${counts.join(", ")})`;
}
