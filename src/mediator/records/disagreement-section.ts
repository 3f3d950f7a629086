import { inlineText } from "../../documents/rendering/inline-text.ts";
import { table } from "../../documents/rendering/table.ts";
import { type Flag, HEURISTICS } from "../../model/disagreement.ts";
import { isBlocking } from "../../model/severity.ts";
import { currentRound, liveIssues } from "../queries.ts";
import { blocks, numbers, percentage, roundLink } from "../record-text.ts";
import type { State } from "../state.ts";
import { FULL_ROUNDS } from "./convergence-section.ts";

/** Open issues, disagreement flags, rates, and how well flags do (SPEC 17, SPEC 8, 9). */
export function disagreementSection(state: State): string {
  return blocks(
    "## Disagreement",
    `### Open CRITICAL and HIGH issues\n\n${issueTable(state)}`,
    `### Flags\n\n${flagTable(state)}`,
    `### Rates of explicit disagreement\n\n${rateTable(state)}`,
    `### How flags did\n\n${statistics(state)}`,
  );
}

function issueTable(state: State): string {
  const rows = liveIssues(state)
    .filter((issue) => isBlocking(issue.severity))
    .map((issue) => [
      issue.id,
      issue.gap,
      issue.severity,
      issue.state + (issue.notFixedInARow > 1 ? ` ×${issue.notFixedInARow}` : ""),
      inlineText(issue.title, 100),
    ]);
  return table(["Issue", "Gap", "Severity", "State", "Title"], rows, "None.");
}

function flagTable(state: State): string {
  const rows = state.flags.map((flag) => [
    ...flagCells(flag),
    inlineText(flag.reason ?? flag.evidence[0]?.what ?? "", 100),
  ]);
  return table([...FLAG_COLUMNS, "Why"], rows, "None in the last ten rounds.");
}

export const FLAG_COLUMNS = ["Flag", "Issue", "Gap", "Severity", "Heuristics", "Outcome"];

export function flagCells({ id, issue, gap, severity, heuristics, confidence, outcome }: Flag): string[] {
  return [id, issue, gap, severity, `${heuristics.join(", ")} (${confidence})`, outcome];
}

function rateTable(state: State): string {
  const since = currentRound(state) - FULL_ROUNDS;
  const rows = state.rates
    .filter((rate) => rate.round > since)
    .map(({ round, blocking, disagreed, action }) => [
      roundLink(round),
      blocking,
      disagreed,
      percentage(disagreed, blocking),
      action === "NONE" ? "" : action,
    ]);
  const columns = ["Round", ...numbers("CRITICAL and HIGH", "Disagreed", "Rate"), "Action"];
  return table(columns, rows, "None measured.");
}

/** Below this many cases a share says nothing (SPEC 9). */
const LEAST_CASES = 5;

/** Precision by the last word on each flag, recall by what the Reviewer said of answers (SPEC 9). */
function statistics({ flagStatistics }: State): string {
  const { byHeuristic, flagged, missed } = flagStatistics;
  const rows = HEURISTICS.flatMap((heuristic) => {
    const of = byHeuristic[heuristic];
    if (!of) return [];
    return [[heuristic, of.confirmed, of.falsePositive, percentage(of.confirmed, of.confirmed + of.falsePositive)]];
  });
  const columns = ["Heuristic", ...numbers("Confirmed", "False positive", "Precision")];
  const cases = flagged + missed;
  const share = cases < LEAST_CASES ? "not shown below five cases" : percentage(flagged, cases);
  const recall = `Recall: ${share} (${flagged} flagged; ${missed} held for answered and called NOT_FIXED).`;
  return `${table(columns, rows, "No flag was settled yet.")}\n\n${recall}`;
}
