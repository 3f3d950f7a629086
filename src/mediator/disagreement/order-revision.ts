import type { SessionEvent } from "../../model/events.ts";
import type { GapId, IssueId } from "../../model/ids.ts";
import { issueTransitionProblem } from "../../model/issue-state.ts";
import { collect } from "../collect.ts";
import { isDone, reopenDone } from "../gap-events.ts";
import type { State } from "../state.ts";
import { dropConflict, openConflictOn } from "./open-conflicts.ts";
import { settleGap } from "./settle-gap.ts";

/**
 * Has the Engineer answer these issues. Before the review its document is taken back and one more run is made; after
 * it the gap is NEEDS_REVISION and the next round's prompt names them (SPEC 8, 9).
 */
export function orderRevision(state: State, issues: readonly IssueId[], why: string, now: string): SessionEvent[] {
  const { round } = state;
  const gaps = gapsOf(state, issues);
  const reopen = (current: State) => issues.flatMap((id) => reopenIssue(current, id, why));
  if (!round?.engineerDocument || round.reviewerDocument) {
    return collect(state, now, reopen, (current) => gaps.flatMap((gap) => revise(current, gap, why)));
  }
  // What the User closed or parked meanwhile stays so.
  const proposed = round.engineerDocument.digest.proposals
    .map((proposal) => proposal.gap)
    .filter((gap) => state.gaps.get(gap)?.state === "PROPOSED");
  const own = gaps.filter((gap) => proposed.includes(gap));
  return collect(
    state,
    now,
    reopen,
    () => [{ type: "revision_ordered", gaps: own, issues, why }],
    // The other documents of the round are joined again with the new one.
    () => proposed.map((gap) => backToWork(gap, why)),
  );
}

/** A gap that the review accepted meanwhile is reopened by the person. */
function revise(state: State, gap: GapId, why: string): SessionEvent[] {
  return isDone(state, gap) ? reopenDone(state, gap, why) : settleGap(state, gap);
}

function reopenIssue(state: State, id: IssueId, why: string): SessionEvent[] {
  const conflict = openConflictOn(state, id);
  const issue = state.issues.get(id);
  // OPEN and NOT_FIXED are owed an answer as they are.
  const reopens = issue && issueTransitionProblem(issue, "OPEN") === undefined;
  return [
    ...(conflict ? [dropConflict(conflict)] : []),
    ...(reopens ? [{ type: "issue_changed" as const, issue: id, to: "OPEN" as const, why }] : []),
  ];
}

function backToWork(gap: GapId, why: string): SessionEvent {
  return { type: "gap_changed", gap, to: "IN_PROGRESS", actor: "mediator", why };
}

export function gapsOf({ issues }: State, ids: readonly IssueId[]): GapId[] {
  return [...new Set(ids.flatMap((id) => issues.get(id)?.gap ?? []))];
}
