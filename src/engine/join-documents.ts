import { decode } from "../documents/decode.ts";
import { InternalError } from "../errors/whetstone-error.ts";
import { readMiddleGroundEvents } from "../mediator/conflicts/conflict-options.ts";
import { applyEvents } from "../mediator/evolve/evolve.ts";
import { readFinalReview, readSurvey } from "../mediator/gate/single-runs.ts";
import { surveyEvents } from "../mediator/inventory/survey.ts";
import {
  giveBackOverlapping,
  joinEvents,
  joinRound,
  overlapEvents,
  type RunAnswer,
} from "../mediator/round/join-round.ts";
import { joinedPath } from "../mediator/session-paths.ts";
import type { Run, State } from "../mediator/state.ts";
import { finalReviewEvents } from "../mediator/termination/final-review.ts";
import type { SessionEvent } from "../model/events.ts";
import { type EngineParts, record } from "./engine-parts.ts";
import { estimateRun } from "./estimate-run.ts";
import { hashOf } from "./files/exact-text.ts";

/** Writes a role's document of the round, then records what it says (lost ones: `rejoin-documents.ts`). */
export async function joinDocuments(parts: EngineParts, role: "engineer" | "reviewer", runs: readonly string[]) {
  const { state, files } = parts.store;
  const { round } = state;
  if (!round) return;
  const answers: RunAnswer[] = [];
  for (const run of round.runs.filter(({ id }) => runs.includes(id))) answers.push(await answerOf(parts, run));
  const { text, ...joined } = joinRound(state, round, answers);
  parts.store.admitted.clear();
  const overlap = overlapEvents(state, round, joined.digest) ?? giveBackOverlapping(state, round, joined.digest);
  if (overlap.length > 0) return record(parts, overlap);
  const path = joinedPath(round.number, role);
  await files.writeAtomic(path, text, { inPlace: true });
  const sha256 = hashOf(text);
  await record(parts, joinEvents(state, round, { ...joined, path, sha256, chars: text.length }));
}

async function answerOf({ store }: EngineParts, run: Run): Promise<RunAnswer> {
  const kept = store.admitted.get(run.id);
  if (kept && isJudgedAlike(kept.against, store.state)) return { run, bytes: kept.bytes, admission: kept.admission };
  const bytes = run.end?.path === undefined ? undefined : await store.files.read(run.end.path);
  if (!bytes) throw new InternalError(`the answer of ${run.id} is gone`, { target: run.end?.path ?? run.id });
  return { run, bytes };
}

/** Whether the gate would judge a document the same in both states. */
function isJudgedAlike(a: State, b: State): boolean {
  const sameLedger = a.gaps === b.gaps && a.issues === b.issues && a.conflicts === b.conflicts;
  return sameLedger && a.spec === b.spec && a.config === b.config;
}

/** Records what a run outside the rounds answered: survey, final review, middle ground (SPEC 10.2, 12, 16.1). */
export async function readAnswer(parts: EngineParts, run: Run): Promise<void> {
  const { state, files } = parts.store;
  const bytes = run.end?.path === undefined ? undefined : await files.read(run.end.path);
  const decoded = decode(bytes ?? new Uint8Array());
  const text = decoded.undecodable ? "" : decoded.text;
  if (run.role === "middle-ground") return record(parts, readMiddleGroundEvents(state, run.id, text));
  if (run.role === "final-review") return record(parts, finalReviewEvents(state, readFinalReview(text)));
  return record(parts, await withEstimatedCost(parts, surveyEvents(state, readSurvey(text))));
}

/** The estimate is made again once the survey has added gaps, and whenever the User changes them (SPEC 15.4a). */
async function withEstimatedCost(parts: EngineParts, events: readonly SessionEvent[]): Promise<SessionEvent[]> {
  const { state, files } = parts.store;
  const found = { state: applyEvents(state, events), files };
  const { basis } = await estimateRun({ ...parts, store: found });
  return events.map((event) => (event.type === "survey_read" ? { ...event, basis } : event));
}
