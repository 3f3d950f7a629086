import type { ChangeBatch, Spec } from "../../model/change.ts";
import { findOverlaps } from "./apply-changes.ts";
import { applyHunks, type Hunk } from "./hunk.ts";
import { locateChanges } from "./locate-changes.ts";
import type { ChangeProblem } from "./problem.ts";

/** A hunk of a batch, with the place of its set in the batch. */
export interface BatchHunk extends Hunk {
  readonly set: number;
}

export interface BatchProblem extends ChangeProblem {
  readonly set: number;
}

export type BatchResult =
  | { readonly ok: true; readonly spec: Spec; readonly hunks: readonly BatchHunk[] }
  | { readonly ok: false; readonly problems: readonly BatchProblem[] };

/**
 * Applies the sets of a batch together, all of them or none; insertions at one point go in the order of the sets. What
 * is in a batch has passed the gate, or is the User's own: whether it has the form's syntax is not asked again.
 */
export function applyBatch(spec: Spec, batch: ChangeBatch): BatchResult {
  const hunks: BatchHunk[] = [];
  const problems: BatchProblem[] = [];
  batch.sets.forEach(({ changes }, set) => {
    const located = locateChanges(spec, changes);
    hunks.push(...located.hunks.map((hunk) => ({ ...hunk, set })));
    problems.push(...located.problems.map((problem) => ({ ...problem, set })));
  });
  problems.push(...findOverlaps(hunks).map(({ hunk, problem }) => ({ ...problem, set: hunk.set })));
  return problems.length > 0 ? { ok: false, problems } : { ok: true, spec: applyHunks(spec, hunks), hunks };
}
