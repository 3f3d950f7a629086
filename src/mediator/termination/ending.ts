import type { TerminationType } from "../../model/convergence.ts";
import type { SessionEvent } from "../../model/events.ts";
import { collect } from "../collect.ts";
import { conflictQuestion, conflictQueue } from "../conflicts/conflict-question.ts";
import { type Effect, record } from "../effect.ts";
import { standing } from "../queries.ts";
import { agentFailureQuestion } from "../questions/round-questions.ts";
import { closeRound } from "../round/close-round.ts";
import { giveBack } from "../round/engineer-phase.ts";
import { followUp } from "../round/run-order.ts";
import type { OpenRound, State, StopState } from "../state.ts";
import { isComplete } from "./complete.ts";
import { gateQuestion } from "./warning-gate.ts";

type Ending = Extract<StopState, { type: "ending" }>;

/** Brings a chosen ending about: the round is closed, the gates are passed, the last review is read (SPEC 12). */
export function endingEffect(state: State, ending: Ending, now: string): Effect {
  if (ending.termination === "ABANDONED") {
    return record({ type: "session_ended", termination: "ABANDONED", trigger: ending.trigger });
  }
  // CRITICAL conflicts block every ending but ABANDONED (SPEC 10.6).
  const critical = conflictQueue(state).find((conflict) => conflict.severity === "CRITICAL");
  if (critical) return record({ type: "question_asked", question: conflictQuestion(state, critical) });
  if (state.round) return record(...cutShort(state, state.round, now));
  const termination = endingType(state, ending);
  const gate = termination === "COMPLETE" ? undefined : gateQuestion(state, ending.gatesPassed);
  if (gate) return record({ type: "question_asked", question: gate });
  if (termination !== "COMPLETE" || state.finalReview.result === "ready") {
    return { type: "finish", termination, trigger: ending.trigger };
  }
  if (state.finalReview.result === "not-ready") {
    return record({ type: "ending_dropped", why: "the final review found blockers" });
  }
  return finalReviewEffect(state);
}

/** By what is left: nothing, nothing serious, or what the person acknowledged (SPEC 12). */
function endingType(state: State, ending: Ending): TerminationType {
  if (ending.termination !== "BY_WHAT_IS_LEFT") return ending.termination;
  if (isComplete(state)) return "COMPLETE";
  const serious = ending.gatesPassed.some((gate) => gate !== "rest");
  return serious ? "USER_APPROVED" : "GOOD_ENOUGH";
}

/** The person ends it within a round: what is under way goes back, what is written stays. */
function cutShort(state: State, round: OpenRound, now: string): SessionEvent[] {
  return collect(
    state,
    now,
    (current) =>
      round.slots
        .filter((slot) => !slot.dropped && current.gaps.get(slot.gap)?.state === "IN_PROGRESS")
        .flatMap((slot) => giveBack(current, slot, "the session ends", false)),
    (current) => (current.round ? closeRound(current, current.round, now) : []),
  );
}

function finalReviewEffect(state: State): Effect {
  const runs = standing(state.finalReview.runs);
  const last = runs.at(-1);
  if (last?.end?.gate.success) return { type: "read-final-review", run: last.id };
  if (last?.end && (last.end.fatal || runs.length > state.config.maxRetries)) {
    return record({ type: "question_asked", question: agentFailureQuestion(state, last) });
  }
  const round = state.records.length;
  return {
    type: "run",
    orders: [
      {
        ...followUp(runs),
        id: `final-review-${round}-${runs.length + 1}`,
        role: "final-review",
        round,
        gaps: [],
        condensed: false,
      },
    ],
  };
}
