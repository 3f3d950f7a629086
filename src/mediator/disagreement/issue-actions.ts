import type { FlagAction, Heuristic } from "../../model/disagreement.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { Issue } from "../../model/issue.ts";
import { issueTransitionProblem } from "../../model/issue-state.ts";
import { decide, giveContext } from "../decide.ts";
import type { State } from "../state.ts";
import { openConverted } from "./open-conflicts.ts";
import { orderRevision } from "./order-revision.ts";

/** The person's words with an action: the reason of a waiver, an explanation. */
export interface IssueAction {
  readonly text: string;
  /** Those of a flag; none where the person acts on something else. */
  readonly heuristics: readonly Heuristic[];
  readonly now: string;
}

export type IssueActionName = Exclude<FlagAction, "false-positive">;

type Act = (state: State, issue: Issue, action: IssueAction) => SessionEvent[];

const UNANSWERED = "this issue was not answered";

/** What a person can have done about an issue that a flag or a note is about (SPEC 4.6, 9). */
export const ISSUE_ACTIONS: Readonly<Record<IssueActionName, Act>> = {
  ask: (state, issue, { now }) => orderRevision(state, [issue.id], UNANSWERED, now),
  explain: (state, issue, { text, now }) => [
    ...giveContext(state, now, { gaps: [issue.gap], text, when: `${issue.id} was not answered` }),
    ...orderRevision(state, [issue.id], UNANSWERED, now),
  ],
  conflict: (state, issue, { heuristics }) => openConverted(state, issue, heuristics),
  waive: (state, issue, { text, now }) => [
    decide(state, now, {
      type: "waiver",
      title: `${issue.id} is waived`,
      gaps: [issue.gap],
      issues: [issue.id],
      decision: `${issue.id} (${issue.severity}) need not be met`,
      rationale: text,
    }),
    { type: "issue_changed", issue: issue.id, to: "WAIVED", why: text },
  ],
};

/** Why an action cannot be done: it needs words, or a review settled the issue meanwhile. */
export function actionProblem(action: FlagAction, text: string, issue: Issue | undefined): string | undefined {
  if ((action === "waive" || action === "explain") && text.trim() === "") return `${action} needs your words`;
  const to = action === "waive" ? "WAIVED" : action === "conflict" ? "DISPUTED" : undefined;
  return issue && to && issueTransitionProblem(issue, to);
}
