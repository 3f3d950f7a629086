import { decode } from "../documents/decode.ts";
import { readMiddleGroundEvents } from "../mediator/conflicts/middle-ground-run.ts";
import { estimateText } from "../mediator/estimate.ts";
import { applyEvents } from "../mediator/evolve/evolve.ts";
import { readFinalReview, readSurvey } from "../mediator/gate/read-single-run.ts";
import { surveyEvents } from "../mediator/inventory/survey-events.ts";
import type { Run } from "../mediator/state.ts";
import { finalReviewEvents } from "../mediator/termination/final-review.ts";
import type { EngineParts } from "./engine-parts.ts";
import { outlook } from "./estimate-run.ts";
import { record } from "./record.ts";

/** What the final review says: the end, or blockers (SPEC 12). */
export async function readFinalReviewOf(parts: EngineParts, run: string): Promise<void> {
  const { state } = parts.store;
  const review = readFinalReview(await answerTo(parts, state.finalReview.runs, run));
  await record(parts, finalReviewEvents(state, review));
}

/** What the agent offers between two positions (SPEC 10.2). */
export async function readMiddleGroundOf(parts: EngineParts, run: string): Promise<void> {
  const { state } = parts.store;
  await record(parts, readMiddleGroundEvents(state, run, await answerTo(parts, state.round?.runs ?? [], run)));
}

/** What the survey found, without what is known already, and what the session is now expected to need (SPEC 16.1, 15.4a). */
export async function readSurveyOf(parts: EngineParts, run: string): Promise<void> {
  const { state, files } = parts.store;
  const events = surveyEvents(state, readSurvey(await answerTo(parts, state.setup.runs, run)));
  const found = { state: applyEvents(state, events, state.at), files };
  const expected = estimateText((await outlook({ ...parts, store: found })).estimate);
  await record(
    parts,
    events.map((event) => (event.type === "survey_read" ? { ...event, expected } : event)),
  );
}

async function answerTo({ store }: EngineParts, runs: readonly Run[], id: string): Promise<string> {
  const path = runs.find((run) => run.id === id)?.end?.path;
  const decoded = decode((path === undefined ? undefined : await store.files.read(path)) ?? new Uint8Array());
  return decoded.undecodable ? "" : decoded.text;
}
