import { decode } from "../documents/decode.ts";
import { readMiddleGroundEvents } from "../mediator/conflicts/middle-ground-run.ts";
import { estimateText } from "../mediator/estimate.ts";
import { applyEvents } from "../mediator/evolve/evolve.ts";
import { readFinalReview, readSurvey } from "../mediator/gate/read-single-run.ts";
import { surveyEvents } from "../mediator/inventory/survey-events.ts";
import type { Run } from "../mediator/state.ts";
import { finalReviewEvents } from "../mediator/termination/final-review.ts";
import type { SessionEvent } from "../model/events.ts";
import type { EngineParts } from "./engine-parts.ts";
import { outlook } from "./estimate-run.ts";
import { record } from "./record.ts";

/** What a run beside the rounds says: a survey, the final review, a middle ground (SPEC 10.2, 12, 16.1). */
export async function readAnswer(parts: EngineParts, run: Run): Promise<void> {
  const { state, files } = parts.store;
  const bytes = run.end?.path === undefined ? undefined : await files.read(run.end.path);
  const decoded = decode(bytes ?? new Uint8Array());
  const text = decoded.undecodable ? "" : decoded.text;
  if (run.role === "middle-ground") return record(parts, readMiddleGroundEvents(state, run.id, text));
  if (run.role === "final-review") return record(parts, finalReviewEvents(state, readFinalReview(text)));
  return record(parts, await withOutlook(parts, surveyEvents(state, readSurvey(text))));
}

/** What the session is expected to need is told anew once the survey is read (SPEC 15.4a). */
async function withOutlook(parts: EngineParts, events: readonly SessionEvent[]): Promise<SessionEvent[]> {
  const { state, files } = parts.store;
  const found = { state: applyEvents(state, events, state.at), files };
  const expected = estimateText((await outlook({ ...parts, store: found })).estimate);
  return events.map((event) => (event.type === "survey_read" ? { ...event, expected } : event));
}
