import type { TerminationType } from "../../model/convergence.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { GapId } from "../../model/ids.ts";
import { isBlocking } from "../../model/severity.ts";
import { conflictQuestion } from "../conflicts/conflict-question.ts";
import { closeRound } from "../convergence/close-round.ts";
import { conflictQueue } from "../disagreement/open-conflicts.ts";
import { ask, type Effect, record } from "../effect.ts";
import { collect } from "../evolve/evolve.ts";
import { giveBack } from "../ledger-events.ts";
import { agentFailureQuestion } from "../questions/agent-failure.ts";
import { hasUnwrittenAnswer, openRound, writableTogether } from "../round/choose-gaps.ts";
import { singleRunEffect } from "../round/slot.ts";
import { acceptGaps } from "../spec/candidate.ts";
import type { OpenRound, State, StopState } from "../state.ts";
import { withinRound } from "../steps/within-round.ts";
import { gapsLeft, isComplete, isInterviewDone } from "./ending-questions.ts";
import { goOnWithBlockers, notReadyQuestion, polishQuestion } from "./final-review.ts";
import { gateQuestion } from "./warning-gate.ts";

type Ending = Extract<StopState, { type: "ending" }>;

/** Brings a chosen ending about: the round is closed, the gates are passed, the last review is read (SPEC 12). */
export function endingEffect(state: State, ending: Ending): Effect {
  if (ending.termination === "ABANDONED") {
    return record({ type: "session_ended", termination: "ABANDONED", trigger: ending.trigger });
  }
  // CRITICAL conflicts block every ending but ABANDONED (SPEC 10.6).
  const critical = conflictQueue(state).find((conflict) => conflict.severity === "CRITICAL");
  if (critical) return ask(conflictQuestion(state, critical));
  const writing = writeAnswers(state);
  if (writing) return writing;
  if (state.round?.polishing) return withinRound(state, state.round);
  if (state.round) return record(...cutShort(state, state.round));
  const own = acceptOwnWords(state);
  if (own.length > 0) return record(...own);
  const termination = endingType(state, ending);
  const isGated = termination !== "COMPLETE" && !isInterviewDone(state);
  const gate = isGated ? gateQuestion(state, ending.gatesPassed) : undefined;
  if (gate) return ask(gate);
  switch (state.finalReview.result) {
    case "ready":
    case "accepted":
      return { type: "finish", termination, trigger: ending.trigger };
    case "not-ready": {
      // COMPLETE goes on with the blockers as gaps; an ending that the User chose is theirs to decide.
      const goesOn = termination === "COMPLETE" && state.finalReview.notReady <= MOST_NOT_READY;
      return goesOn ? record(...goOnWithBlockers(state)) : ask(notReadyQuestion(state));
    }
    case "none":
      // The interview is its own reader: there is nobody to ask for a last look (SPEC 12).
      if (state.config.agents.reviewer.kind === "interview") {
        return { type: "finish", termination, trigger: ending.trigger };
      }
      return finalReviewEffect(state);
  }
}

/** How often blockers become gaps by themselves (SPEC 12). */
const MOST_NOT_READY = 2;

/** By what is left: nothing, nothing serious, or what the person acknowledged (SPEC 12). */
function endingType(state: State, ending: Ending): TerminationType {
  if (ending.termination !== "BY_WHAT_IS_LEFT") return ending.termination;
  if (isComplete(state)) return "COMPLETE";
  const isAcknowledged = ending.gatesPassed.some((gate) => gate !== "rest");
  const serious = isAcknowledged || gapsLeft(state).some(({ severity }) => isBlocking(severity));
  return serious ? "USER_APPROVED" : "GOOD_ENOUGH";
}

/** The person ends it within a round: what is under way goes back, what is written stays. */
function cutShort(state: State, round: OpenRound): SessionEvent[] {
  return collect(
    state,
    (current) =>
      round.slots
        .filter((slot) => !slot.dropped && current.gaps.get(slot.gap)?.state === "IN_PROGRESS")
        .flatMap((slot) => giveBack(current, slot, "the session ends", false)),
    (current) => (current.round ? closeRound(current, current.round) : []),
  );
}

/** What the person wrote into the spec themselves needs no Reviewer: nobody's edit is ever dropped (SPEC 12). */
function acceptOwnWords(state: State): SessionEvent[] {
  const isOwn = (gap: GapId) => state.decisions.findLast(({ gaps }) => gaps.includes(gap))?.passages !== undefined;
  const waiting = state.gaps.filter(({ id, state: now }) => now === "PROPOSED" && isOwn(id));
  const ids = waiting.filter(({ id }) => !state.proposals.get(id)?.reviewed).map(({ id }) => id);
  return acceptGaps(state, ids, "these are your own words").filter(({ type }) => type !== "proposal_held");
}

function finalReviewEffect(state: State): Effect {
  // Before it is paid for, and never once it is under way.
  const polish = state.finalReview.runs.length === 0 ? polishQuestion(state) : undefined;
  if (polish) return ask(polish);
  const round = state.records.length;
  const order = { role: "final-review", round, name: `final-review-${round}` } as const;
  return singleRunEffect(state, state.finalReview.runs, order, (last) => ask(agentFailureQuestion(state, last)));
}

/** Before an interview ends, what the person answered goes into the spec; what is left is counted after that (SPEC 16.4). */
export function writeAnswers(state: State): Effect | undefined {
  if (state.config.agents.engineer.kind !== "interview") return undefined;
  if (state.round) return isWriting(state, state.round) ? withinRound(state, state.round) : undefined;
  const runs = writableTogether(state).map(({ id }) => [id]);
  return runs.length === 0 ? undefined : record(...openRound(state, runs, []));
}

/** Something was answered in this round, and is on its way into the spec. */
function isWriting(state: State, { slots, number }: OpenRound): boolean {
  return slots.some(
    ({ gap, dropped }) => !dropped && (hasUnwrittenAnswer(state, gap) || state.proposals.get(gap)?.round === number),
  );
}
