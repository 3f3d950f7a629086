import { applyBatch } from "../../documents/changes/apply-changes.ts";
import { replay } from "../../documents/changes/replay.ts";
import { InternalError } from "../../errors/whetstone-error.ts";
import type { ChangeBatch, MergeOverlap } from "../../model/change.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { GapId } from "../../model/ids.ts";
import type { State, WorkingSpec } from "../state.ts";
import { freshReview } from "./evolve-session.ts";

type SpecEvent = Extract<
  SessionEvent,
  { type: "changes_accepted" | "proposal_held" | "source_merged" | "overlap_settled" | "text_settled" }
>;

export function evolveSpec(state: State, event: SpecEvent): State {
  const next = withEvent(state, event);
  // What the final review read is not what would be written any more: it reads again (SPEC 12).
  return next.spec.text === state.spec.text ? next : { ...next, finalReview: freshReview(next.finalReview) };
}

function withEvent(state: State, event: SpecEvent): State {
  const { spec } = state;
  switch (event.type) {
    case "changes_accepted":
      return { ...state, spec: mustApply(spec, event.batch) };
    case "proposal_held": {
      const proposal = state.proposals.get(event.gap);
      return proposal ? { ...state, proposals: state.proposals.set({ ...proposal, reviewed: false }) } : state;
    }
    case "source_merged": {
      const { source, batches, overlaps } = event;
      return { ...state, spec: replayed({ ...spec, source, batches, overlaps }) };
    }
    case "overlap_settled":
      return { ...state, spec: { ...spec, overlaps: spec.overlaps.filter((other) => !isSame(other, event.overlap)) } };
    case "text_settled": {
      const settled = [...spec.settled, event.gap];
      if (event.kept) return { ...state, spec: { ...spec, settled } };
      const batches = spec.batches.map((batch) => withoutGap(batch, event.gap));
      return { ...state, spec: replayed({ ...spec, batches, settled }) };
    }
  }
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
