import { type Conflict, type Flag, isWaiting } from "../../model/disagreement.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { GapState } from "../../model/gap.ts";
import { type GapId, type IssueId, isGapId, isIssueId } from "../../model/ids.ts";
import { isUnsettled } from "../../model/issue-state.ts";
import type { Question } from "../../model/question.ts";
import { collect } from "../collect.ts";
import { conflictQuestions } from "../conflicts/conflict-question.ts";
import { flagQuestion } from "../disagreement/flag-question.ts";
import { flagActions } from "../disagreement/flags.ts";
import { conflictQueue, dropConflict, openConflictOn } from "../disagreement/open-conflicts.ts";
import { rateAgain } from "../disagreement/rate-question.ts";
import { waitsForGround } from "../disagreement/settle-gap.ts";
import { moveIssue } from "../issue-events.ts";
import { asked, withdraw } from "../make-question.ts";
import type { State } from "../state.ts";

/** Nobody works on such a gap. */
const CLOSED: readonly GapState[] = ["WONT_FIX", "SUPERSEDED", "USER_DEFERRED", "RESOLVED", "PARKED"];

/**
 * What a command of the person left without an object is taken back: a dispute or a flag on what they settled or
 * closed, a question about it. Where something is left of a question, it is asked anew.
 */
export function withdrawMoot(before: State, after: State, now: string): SessionEvent[] {
  const closed = after.gaps
    .filter((gap) => CLOSED.includes(gap.state) && before.gaps.get(gap.id)?.state !== gap.state)
    .map((gap) => gap.id);
  const isDropped = (current: State, id: string) =>
    isIssueId(id) && openConflictOn(after, id) !== undefined && openConflictOn(current, id) === undefined;
  const mootNow = (current: State) =>
    current.questions.filter(
      (question) =>
        isMoot(question, current, closed) ||
        ((question.kind === "nothing-to-do" || question.kind === "inventory") && after.gaps !== before.gaps) ||
        question.about.some((id) => isDropped(current, id)),
    );
  return collect(
    after,
    now,
    (current) => closeMoot(before, current, closed),
    (current) => (disputes(current) === disputes(before) ? [] : rateAgain(current)),
    (current) => withdrawn(current, mootNow(current)),
  );
}

/** What the rate of disagreement is made of; a conflict that is decided was one all the same. */
function disputes({ conflicts }: State): string {
  const stated = conflicts.filter(({ state, kind }) => state !== "dropped" && kind === "explicit");
  return stated.map(({ issue, severity }) => `${issue} ${severity}`).join();
}

/** What is left of a question about conflicts or a flag is asked again, as it stands now. */
function withdrawn(state: State, questions: readonly Question[]): SessionEvent[] {
  const about = (wanted: Question["kind"]) => questions.flatMap(({ kind, about }) => (kind === wanted ? about : []));
  const [disputed, flagged] = [about("conflict"), about("flag")];
  const left = conflictQueue(state).filter(({ issue }) => disputed.includes(issue));
  const conflicts = conflictQuestions(state, left);
  const { block, warn } = state.round ? flagActions(state, state.round) : { block: [], warn: [] };
  const flags = [...new Set([...block, ...warn])].filter(({ id }) => flagged.includes(id));
  const again = [...conflicts, ...flags.map((flag, index) => flagQuestion(state, flag, conflicts.length + index))];
  return [...questions.map((question) => withdraw(question, "nothing hangs on it now")), ...again.map(asked)];
}

function isMoot({ kind, about }: Question, state: State, closed: readonly GapId[]): boolean {
  const isAbout = (holds: (id: string) => boolean) => about.some(holds);
  switch (kind) {
    case "input":
      return !isAbout((id) => isGapId(id) && state.gaps.get(id)?.state === "BLOCKED");
    case "conflict":
      // As it would be asked now: of the same conflicts, at the severity that they have.
      return !conflictQuestions(state).some((question) => question.about.join() === about.join());
    case "flag":
      return !state.flags.some(
        ({ id, severity, ...flag }) => id === about[0] && severity === about[3] && isWaiting(flag),
      );
    case "ungrounded":
      return !isAbout((id) => {
        const issue = isIssueId(id) ? state.issues.get(id) : undefined;
        return issue !== undefined && waitsForGround(state, issue) && !closed.includes(issue.gap);
      });
    case "verdict":
      return !isAbout((id) => isGapId(id) && state.gaps.get(id)?.state === "PROPOSED");
    case "role-failed":
    case "both-failed":
    case "dependency-cycle":
    case "warning-gate":
      return isAbout((id) => closed.some((gap) => gap === id));
    default:
      return false;
  }
}

/** Conflicts and flags on an issue that a command settled, or on a gap that it closed or put off (SPEC 3.6, 4.6). */
function closeMoot(before: State, after: State, closed: readonly GapId[]): SessionEvent[] {
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
  return moveIssue(issue, "OPEN", `${gap} is put off`);
}

function settled({ issues }: State, { id, issue }: Flag): SessionEvent {
  const outcome = issues.get(issue)?.state === "WAIVED" ? "waived" : "moot";
  return { type: "flag_settled", flag: id, outcome };
}
