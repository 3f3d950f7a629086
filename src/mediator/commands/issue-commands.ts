import type { Conflict } from "../../model/disagreement.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { Issue, IssueState } from "../../model/issue.ts";
import { issueTransitionProblem } from "../../model/issue-state.ts";
import { isBlocking, isWorse } from "../../model/severity.ts";
import { decide } from "../decide.ts";
import { dropConflict } from "../disagreement/open-conflicts.ts";
import { settleBound } from "../disagreement/settle-gap.ts";
import type { State } from "../state.ts";
import type { CommandOf } from "./command.ts";
import { type CommandResult, done, refuse } from "./command-result.ts";

type IssueCommand = CommandOf<"issue-severity" | "issue-waive" | "issue-reopen">;

/** Severity, waiver and reopening of an issue, each a decision (SPEC 3.6). */
export function changeIssue(state: State, command: IssueCommand, now: string): CommandResult {
  const issue = state.issues.get(command.issue);
  if (!issue) return refuse(`there is no issue ${command.issue}`);
  const to = targetOf(issue, command);
  const problem = to === issue.state ? undefined : issueTransitionProblem(issue, to);
  if (problem !== undefined) return refuse(problem);
  const severity = command.type === "issue-severity" ? command.severity : undefined;
  const undone = command.type === "issue-reopen" ? bindingConflict(state, issue) : undefined;
  const decision = decide(state, now, {
    type: command.type === "issue-waive" ? "waiver" : command.type,
    title: `${issue.id} is ${severity ?? to}`,
    gaps: [issue.gap],
    issues: [issue.id],
    decision: `${issue.id} (${issue.severity}) is ${severity ?? to}${undoneText(undone)}`,
    rationale: command.reason,
  });
  const change: SessionEvent = {
    type: "issue_changed",
    issue: issue.id,
    to,
    why: command.reason,
    ...(severity === undefined ? {} : { severity }),
  };
  const said = [decision, ...(undone ? [dropConflict(undone)] : []), change];
  return done(settleBound(state, issue.gap, now, said), `${issue.id} is ${severity ?? to}`);
}

function targetOf(issue: Issue, command: IssueCommand): IssueState {
  switch (command.type) {
    case "issue-waive":
      return "WAIVED";
    case "issue-reopen":
      return "OPEN";
    case "issue-severity":
      return isWorse(issue.severity, command.severity) && !isBlocking(command.severity) ? "LOWERED" : issue.state;
  }
}

/** What was decided on it, or left, binds nobody once the person opens the issue again (SPEC 10.4, reversible). */
function bindingConflict({ conflicts }: State, { id, state }: Issue): Conflict | undefined {
  const isBinding = (conflict: Conflict) =>
    conflict.state === "open" || conflict.state === "left" || state === "WAIVED";
  return conflicts.findLast((conflict) => conflict.issue === id && conflict.state !== "dropped" && isBinding(conflict));
}

function undoneText(conflict: Conflict | undefined): string {
  return conflict?.decision === undefined ? "" : `; ${conflict.decision} holds no longer`;
}
