import { decode } from "../documents/decode.ts";
import { surveyEvents } from "../mediator/inventory/survey-events.ts";
import { readSurvey } from "../mediator/prompts/read-survey.ts";
import type { EngineParts } from "./engine-parts.ts";
import { record } from "./record.ts";

/** What the survey found, without what is known already (SPEC 16.1). */
export async function readSurveyOf(parts: EngineParts, run: string): Promise<void> {
  const { state, files } = parts.store;
  const path = state.setup.runs.find(({ id }) => id === run)?.end?.path;
  const decoded = decode((path === undefined ? undefined : await files.read(path)) ?? new Uint8Array());
  await record(parts, surveyEvents(state, readSurvey(decoded.undecodable ? "" : decoded.text)));
}
