import type { ChangeBatch, ChangeSet, Spec } from "../../model/change.ts";
import { applyBatch, type BatchHunk } from "./apply-changes.ts";
import type { ChangeProblem } from "./locate-change.ts";

/** A set that did not apply and was left out. */
interface FailedSet {
  readonly batch: number;
  readonly set: number;
  readonly problems: readonly ChangeProblem[];
}

/** One batch of a replay: the text that it refers to, and the text after it. */
export interface ReplayStep {
  readonly before: Spec;
  readonly after: Spec;
  readonly hunks: readonly BatchHunk[];
  readonly failed: readonly FailedSet[];
}

/** The working spec: the source with all batches applied in order (SPEC 12). A rollback replays fewer batches. */
export function replay(source: Spec, batches: readonly ChangeBatch[]) {
  const steps = replaySteps(source, batches);
  return { spec: steps.at(-1)?.after ?? source, failed: steps.flatMap(({ failed }) => failed) };
}

export function replaySteps(source: Spec, batches: readonly ChangeBatch[]): ReplayStep[] {
  let before = source;
  return batches.map((batch, index) => {
    const step = applyStep(before, batch, index);
    before = step.after;
    return step;
  });
}

function applyStep(before: Spec, batch: ChangeBatch, index: number): ReplayStep {
  const whole = applyBatch(before, batch);
  if (whole.ok) return { before, after: whole.spec, hunks: whole.hunks, failed: [] };
  return applySets(before, batch, index);
}

/** Applies the sets of a batch one by one; one that does not apply, or overlaps an earlier one, is left out whole. */
function applySets(before: Spec, batch: ChangeBatch, index: number): ReplayStep {
  const taken: ChangeSet[] = batch.sets.map((set) => ({ ...set, changes: [] }));
  const failed: FailedSet[] = [];
  batch.sets.forEach((set, at) => {
    const tried = applyBatch(before, { ...batch, sets: taken.with(at, set) });
    if (tried.ok) taken[at] = set;
    else failed.push({ batch: index, set: at, problems: tried.problems });
  });
  const applied = applyBatch(before, { ...batch, sets: taken });
  if (!applied.ok) return { before, after: before, hunks: [], failed };
  return { before, after: applied.spec, hunks: applied.hunks, failed };
}
