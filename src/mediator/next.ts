import { countedRounds } from "../model/convergence.ts";
import { divergenceQuestion } from "./convergence/convergence.ts";
import { ask, type Effect, record } from "./effect.ts";
import { stateAt } from "./evolve/evolve.ts";
import { setupEffect } from "./inventory/inventory-question.ts";
import { changeByUser, isDone } from "./ledger-events.ts";
import { courseOf, engineerIsInterview, isRunning, runsOf } from "./queries.ts";
import { applyAnswer } from "./question-rules.ts";
import { budgetQuestion } from "./questions/cost-questions.ts";
import { inputQuestions } from "./questions/input-question.ts";
import { overtakenEvents } from "./questions/passage-question.ts";
import { archivesEffect, rollbackEffect } from "./rollback/request-rollback.ts";
import { chooseRuns, dependencyCycle, dependencyEvents, openRound, unreviewedGaps } from "./round/choose-gaps.ts";
import type { State } from "./state.ts";
import { withinRound } from "./steps/within-round.ts";
import { endingEffect, writeAnswers } from "./termination/ending-effect.ts";
import {
  cycleQuestion,
  finishQuestion,
  gapsLeft,
  isComplete,
  isInterviewDone,
  maxRoundsQuestion,
  nothingToDoQuestion,
} from "./termination/ending-questions.ts";
import { keepTextQuestion, overlapQuestion, unclaimedEffect } from "./working-spec/text-questions.ts";

/** What to do now (SPEC 4). Pure: after a crash it gives the same effect again. `now` is the time in records. */
export function next(last: State, now: string): Effect {
  const state = stateAt(last, now);
  const answered = state.answers[0];
  if (answered) return record(...applyAnswer(state, answered.question, answered.answer));
  if (state.stop.type === "ended") return archivesEffect(state) ?? { type: "stop", reason: "ended" };
  if (runsOf(state).some(isRunning)) return runningEffect(state);
  if (state.rollback) return rollbackEffect(state, state.rollback);
  if (state.stop.type === "paused") return { type: "stop", reason: "paused" };
  const overtaken = state.stop.type === "running" ? overtakenEvents(state) : [];
  if (overtaken.length > 0) return record(...overtaken);
  const question = state.questions[0];
  if (question) return { type: "ask", question };
  const aboutText = overlapQuestion(state) ?? keepTextQuestion(state);
  if (aboutText) return ask(aboutText);
  const edited = state.round ? undefined : unclaimedEffect(state);
  if (edited) return edited;
  if (state.stop.type === "finish-requested") return writeAnswers(state) ?? ask(finishQuestion(state));
  if (state.stop.type === "ending") return endingEffect(state, state.stop);
  const budget = budgetQuestion(state);
  if (budget) return ask(budget);
  if (state.round) return withinRound(state, state.round);
  // Not `state`: the choice of gaps is cached by the state object, and the round's summary has made it for `last`.
  return setupEffect(last) ?? betweenRounds(last);
}

/** While runs are under way, more may be started; a pause, a rollback or a question waits until all of them end. */
function runningEffect(state: State): Effect {
  const isHeld = state.rollback !== undefined || state.stop.type !== "running" || state.questions.length > 0;
  if (isHeld || !state.round || budgetQuestion(state)) return { type: "wait" };
  const effect = withinRound(state, state.round);
  return effect.type === "run" ? effect : { type: "wait" };
}

/** Steps 7 and 1 of SPEC 4: end, warn, or open the next round. COMPLETE is checked first, then MAX_ROUNDS. */
function betweenRounds(state: State): Effect {
  const dependencies = dependencyEvents(state);
  if (dependencies.length > 0) return record(...dependencies);
  const left = isInterviewDone(state) ? gapsLeft(state) : [];
  // In an interview the User answered nothing: there is no spec to write, so the session pauses.
  if (left.length > 0 && ![...state.gaps].some(({ id }) => isDone(state, id))) {
    const reopened = left.map(({ id }) => changeByUser(id, "OPEN", "asked again when the session resumes"));
    return record(...reopened, { type: "paused", reason: "every question was left for later" });
  }
  if (isComplete(state))
    return record({ type: "ending_chosen", termination: "COMPLETE", trigger: "no open gap is left" });
  // An interview goes on as long as the User answers: no limit of rounds applies (SPEC 16.4).
  if (engineerIsInterview(state)) return openEffect(state);
  if (countedRounds(state.records) >= state.limits.maxRounds) return ask(maxRoundsQuestion(state));
  if (courseOf(state).state === "DIVERGENCE_WARNING") return ask(divergenceQuestion(state));
  return openEffect(state);
}

function openEffect(state: State): Effect {
  const { applying: carriedOver, failing } = unreviewedGaps(state);
  const runs = chooseRuns(state, failing);
  if (runs.length > 0 || carriedOver.length > 0) return record(...openRound(state, runs, carriedOver));
  const cycle = dependencyCycle(state);
  if (cycle.length > 0) return ask(cycleQuestion(state, cycle));
  const inputs = inputQuestions(state);
  if (inputs.length > 0) return record(...inputs);
  // In an interview the User was asked about every gap and left these open: no further question (SPEC 16.4).
  if (isInterviewDone(state))
    return record({ type: "ending_chosen", termination: "BY_WHAT_IS_LEFT", trigger: "every question was answered" });
  return ask(nothingToDoQuestion(state));
}
