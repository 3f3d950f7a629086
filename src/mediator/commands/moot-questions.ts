import type { SessionEvent } from "../../model/events.ts";
import type { GapState } from "../../model/gap.ts";
import { type GapId, isGapId, isIssueId } from "../../model/ids.ts";
import type { Question } from "../../model/question.ts";
import { dropConflict, openConflictOn } from "../conflicts/open-conflicts.ts";
import type { State } from "../state.ts";

/** Nobody works on such a gap. */
const CLOSED: readonly GapState[] = ["WONT_FIX", "SUPERSEDED", "USER_DEFERRED", "RESOLVED"];

/**
 * What a command of the person left without an object is taken back: a dispute on a gap that they closed, a question
 * about it. Where something is left of a question, the Mediator asks that anew.
 */
export function withdrawMoot(before: State, after: State): SessionEvent[] {
  const closed = after.gaps
    .filter((gap) => CLOSED.includes(gap.state) && before.gaps.get(gap.id)?.state !== gap.state)
    .map((gap) => gap.id);
  const dropped = after.conflicts.filter(
    ({ gap, state }) => state === "open" && closed.includes(gap) && after.gaps.get(gap)?.state === "WONT_FIX",
  );
  const moot = after.questions.filter(
    (question) =>
      isMoot(question, after, closed) ||
      (question.kind === "nothing-to-do" && after.gaps !== before.gaps) ||
      dropped.some(({ issue }) => question.about.includes(issue)),
  );
  return [
    ...dropped.map(dropConflict),
    ...moot.map(
      ({ id }): SessionEvent => ({ type: "question_withdrawn", question: id, why: "nothing hangs on it now" }),
    ),
  ];
}

function isMoot({ kind, about }: Question, state: State, closed: readonly GapId[]): boolean {
  switch (kind) {
    case "input":
      return !about.some((id) => isGapId(id) && state.gaps.get(id)?.state === "BLOCKED");
    case "conflict":
      return !about.some((id) => isIssueId(id) && openConflictOn(state, id));
    case "role-failed":
    case "both-failed":
    case "dependency-cycle":
    case "warning-gate":
      return about.some((id) => closed.some((gap) => gap === id));
    default:
      return false;
  }
}
