import { inlineText } from "../../documents/rendering/inline-text.ts";
import { table } from "../../documents/rendering/table.ts";
import type { Conflict } from "../../model/disagreement.ts";
import type { Issue } from "../../model/issue.ts";
import { currentRound } from "../queries.ts";
import type { State } from "../state.ts";
import { FULL_ROUNDS } from "./convergence-section.ts";
import { blocks, plural } from "./record-text.ts";

/** Conflicts and waived issues (SPEC 17, SPEC 10): those that are open, and those of the last ten rounds. */
export function conflictSection(state: State): string {
  const since = currentRound(state) - FULL_ROUNDS;
  const shown = state.conflicts.filter((conflict) => conflict.state === "open" || conflict.round > since);
  const waived = state.issues.filter((issue) => issue.state === "WAIVED");
  return blocks(
    "## Conflicts and waived issues",
    conflictTable(shown),
    older(state.conflicts.length - shown.length, "earlier conflict"),
    waivedTable(waived.filter((issue) => issue.round > since)),
    older(waived.filter((issue) => issue.round <= since).length, "earlier waived issue"),
  );
}

function older(count: number, what: string): string {
  return count <= 0 ? "" : `${plural(count, what)}: see [decisions.md](decisions.md).`;
}

function conflictTable(conflicts: readonly Conflict[]): string {
  const rows = conflicts.map((conflict) => [
    conflict.issue,
    conflict.gap,
    conflict.severity,
    conflict.kind === "explicit" ? "explicit" : `implicit (${conflict.heuristics.join(", ")})`,
    conflict.option === undefined ? conflict.state : `${conflict.state}: ${conflict.option}`,
    conflict.decision ?? "",
    inlineText(conflict.reviewerPosition, 100),
  ]);
  const columns = ["Issue", "Gap", "Severity", "Kind", "State", "Decision", "The Reviewer's position"];
  return table(columns, rows, "No conflict.");
}

function waivedTable(issues: readonly Issue[]): string {
  if (issues.length === 0) return "No waived issue.";
  const rows = issues.map(({ id, gap, severity, title }) => [id, gap, severity, inlineText(title, 100)]);
  return table(["Waived issue", "Gap", "Severity", "Title"], rows, "");
}
