import { applyBatch } from "../../documents/changes/apply-changes.ts";
import { followChanges, rebase } from "../../documents/changes/rebase.ts";
import { replay } from "../../documents/changes/replay.ts";
import { InternalError } from "../../errors/whetstone-error.ts";
import type { ChangeBatch, MergeOverlap, Spec } from "../../model/change.ts";
import { defined } from "../../model/defined.ts";
import type { Gap } from "../../model/gap.ts";
import type { GapId } from "../../model/ids.ts";
import { isInSpec } from "../queries.ts";
import type { Proposal, State, WorkingSpec } from "../state.ts";
import { type Folds, withFreshReview } from "./folds.ts";

export const specFolds = {
  changes_accepted: (state, { batch }) => withSpec(state, mustApply(state.spec, batch)),
  proposal_held: (state, { gap, why: held }) => {
    const proposal = state.proposals.get(gap);
    return proposal ? { ...state, proposals: state.proposals.set({ ...proposal, reviewed: false, held }) } : state;
  },
  source_merged: (state, { source, batches, overlaps }) =>
    withSpec(state, replaySpec({ ...state.spec, source, batches, overlaps, edits: (state.spec.edits ?? 0) + 1 })),
  source_read: (state, { source: read }) => {
    return { ...state, spec: { ...state.spec, read, edits: (state.spec.edits ?? 0) + 1 } };
  },
  // Also drops further edits with the same text, so that saving it twice is asked about once.
  edit_settled: (state) => {
    const [settled, ...others] = (state.spec.unclaimed ?? []).map(
      (edit) => [edit, JSON.stringify(edit.found)] as const,
    );
    const unclaimed = others.filter(([, found]) => found !== settled?.[1]).map(([edit]) => edit);
    return { ...state, spec: { ...state.spec, unclaimed } };
  },
  overlap_settled: (state, { overlap }) => {
    const isOther = (other: MergeOverlap) =>
      other.batch !== overlap.batch || other.set !== overlap.set || other.change !== overlap.change;
    const overlaps = state.spec.overlaps.filter(isOther);
    return withSpec(state, { ...state.spec, overlaps });
  },
  text_settled: (state, { gap, kept }) => {
    const spec = { ...state.spec, settled: [...state.spec.settled, gap] };
    const batches = spec.batches.map((batch) => withoutGap(batch, gap));
    return withSpec(state, kept ? spec : replaySpec({ ...spec, batches }));
  },
} satisfies Partial<Folds>;

/** A changed text needs a new final review, because the last one read another text (SPEC 12). */
function withSpec(state: State, spec: WorkingSpec): State {
  if (spec.text === state.spec.text || state.stop.type === "ended") return { ...state, spec };
  return withFreshReview(followSpec({ ...state, spec }, state.spec.text));
}

/** Proposals that wait mean the lines that they were written for, whatever has come into these since. */
function followSpec(state: State, before: Spec): State {
  const follow = <T extends Pick<Proposal, "changes">>(version: T): T => {
    const changes = followChanges(before, state.spec.text, version.changes);
    return changes === version.changes ? version : { ...version, changes };
  };
  const followed = state.proposals
    .filter(
      ({ id, round, after }) => after.length === 0 && isUnderWork(state.gaps.get(id)) && !isInSpec(state, id, round),
    )
    .map((proposal) =>
      follow({ ...proposal, ...defined({ previous: proposal.previous && follow(proposal.previous) }) }),
    );
  return { ...state, proposals: followed.reduce((table, proposal) => table.set(proposal), state.proposals) };
}

function isUnderWork(gap: Gap | undefined): boolean {
  return gap?.state === "IN_PROGRESS" || gap?.state === "PROPOSED" || gap?.state === "NEEDS_REVISION";
}

export function replaySpec(spec: WorkingSpec): WorkingSpec {
  return { ...spec, text: replay(spec.source, spec.batches).spec };
}

/** The batch applied when it was accepted, so that a failure here is a bug. */
function mustApply(spec: WorkingSpec, batch: ChangeBatch): WorkingSpec {
  const applied = applyBatch(spec.text, batch);
  if (!applied.ok) throw new InternalError(`changes of round ${batch.round} do not apply to the working spec`);
  return { ...spec, batches: [...spec.batches, batch], text: applied.spec };
}

/** Empties the sets of a gap; they stay, because overlaps and rollbacks count batches and sets (SPEC 13.1). */
export function withoutGap(batch: ChangeBatch, gap: GapId): ChangeBatch {
  return { ...batch, sets: batch.sets.map((set) => (set.gap === gap ? { ...set, changes: [] } : set)) };
}

/** Adds an edit that the User made in the text `shown`; words that have changed since become overlaps (SPEC 12). */
export function withHandEdit(spec: WorkingSpec, shown: Spec, batch: ChangeBatch): WorkingSpec {
  const rebased = rebase(shown, spec.text, [batch]);
  const at = spec.batches.length;
  return {
    ...spec,
    batches: [...spec.batches, ...rebased.batches],
    text: rebased.spec,
    overlaps: [...spec.overlaps, ...rebased.overlaps.map((overlap) => ({ ...overlap, batch: at }))],
  };
}
