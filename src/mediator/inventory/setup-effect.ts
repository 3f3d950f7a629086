import { ask, type Effect, record } from "../effect.ts";
import { readsByItself, standing } from "../queries.ts";
import { nextOrder } from "../round/slot.ts";
import type { State } from "../state.ts";
import { inventoryQuestion } from "./inventory-question.ts";

/** What comes before round 1 (SPEC 16.1): the survey, then the person's approval of the inventory. */
export function setupEffect(state: State): Effect | undefined {
  if (state.setup.approved || state.records.length > 0) return undefined;
  if (isSurveyDue(state)) return surveyEffect(state);
  return needsApproval(state) ? ask(inventoryQuestion(state)) : undefined;
}

export function isSurveyDue(state: State): boolean {
  return wantsSurvey(state) && state.setup.survey === "none";
}

/** With a model the Reviewer looks for gaps; a command of the User's own only where nothing else found one (SPEC 16.1). */
export function wantsSurvey({ config, session }: Pick<State, "config" | "session">): boolean {
  const { survey } = config.inventory;
  const { reviewer } = config.agents;
  if (survey !== "auto") return survey;
  return readsByItself(reviewer) && (reviewer.kind !== "command" || session.initialGaps === 0);
}

/** The person need not be asked about what they wrote themselves, nor beforehand about what an interview asks anyway. */
function needsApproval({ config, gaps }: State): boolean {
  const { approve } = config.inventory;
  if (approve !== "auto") return approve && gaps.size > 0;
  if (config.agents.engineer.kind === "interview") return false;
  return gaps.filter((gap) => gap.origin === "check" || gap.origin === "survey").length > 0;
}

/** A survey that fails is no reason to stop: the session goes on with what is known. */
function surveyEffect(state: State): Effect {
  const runs = standing(state.setup.runs);
  const last = runs.at(-1);
  if (last?.end?.gate.success) return { type: "read-survey", run: last.id };
  if (last?.end && (last.end.fatal || runs.length > state.config.maxRetries)) {
    return record({ type: "survey_read", found: 0, message: last.end.gate.message });
  }
  return { type: "run", orders: [nextOrder("survey", runs, 0, [], "survey")] };
}
