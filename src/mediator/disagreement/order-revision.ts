import type { SessionEvent } from "../../model/events.ts";
import type { GapId, IssueId } from "../../model/ids.ts";
import { collect } from "../collect.ts";
import { isDone, moveGap, reopenDone } from "../gap-events.ts";
import { moveIssue } from "../issue-events.ts";
import type { State } from "../state.ts";
import { dropConflictOn } from "./open-conflicts.ts";
import { settleGap } from "./settle-gap.ts";

/**
 * Has the Engineer answer these issues. Before the review its document is taken back and one more run is made; after
 * it the gap is NEEDS_REVISION and the next round's prompt names them (SPEC 8, 9).
 */
export function orderRevision(state: State, issues: readonly IssueId[], why: string, now: string): SessionEvent[] {
  const { round } = state;
  const gaps = gapsOf(state, issues);
  const reopen = (current: State) =>
    // OPEN and NOT_FIXED are owed an answer as they are.
    issues.flatMap((id) => [...dropConflictOn(current, id), ...moveIssue(current.issues.get(id), "OPEN", why)]);
  if (!round?.engineerDocument || round.reviewerDocument) {
    return collect(state, now, reopen, (current) =>
      // A gap that the review accepted meanwhile is reopened by the person.
      gaps.flatMap((gap) => (isDone(current, gap) ? reopenDone(current, gap, why) : settleGap(current, gap))),
    );
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
    () => proposed.map((gap) => moveGap(gap, "IN_PROGRESS", "mediator", why)),
  );
}

export function gapsOf({ issues }: State, ids: readonly IssueId[]): GapId[] {
  return [...new Set(ids.flatMap((id) => issues.get(id)?.gap ?? []))];
}
