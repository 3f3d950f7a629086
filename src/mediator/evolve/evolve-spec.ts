import { applyBatch } from "../../documents/changes/apply-changes.ts";
import { replay } from "../../documents/changes/replay.ts";
import { InternalError } from "../../errors/whetstone-error.ts";
import type { ChangeBatch, MergeOverlap } from "../../model/change.ts";
import type { GapId } from "../../model/ids.ts";
import type { State, WorkingSpec } from "../state.ts";
import { type Folds, withFreshReview } from "./folds.ts";

export const specFolds = {
  changes_accepted: (state, { batch }) => withSpec(state, mustApply(state.spec, batch)),
  proposal_held: (state, { gap }) => {
    const proposal = state.proposals.get(gap);
    return proposal ? { ...state, proposals: state.proposals.set({ ...proposal, reviewed: false }) } : state;
  },
  source_merged: (state, { source, batches, overlaps }) =>
    withSpec(state, replayed({ ...state.spec, source, batches, overlaps })),
  overlap_settled: (state, { overlap }) => {
    const overlaps = state.spec.overlaps.filter((other) => !isSame(other, overlap));
    return withSpec(state, { ...state.spec, overlaps });
  },
  text_settled: (state, { gap, kept }) => {
    const spec = { ...state.spec, settled: [...state.spec.settled, gap] };
    const batches = spec.batches.map((batch) => withoutGap(batch, gap));
    return withSpec(state, kept ? spec : replayed({ ...spec, batches }));
  },
} satisfies Partial<Folds>;

/** Where the text is another one the final review reads again: what it read is not what would be written (SPEC 12). */
function withSpec(state: State, spec: WorkingSpec): State {
  if (spec.text === state.spec.text) return { ...state, spec };
  return withFreshReview({ ...state, spec });
}

/** The source with the batches applied anew. */
export function replayed(spec: WorkingSpec): WorkingSpec {
  return { ...spec, text: replay(spec.source, spec.batches).spec };
}

/** What is accepted was applied before it was recorded. */
function mustApply(spec: WorkingSpec, batch: ChangeBatch): WorkingSpec {
  const applied = applyBatch(spec.text, batch);
  if (!applied.ok) throw new InternalError(`changes of round ${batch.round} do not apply to the working spec`);
  return { ...spec, batches: [...spec.batches, batch], text: applied.spec };
}

/** Batches keep their places, so that a rollback knows those of a round (SPEC 13.1). */
function withoutGap(batch: ChangeBatch, gap: GapId): ChangeBatch {
  return { ...batch, sets: batch.sets.map((set) => (set.gap === gap ? { ...set, changes: [] } : set)) };
}

function isSame(a: MergeOverlap, b: MergeOverlap): boolean {
  return a.batch === b.batch && a.set === b.set && a.change === b.change;
}
