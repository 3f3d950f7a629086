import { ask, type Effect, record } from "../effect.ts";
import { readsByItself } from "../queries.ts";
import { singleRunEffect } from "../round/slot.ts";
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
  return singleRunEffect(state, state.setup.runs, { role: "survey", round: 0, name: "survey" }, ({ end }) =>
    record({ type: "survey_read", found: 0, message: end?.gate.message ?? "" }),
  );
}
