import type { SessionEvent } from "../../model/events.ts";
import type { GapState } from "../../model/gap.ts";
import { type GapId, isGapId, isIssueId } from "../../model/ids.ts";
import type { Question } from "../../model/question.ts";
import { collect } from "../collect.ts";
import { conflictQuestion } from "../conflicts/conflict-question.ts";
import { openConflictOn } from "../conflicts/open-conflicts.ts";
import { waitsForGround } from "../conflicts/ungrounded.ts";
import { rateAgain } from "../disagreement/apply-rate.ts";
import { isWaiting } from "../disagreement/flag-thresholds.ts";
import type { State } from "../state.ts";
import { closeMoot } from "./moot-disputes.ts";

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
    (current) => (current.conflicts === after.conflicts ? [] : rateAgain(current)),
    (current) => mootNow(current).flatMap((question) => withdrawn(current, question)),
  );
}

/** What is left of one question about several conflicts is asked again. */
function withdrawn(state: State, { id, kind, about }: Question): SessionEvent[] {
  const withdraw: SessionEvent = { type: "question_withdrawn", question: id, why: "nothing hangs on it now" };
  const left =
    kind === "conflict" ? about.filter(isIssueId).flatMap((issue) => openConflictOn(state, issue) ?? []) : [];
  const [first] = left;
  return first ? [withdraw, { type: "question_asked", question: conflictQuestion(state, first) }] : [withdraw];
}

function isMoot({ kind, about }: Question, state: State, closed: readonly GapId[]): boolean {
  const isAbout = (holds: (id: string) => boolean) => about.some(holds);
  switch (kind) {
    case "input":
      return !isAbout((id) => isGapId(id) && state.gaps.get(id)?.state === "BLOCKED");
    case "conflict":
      return !isAbout((id) => isIssueId(id) && openConflictOn(state, id) !== undefined);
    case "flag":
      return !state.flags.some((flag) => flag.id === about[0] && isWaiting(flag));
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
