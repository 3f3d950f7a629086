import { decode } from "../documents/decode.ts";
import { estimateText } from "../mediator/estimate.ts";
import { applyEvents } from "../mediator/evolve/evolve.ts";
import { surveyEvents } from "../mediator/inventory/survey-events.ts";
import { readSurvey } from "../mediator/prompts/read-survey.ts";
import type { EngineParts } from "./engine-parts.ts";
import { outlook } from "./estimate-run.ts";
import { record } from "./record.ts";

/** What the survey found, without what is known already, and what the session is now expected to need (SPEC 16.1, 15.4a). */
export async function readSurveyOf(parts: EngineParts, run: string): Promise<void> {
  const { state, files } = parts.store;
  const path = state.setup.runs.find(({ id }) => id === run)?.end?.path;
  const decoded = decode((path === undefined ? undefined : await files.read(path)) ?? new Uint8Array());
  const events = surveyEvents(state, readSurvey(decoded.undecodable ? "" : decoded.text));
  const found = { state: applyEvents(state, events, state.at), files };
  const expected = estimateText((await outlook({ ...parts, store: found })).estimate);
  await record(
    parts,
    events.map((event) => (event.type === "survey_read" ? { ...event, expected } : event)),
  );
}
