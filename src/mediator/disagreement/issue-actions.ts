import type { FlagAction, Heuristic } from "../../model/disagreement.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { GapId, IssueId } from "../../model/ids.ts";
import type { Issue } from "../../model/issue.ts";
import { issueTransitionProblem } from "../../model/issue-state.ts";
import { decide, giveContext } from "../decide.ts";
import { collect } from "../evolve/evolve.ts";
import { isDone, moveGap, moveIssue, reopenDone } from "../ledger-events.ts";
import type { State } from "../state.ts";
import { dropConflictOn, openConverted } from "./open-conflicts.ts";
import { settleGaps } from "./settle-gap.ts";

export type IssueActionName = Exclude<FlagAction, "false-positive">;

/** With the person's words, and the heuristics of a flag; none where they act on something else. */
type Act = (
  state: State,
  issue: Issue,
  action: { readonly text: string; readonly heuristics: readonly Heuristic[] },
) => SessionEvent[];

const UNANSWERED = "this issue was not answered";

/** What a person can have done about an issue that a flag or a note is about (SPEC 4.6, 9). */
export const ISSUE_ACTIONS: Readonly<Record<IssueActionName, Act>> = {
  ask: (state, issue) => orderRevision(state, [issue.id], UNANSWERED),
  explain: (state, issue, { text }) => [
    ...giveContext(state, { gaps: [issue.gap], text, when: `${issue.id} was not answered` }),
    ...orderRevision(state, [issue.id], UNANSWERED),
  ],
  conflict: (state, issue, { heuristics }) => openConverted(state, issue, heuristics),
  waive: (state, issue, { text }) => [
    decide(state, {
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

/** Has the Engineer answer these issues: in one more run before the review, in the next round after it (SPEC 8, 9). */
export function orderRevision(state: State, issues: readonly IssueId[], why: string): SessionEvent[] {
  const { round } = state;
  const gaps = gapsOf(state, issues);
  const reopen = (current: State) =>
    // OPEN and NOT_FIXED are owed an answer as they are.
    issues.flatMap((id) => [...dropConflictOn(current, id), ...moveIssue(current.issues.get(id), "OPEN", why)]);
  if (!round?.engineerDocument || round.reviewerDocument) {
    return collect(state, reopen, (current) =>
      // A gap that the review accepted meanwhile is reopened by the person.
      gaps.flatMap((gap) => (isDone(current, gap) ? reopenDone(current, gap, why) : settleGaps(current, [gap]))),
    );
  }
  // What the User closed or parked meanwhile stays so.
  const proposed = round.engineerDocument.digest.proposals
    .map((proposal) => proposal.gap)
    .filter((gap) => state.gaps.get(gap)?.state === "PROPOSED");
  const own = gaps.filter((gap) => proposed.includes(gap));
  return collect(
    state,
    reopen,
    () => [{ type: "revision_ordered", gaps: own, issues, why }],
    // The other documents of the round are joined again with the new one.
    () => proposed.map((gap) => moveGap(gap, "IN_PROGRESS", "mediator", why)),
  );
}

export function gapsOf({ issues }: State, ids: readonly IssueId[]): GapId[] {
  return [...new Set(ids.flatMap((id) => issues.get(id)?.gap ?? []))];
}
