import type { TerminationType } from "../../model/convergence.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { GapId } from "../../model/ids.ts";
import { conflictQuestion } from "../conflicts/conflict-question.ts";
import { cutShort } from "../convergence/convergence.ts";
import { conflictQueue } from "../disagreement/open-conflicts.ts";
import { ask, type Effect, record } from "../effect.ts";
import { currentRound } from "../queries.ts";
import { budgetQuestion } from "../questions/cost-questions.ts";
import { agentFailureQuestion } from "../questions/failure-questions.ts";
import { issueQuestions } from "../questions/review-questions.ts";
import { hasUnwrittenAnswer, openRound, writableTogether } from "../round/choose-gaps.ts";
import { singleRunEffect } from "../round/slot.ts";
import type { OpenRound, State, StopState } from "../state.ts";
import { withinRound } from "../steps/within-round.ts";
import { acceptGaps } from "../working-spec/candidate.ts";
import { isComplete, isInterviewDone, isSeriousLeft } from "./ending-questions.ts";
import { goOnWithBlockers, notReadyQuestion, polishQuestion } from "./final-review.ts";
import { gateQuestion } from "./warning-gate.ts";

type Ending = Extract<StopState, { type: "ending" }>;

/** Carries out a chosen ending: its gates, then the final review (SPEC 12). Until the end an open round stays open. */
export function endingEffect(state: State, ending: Ending): Effect {
  if (ending.termination === "ABANDONED") {
    return record({ type: "session_ended", termination: "ABANDONED", trigger: ending.trigger });
  }
  // CRITICAL conflicts block every ending except ABANDONED (SPEC 10.6).
  const critical = conflictQueue(state).find((conflict) => conflict.severity === "CRITICAL");
  if (critical) return ask(conflictQuestion(state, critical));
  const writing = writeAnswers(state);
  if (writing) return writing;
  if (state.round?.polishing) return askBudget(state, ending) ?? withinRound(state, state.round);
  const accepted = acceptOwnWords(state);
  if (accepted.length > 0) return record(...accepted);
  // COMPLETE was chosen because nothing was open; that may have changed.
  if (ending.termination === "COMPLETE" && !isComplete(state)) {
    return record({ type: "ending_dropped", why: "something was opened since" });
  }
  const termination = endingType(state, ending);
  const isGated = termination !== "COMPLETE" && !isInterviewDone(state);
  const gate = isGated ? gateQuestion(state, ending.gatesPassed) : undefined;
  return gate ? ask(gate) : (lastReviewEffect(state, ending, termination) ?? finishEffect(state, ending, termination));
}

/** The final review and its outcome; an interview has no Reviewer for it (SPEC 12). */
function lastReviewEffect(state: State, ending: Ending, termination: TerminationType): Effect | undefined {
  const { result, notReady } = state.finalReview;
  if (result === "ready" || result === "accepted") return undefined;
  if (result === "none")
    return state.config.agents.reviewer.kind === "interview" ? undefined : finalReviewEffect(state, ending);
  // A COMPLETE session continues with the blockers as gaps; for an ending that the User chose, they decide.
  const goesOn = termination === "COMPLETE" && notReady <= MOST_NOT_READY;
  return goesOn ? record(...goOnWithBlockers(state)) : ask(notReadyQuestion(state));
}

/** How often blockers become gaps before the User is asked (SPEC 12). */
const MOST_NOT_READY = 2;

function finishEffect(state: State, ending: Ending, termination: TerminationType): Effect {
  const cut = cutShort(state);
  if (cut.length > 0) return record(...cut);
  const isOver = ending.termination === "COMPLETE" && termination !== "COMPLETE";
  return { type: "finish", termination, trigger: isOver ? "the User ended it after the final review" : ending.trigger };
}

/** The type of the ending, by what is left: nothing, nothing serious, or what the User acknowledged (SPEC 12). */
function endingType(state: State, ending: Ending): TerminationType {
  const { termination, gatesPassed } = ending;
  if (termination !== "BY_WHAT_IS_LEFT" && termination !== "COMPLETE") return termination;
  // If the User overruled the final review, the session is not COMPLETE.
  const isOverruled = state.finalReview.result === "accepted";
  if (isComplete(state) && !isOverruled) return "COMPLETE";
  const isAcknowledged = isOverruled || gatesPassed.some(({ gate }) => gate !== "rest" && gate !== "budget");
  return isAcknowledged || isSeriousLeft(state) ? "USER_APPROVED" : "GOOD_ENOUGH";
}

/** Accepts the User's own edits without a review, because none of them may be lost (SPEC 12). */
function acceptOwnWords(state: State): SessionEvent[] {
  const isOwn = (gap: GapId) => state.decisions.findLast(({ gaps }) => gaps.includes(gap))?.passages !== undefined;
  const waiting = state.gaps.filter(({ id, state: now }) => now === "PROPOSED" && isOwn(id));
  const ids = waiting.filter(({ id }) => !state.proposals.get(id)?.reviewed).map(({ id }) => id);
  return acceptGaps(state, ids, "these are your own words").filter(({ type }) => type !== "proposal_held");
}

function finalReviewEffect(state: State, ending: Ending): Effect {
  const budget = askBudget(state, ending);
  if (budget) return budget;
  // Asked before the review is paid for, and never while it runs.
  const mayPolish = state.finalReview.runs.length === 0 && !endsOverBudget(ending);
  // An answer is carried out in a round more: what the User ends as it is goes on no further.
  const left = mayPolish && ending.termination === "COMPLETE" ? issueQuestions(state, "end") : [];
  if (left.length > 0) return record(...left);
  const polish = mayPolish ? polishQuestion(state) : undefined;
  if (polish) return ask(polish);
  const round = currentRound(state);
  const { runs, runsBefore: before } = state.finalReview;
  const order = { role: "final-review", round, name: `final-review-${round}`, before } as const;
  return singleRunEffect(state, runs, order, (last) => ask(agentFailureQuestion(state, last)));
}

/** Asks before an ending pays for more than the limit, unless the User has ended the session because of it (SPEC 15.3). */
function askBudget(state: State, ending: Ending): Effect | undefined {
  const question = endsOverBudget(ending) ? undefined : budgetQuestion(state);
  return question && ask(question);
}

function endsOverBudget({ gatesPassed }: Ending): boolean {
  return gatesPassed.some(({ gate }) => gate === "budget");
}

/** Writes the User's answers into the spec before an interview ends, and before what is left is counted (SPEC 16.4). */
export function writeAnswers(state: State): Effect | undefined {
  if (state.config.agents.engineer.kind !== "interview") return undefined;
  if (state.round) return isWriting(state, state.round) ? withinRound(state, state.round) : undefined;
  const runs = writableTogether(state).map(({ id }) => [id]);
  return runs.length === 0 ? undefined : record(...openRound(state, runs, []));
}

/** Whether the round has answers that are still to be written into the spec. */
function isWriting(state: State, { slots, number }: OpenRound): boolean {
  return slots.some(
    ({ gap, dropped }) => !dropped && (hasUnwrittenAnswer(state, gap) || state.proposals.get(gap)?.round === number),
  );
}
