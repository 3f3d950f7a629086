import { type Conflict, isWaiting } from "../../model/disagreement.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { GapState } from "../../model/gap.ts";
import { type GapId, type IssueId, isGapId, isIssueId } from "../../model/ids.ts";
import type { Issue } from "../../model/issue.ts";
import { isUnsettled } from "../../model/issue-state.ts";
import type { Question } from "../../model/question.ts";
import { conflictQuestion, conflictsToAsk } from "../conflicts/conflict-question.ts";
import { conflictQueue, dropConflict, openConflictOn } from "../disagreement/open-conflicts.ts";
import { measureRateAgain } from "../disagreement/rate-question.ts";
import { waitsForGround } from "../disagreement/settle-gaps.ts";
import { collect } from "../evolve/evolve.ts";
import { moveIssue } from "../ledger-events.ts";
import { askEach, withdraw } from "../make-question.ts";
import type { State } from "../state.ts";

/** Closes the conflicts, flags and questions that a command made pointless; what remains is asked again. */
export function withdrawMoot(before: State, after: State): SessionEvent[] {
  return collect(
    after,
    (current) => closeMoot(before, current),
    (current) => (disputes(current) === disputes(before) ? [] : measureRateAgain(current)),
    (current) => withdrawQuestions(before, current),
  );
}

/** The explicit conflicts that the disagreement rate counts, as a text to compare; decided ones count, too. */
function disputes({ conflicts }: State): string {
  const stated = conflicts.filter(({ state, kind }) => state !== "dropped" && kind === "explicit");
  return stated.map(({ issue, severity }) => `${issue} ${severity}`).join();
}

/** Withdraws pointless questions; the conflicts that remain of one are asked about again at once. */
function withdrawQuestions(before: State, state: State): SessionEvent[] {
  const moot = state.questions.filter((question) => isMoot(question, before, state));
  const disputed = moot.flatMap(({ kind, about }) => (kind === "conflict" ? about : []));
  const left = conflictQueue(state).filter(({ issue }) => disputed.includes(issue));
  const again = askEach(state, conflictsToAsk(left), conflictQuestion);
  return [...moot.map((question) => withdraw(question, "it no longer decides anything")), ...again];
}

/** States of gaps that nobody works on. */
const CLOSED: readonly (GapState | undefined)[] = ["WONT_FIX", "SUPERSEDED", "USER_DEFERRED", "RESOLVED", "PARKED"];

function isMoot({ kind, about }: Question, before: State, state: State): boolean {
  const gaps = about.filter(isGapId).map((id) => state.gaps.get(id)?.state);
  const issues = about.filter(isIssueId);
  switch (kind) {
    case "nothing-to-do":
    case "inventory":
    case "warning-gate":
      return state.gaps !== before.gaps;
    case "input":
      return !gaps.includes("BLOCKED");
    case "verdict":
      return !gaps.includes("PROPOSED");
    case "role-failed":
    case "both-failed":
    case "dependency-cycle":
      return gaps.some((now) => CLOSED.includes(now));
    case "disagree-rate":
      return issues.some((id) => openConflictOn(state, id) === undefined);
    case "conflict":
      // Moot unless the same question, with the same conflicts and severities, would be asked now.
      return !conflictsToAsk(conflictQueue(state)).some(
        (conflict) => conflictQuestion(state, conflict).about.join() === about.join(),
      );
    case "flag":
      return !state.flags.some((flag) => flag.id === about[0] && flag.severity === about[3] && isWaiting(flag));
    case "ungrounded":
      return !issues.some((id) => {
        const issue = state.issues.get(id);
        return issue && waitsForGround(state, issue) && !CLOSED.includes(state.gaps.get(issue.gap)?.state);
      });
    default:
      return false;
  }
}

/** Closes conflicts and flags on issues that a command settled, or on gaps it closed or deferred (SPEC 3.6, 4.6). */
function closeMoot(before: State, after: State): SessionEvent[] {
  const isEnded = (id: GapId) => {
    const now = after.gaps.get(id)?.state;
    return (now === "WONT_FIX" || now === "USER_DEFERRED") && before.gaps.get(id)?.state !== now;
  };
  const isLive = (issue: Issue | undefined) => issue !== undefined && isUnsettled(issue) && issue.state !== "LOWERED";
  const isSettled = (id: IssueId) => isLive(before.issues.get(id)) && !isLive(after.issues.get(id));
  const isOver = ({ issue, gap }: Pick<Conflict, "issue" | "gap">) => isEnded(gap) || isSettled(issue);
  const conflicts = after.conflicts.filter((conflict) => conflict.state === "open" && isOver(conflict));
  const flags = after.flags.filter((flag) => isWaiting(flag) && isOver(flag));
  return [
    ...conflicts.flatMap((conflict) => {
      const { issue, gap } = conflict;
      const over = isEnded(gap) ? `${gap} is ${after.gaps.get(gap)?.state}` : `it is ${after.issues.get(issue)?.state}`;
      return [dropConflict(conflict, over), ...putOff(after, conflict)];
    }),
    ...flags.map(({ id: flag, issue }): SessionEvent => {
      return { type: "flag_settled", flag, outcome: after.issues.get(issue)?.state === "WAIVED" ? "waived" : "moot" };
    }),
  ];
}

/** Reopens the issue of a deferred gap: once the gap is taken up again, the Engineer must answer or disagree anew. */
function putOff(state: State, { issue: id, gap }: Conflict): SessionEvent[] {
  const issue = state.issues.get(id);
  if (state.gaps.get(gap)?.state !== "USER_DEFERRED" || issue?.state !== "DISPUTED") return [];
  return moveIssue(issue, "OPEN", `${gap} was deferred`);
}
