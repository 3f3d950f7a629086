import { inlineText, quotedText } from "../../documents/rendering/inline-text.ts";
import { table } from "../../documents/rendering/table.ts";
import type { Conflict } from "../../model/disagreement.ts";
import type { Issue } from "../../model/issue.ts";
import { plural } from "../../model/plural.ts";
import { conflictEvidence } from "../conflicts/conflict-evidence.ts";
import { currentRound } from "../queries.ts";
import { blocks } from "../record-text.ts";
import type { State } from "../state.ts";
import { FULL_ROUNDS } from "./convergence-section.ts";

/** Conflicts and waived issues (SPEC 17, SPEC 10): those that are open, and those of the last ten rounds. */
export function conflictSection(state: State): string {
  const since = currentRound(state) - FULL_ROUNDS;
  const shown = state.conflicts.filter((conflict) => conflict.state === "open" || conflict.round > since);
  const waived = state.issues.filter((issue) => issue.state === "WAIVED");
  return blocks(
    "## Conflicts and waived issues",
    conflictTable(shown),
    ...shown.filter((conflict) => conflict.state === "open").map((conflict) => openConflict(state, conflict)),
    older(state.conflicts.length - shown.length, "earlier conflict"),
    waivedTable(waived.filter((issue) => issue.round > since)),
    older(waived.filter((issue) => issue.round <= since).length, "earlier waived issue"),
  );
}

function older(count: number, what: string): string {
  return count <= 0 ? "" : `${plural(count, what)}: see [decisions.md](decisions.md).`;
}

function kindOf({ kind, heuristics }: Conflict): string {
  if (kind === "explicit") return kind;
  return heuristics.length === 0 ? "converted" : `converted (${heuristics.join(", ")})`;
}

function conflictTable(conflicts: readonly Conflict[]): string {
  const rows = conflicts.map((conflict) => {
    const { issue, gap, severity, state, option, decision = "", reviewerPosition } = conflict;
    const settled = option === undefined ? state : `${state}: ${option}`;
    return [issue, gap, severity, kindOf(conflict), settled, decision, inlineText(reviewerPosition, 100)];
  });
  const columns = ["Issue", "Gap", "Severity", "Kind", "State", "Decision", "The Reviewer's position"];
  return table(columns, rows, "No conflict.");
}

/** Whole, so that it can be judged where there is no terminal (SPEC 10.3). */
function openConflict(state: State, conflict: Conflict): string {
  const title = `${conflict.issue} (${conflict.severity}) on ${conflict.gap}: ${state.issues.get(conflict.issue)?.title ?? ""}`;
  const parts = conflictEvidence(state, conflict).map(
    (part) => `**${inlineText(part.title, 200)}**\n\n${quotedText(part.body)}`,
  );
  return blocks(`### ${inlineText(title, 300)}`, ...parts);
}

function waivedTable(issues: readonly Issue[]): string {
  const rows = issues.map(({ id, gap, severity, title }) => [id, gap, severity, inlineText(title, 100)]);
  return table(["Waived issue", "Gap", "Severity", "Title"], rows, "No waived issue.");
}
