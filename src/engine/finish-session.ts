import { decode } from "../documents/decode.ts";
import { applyEvents } from "../mediator/evolve/evolve.ts";
import { readFinalReview } from "../mediator/prompts/read-final-review.ts";
import { finalReviewEvents } from "../mediator/termination/final-review-events.ts";
import { resolveAccepted } from "../mediator/termination/resolve-accepted.ts";
import type { TerminationType } from "../model/convergence.ts";
import { refinedSpec } from "./draft-spec.ts";
import type { EngineParts } from "./engine-parts.ts";
import { record } from "./record.ts";
import { writeSpec } from "./write-spec.ts";

/** Writes the finished spec, then records the end (SPEC 12). */
export async function finishSession(parts: EngineParts, termination: TerminationType, trigger: string): Promise<void> {
  const { files, state } = parts.store;
  const resolved = resolveAccepted(state);
  const end = applyEvents(state, resolved, state.at);
  const written = await writeSpec(parts.specFolder, await refinedSpec({ files, state: end }), end.config.inPlace);
  parts.observe({ type: "spec-written", files: written });
  const paths = written.map(({ path }) => path);
  const specPath = paths.at(-1) ?? "";
  const ended = { type: "session_ended", termination, trigger, specPath } as const;
  await record(parts, [...resolved, paths.length > 1 ? { ...ended, files: paths } : ended], { sync: true });
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
