import { bySeverity, sum } from "../../mediator/record-text.ts";
import { visibleLine } from "../../model/visible-text.ts";
import type { ProgressView, RunView } from "./progress-view.ts";

/** What changed from one picture to the next, a line each: for logs, pipes and terminals that cannot repaint. */
export function progressLines(before: ProgressView | undefined, after: ProgressView): string[] {
  const isNewRound = before?.round !== after.round;
  const lines = [
    ...(isNewRound || before.phase !== after.phase ? [visibleLine(after.phase, 40)] : []),
    ...after.runs.filter((run) => !before?.runs.some(({ id }) => id === run.id)).map(runText),
    ...(before === undefined || before.convergence === after.convergence
      ? []
      : [`${visibleLine(before.convergence, 30)} -> ${visibleLine(after.convergence, 30)}`]),
  ].map((line) => `round ${after.round}: ${line}`);
  return isNewRound ? [`round ${after.round} of ${after.maxRounds}: open ${openText(after)}`, ...lines] : lines;
}

function runText({ role, gaps, agent, attempt, attempts }: RunView): string {
  const who = [role, ...gaps.map((gap) => visibleLine(gap, 30))].join(" ");
  return `${who} (${visibleLine(agent, 40)}${attempt === 1 ? "" : `, attempt ${attempt} of ${attempts}`})`;
}

function openText({ open }: ProgressView): string {
  return sum(open) === 0 ? "0" : `${sum(open)} (${bySeverity(open)})`;
}
