import { answerEvents } from "./apply-answer.ts";
import { betweenRounds } from "./between-rounds.ts";
import { ask, type Effect, record } from "./effect.ts";
import { setupEffect } from "./inventory/setup-effect.ts";
import { isRunning, runsOf } from "./queries.ts";
import { budgetQuestion } from "./questions/budget.ts";
import { rollbackEffect } from "./rollback/request-rollback.ts";
import { archivesEffect } from "./rollback/settle-archives.ts";
import { keepTextQuestion, overlapQuestion } from "./spec/text-questions.ts";
import type { State } from "./state.ts";
import { withinRound } from "./steps/within-round.ts";
import { endingEffect } from "./termination/ending.ts";
import { finishQuestion } from "./termination/ending-questions.ts";

/** What is to be done now: pure, so that a killed process resumes where it was (SPEC 4). `now` goes into records. */
export function next(state: State, now: string): Effect {
  const answered = state.answers[0];
  if (answered) return record(...answerEvents(state, answered.question, answered.answer, now));
  if (state.stop.type === "ended") return archivesEffect(state) ?? { type: "stop", reason: "ended" };
  if (runsOf(state).some(isRunning)) return runningEffect(state, now);
  if (state.rollback) return rollbackEffect(state, state.rollback);
  if (state.stop.type === "paused") return { type: "stop", reason: "paused" };
  const question = state.questions[0];
  if (question) return { type: "ask", question };
  const aboutText = overlapQuestion(state) ?? keepTextQuestion(state);
  if (aboutText) return ask(aboutText);
  if (state.stop.type === "finish-requested") return ask(finishQuestion(state));
  if (state.stop.type === "ending") return endingEffect(state, state.stop, now);
  const budget = budgetQuestion(state);
  if (budget) return ask(budget);
  if (state.round) return withinRound(state, state.round, now);
  return setupEffect(state) ?? betweenRounds(state);
}

/** Other gaps go on while some runs are under way; a pause or a question lets those end first. */
function runningEffect(state: State, now: string): Effect {
  const held =
    state.rollback !== undefined || state.stop.type !== "running" || state.questions.length > 0 || !state.round;
  if (held || !state.round || budgetQuestion(state)) return { type: "wait" };
  const effect = withinRound(state, state.round, now);
  return effect.type === "run" ? effect : { type: "wait" };
}
