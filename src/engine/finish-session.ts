import { decode } from "../documents/decode.ts";
import { nextVersionName } from "../documents/spec/version-name.ts";
import { applyEvents } from "../mediator/evolve/evolve.ts";
import { readFinalReview } from "../mediator/prompts/read-final-review.ts";
import { finalReviewEvents } from "../mediator/termination/final-review-events.ts";
import { resolveAccepted } from "../mediator/termination/resolve-accepted.ts";
import type { TerminationType } from "../model/convergence.ts";
import { draftSpec } from "./draft-spec.ts";
import type { EngineParts } from "./engine-parts.ts";
import { record } from "./record.ts";

/** Writes the finished spec beside the person's own, under the next free version, then records the end (SPEC 12). */
export async function finishSession(parts: EngineParts, termination: TerminationType, trigger: string): Promise<void> {
  const { files, state } = parts.store;
  const resolved = resolveAccepted(state);
  const { text } = await draftSpec({ files, state: applyEvents(state, resolved, state.at) });
  const specPath = await writeVersion(parts, text);
  await record(parts, [...resolved, { type: "session_ended", termination, trigger, specPath }], { sync: true });
}

/** A version that holds this very text was written by a run that died before it could say so: it is not written twice. */
async function writeVersion(parts: EngineParts, text: string): Promise<string> {
  const { specFolder, store } = parts;
  const { name } = store.state.session;
  const names = (await specFolder.list("")).filter((entry) => entry.kind === "file").map((entry) => entry.path);
  for (const file of names.filter((one) => one.startsWith(`${name}_v`))) {
    if ((await specFolder.readText(file)) === text) return file;
  }
  const file = nextVersionName(names, name);
  await specFolder.writeAtomic(file, text, { sync: true });
  return file;
}

/** What the final review says: the end, or blockers that become gaps (SPEC 12). */
export async function readFinalReviewOf(parts: EngineParts, run: string): Promise<void> {
  const { state, files } = parts.store;
  const path = state.finalReview.runs.find((one) => one.id === run)?.end?.path;
  const bytes = path === undefined ? undefined : await files.read(path);
  const decoded = decode(bytes ?? new Uint8Array());
  const review = readFinalReview(decoded.undecodable ? "" : decoded.text);
  await record(parts, finalReviewEvents(state, review));
}
