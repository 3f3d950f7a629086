import type { Gap, GapState } from "../../model/gap.ts";
import type { Issue } from "../../model/issue.ts";
import { isUnsettled } from "../../model/issue-state.ts";
import { isBlocking } from "../../model/severity.ts";

const ENDED: readonly GapState[] = ["USER_DEFERRED", "WONT_FIX", "PARKED"];

/** The unanswered CRITICAL and HIGH issues that gaps ended over (SPEC 9). */
export function closedOverOpenIssues(gaps: readonly Pick<Gap, "id" | "state">[], issues: readonly Issue[]): Issue[] {
  const ended = new Set(gaps.filter(({ state }) => ENDED.includes(state)).map(({ id }) => id));
  return issues.filter(
    (issue) =>
      ended.has(issue.gap) &&
      isBlocking(issue.severity) &&
      isUnsettled(issue) &&
      issue.state !== "ANSWERED" &&
      !issue.noted,
  );
}
