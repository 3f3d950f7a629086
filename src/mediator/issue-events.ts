import type { SessionEvent } from "../model/events.ts";
import type { Issue, IssueState } from "../model/issue.ts";
import { issueTransitionProblem } from "../model/issue-state.ts";
import type { EventOf } from "./state.ts";

/** An issue goes to another state; nothing where that is not legal (SPEC 3.6). */
export function moveIssue(
  issue: Issue | undefined,
  to: IssueState,
  why: string,
  more: Partial<EventOf<"issue_changed">> = {},
): SessionEvent[] {
  if (!issue || issueTransitionProblem(issue, to) !== undefined) return [];
  return [{ type: "issue_changed", issue: issue.id, to, why, ...more }];
}
