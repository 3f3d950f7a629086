import type { SessionEvent } from "../../model/events.ts";
import { issueTransitionProblem } from "../../model/issue.ts";
import { isBlocking, isWorse } from "../../model/severity.ts";
import { decide } from "../answers/decide.ts";
import type { State } from "../state.ts";
import type { Command } from "./command.ts";
import { type CommandResult, done, refuse } from "./command-result.ts";

type IssueCommand = Extract<Command, { type: "issue-severity" | "issue-waive" | "issue-reopen" }>;

/** Severity, waiver and reopening of an issue, each a decision (SPEC 3.6). */
export function changeIssue(state: State, command: IssueCommand, now: string): CommandResult {
  const issue = state.issues.get(command.issue);
  if (!issue) return refuse(`there is no issue ${command.issue}`);
  const lowers = command.type === "issue-severity" && isWorse(issue.severity, command.severity);
  const to =
    command.type === "issue-waive"
      ? "WAIVED"
      : command.type === "issue-reopen"
        ? "OPEN"
        : lowers && !isBlocking(command.severity)
          ? "LOWERED"
          : issue.state;
  const problem = to === issue.state ? undefined : issueTransitionProblem(issue, to);
  if (problem !== undefined) return refuse(problem);
  const severity = command.type === "issue-severity" ? command.severity : undefined;
  const decision = decide(state, now, {
    type: command.type === "issue-waive" ? "waiver" : command.type,
    title: `${issue.id} is ${severity ?? to}`,
    gaps: [issue.gap],
    issues: [issue.id],
    decision: `${issue.id} (${issue.severity}, ${issue.state}) is ${severity ?? to}`,
    rationale: command.reason,
  });
  const change: SessionEvent = {
    type: "issue_changed",
    issue: issue.id,
    to,
    why: command.reason,
    ...(severity === undefined ? {} : { severity }),
  };
  return done([decision, change], `${issue.id} is ${severity ?? to}`);
}
