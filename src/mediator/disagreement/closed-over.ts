import type { Gap, GapState } from "../../model/gap.ts";
import type { GapId } from "../../model/ids.ts";
import type { Issue } from "../../model/issue.ts";
import { isUnsettled } from "../../model/issue-state.ts";
import { isBlocking } from "../../model/severity.ts";

/** A gap that ended while the Engineer owed an answer on it (SPEC 9). */
export interface ClosedOver {
  readonly gap: GapId;
  readonly state: GapState;
  readonly issues: readonly Issue[];
}

const ENDED: readonly GapState[] = ["USER_DEFERRED", "WONT_FIX", "PARKED"];

/** The gaps that ended over an unanswered CRITICAL or HIGH issue, with those issues. */
export function closedOverOpenIssues(gaps: Iterable<Pick<Gap, "id" | "state">>, issues: Iterable<Issue>): ClosedOver[] {
  const owed = new Map<GapId, Issue[]>();
  for (const issue of issues) {
    if (!isBlocking(issue.severity) || !isUnsettled(issue) || issue.state === "ANSWERED" || issue.noted) continue;
    owed.set(issue.gap, [...(owed.get(issue.gap) ?? []), issue]);
  }
  return [...gaps].flatMap(({ id, state }) => {
    const left = owed.get(id);
    return left && ENDED.includes(state) ? [{ gap: id, state, issues: left }] : [];
  });
}
