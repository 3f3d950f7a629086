import { type Conflict, type Flag, isWaiting } from "../../model/disagreement.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { GapId, IssueId } from "../../model/ids.ts";
import { issueTransitionProblem, isUnsettled } from "../../model/issue-state.ts";
import { dropConflict } from "../conflicts/open-conflicts.ts";

import type { State } from "../state.ts";

/** Conflicts and flags on an issue that a command settled, or on a gap that it closed or put off (SPEC 3.6, 4.6). */
export function closeMoot(before: State, after: State, closed: readonly GapId[]): SessionEvent[] {
  const ended = closed.filter((gap) => ["WONT_FIX", "USER_DEFERRED"].includes(after.gaps.get(gap)?.state ?? ""));
  const isOver = ({ issue, gap }: Pick<Conflict, "issue" | "gap">) =>
    ended.includes(gap) || isSettledBy(before, after, issue);
  const conflicts = after.conflicts.filter((conflict) => conflict.state === "open" && isOver(conflict));
  const flags = after.flags.filter((flag) => isWaiting(flag) && isOver(flag));
  return [
    ...conflicts.flatMap((conflict) => [dropConflict(conflict), ...putOff(after, conflict)]),
    ...flags.map((flag) => settled(after, flag)),
  ];
}

function isSettledBy(before: State, after: State, id: IssueId): boolean {
  const [was, is] = [before.issues.get(id), after.issues.get(id)];
  return was !== undefined && is !== undefined && isUnsettled(was) && !isUnsettled(is);
}

/** When its gap is taken up again the Engineer owes an answer, and may disagree anew. */
function putOff(state: State, { issue: id, gap }: Conflict): SessionEvent[] {
  const issue = state.issues.get(id);
  if (state.gaps.get(gap)?.state !== "USER_DEFERRED" || issue?.state !== "DISPUTED") return [];
  if (issueTransitionProblem(issue, "OPEN") !== undefined) return [];
  return [{ type: "issue_changed", issue: id, to: "OPEN", why: `${gap} is put off` }];
}

function settled({ issues }: State, { id, issue }: Flag): SessionEvent {
  const outcome = issues.get(issue)?.state === "WAIVED" ? "waived" : "moot";
  return { type: "flag_settled", flag: id, outcome };
}
