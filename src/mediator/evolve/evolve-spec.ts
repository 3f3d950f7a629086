import { applyBatch } from "../../documents/changes/apply-changes.ts";
import { rebase } from "../../documents/changes/rebase.ts";
import { replay } from "../../documents/changes/replay.ts";
import { InternalError } from "../../errors/whetstone-error.ts";
import type { ChangeBatch, MergeOverlap, Spec } from "../../model/change.ts";
import { defined } from "../../model/defined.ts";
import type { GapId } from "../../model/ids.ts";
import { currentRound } from "../queries.ts";
import type { ArchivedDecision, EventOf, State, WorkingSpec } from "../state.ts";
import { append, type Folds, withFreshReview, withPart, withRound } from "./folds.ts";

export const specFolds = {
  changes_accepted: (state, { batch }) => withSpec(state, mustApply(state.spec, batch)),
  proposal_held: (state, { gap }) => {
    const proposal = state.proposals.get(gap);
    return proposal ? { ...state, proposals: state.proposals.set({ ...proposal, reviewed: false }) } : state;
  },
  source_merged: (state, { source, batches, overlaps }) =>
    withSpec(state, replayed({ ...state.spec, source, batches, overlaps, edits: (state.spec.edits ?? 0) + 1 })),
  overlap_settled: (state, { overlap }) => {
    const isOther = (other: MergeOverlap) =>
      other.batch !== overlap.batch || other.set !== overlap.set || other.change !== overlap.change;
    const overlaps = state.spec.overlaps.filter(isOther);
    return withSpec(state, { ...state.spec, overlaps });
  },
  text_settled: (state, { gap, kept }) => {
    const spec = { ...state.spec, settled: [...state.spec.settled, gap] };
    const batches = spec.batches.map((batch) => withoutGap(batch, gap));
    return withSpec(state, kept ? spec : replayed({ ...spec, batches }));
  },
  rollback_requested: (state, { type: _, ...rollback }) => ({ ...state, rollback }),
  rollback_dropped: (state) => ({ ...withRound(state, { rollbackDropped: true }), rollback: undefined }),
  rounds_rolled_back: restored,
  patterns_found: (state, { patterns }) => withRound(state, { patterns }),
  document_prepared: (state, { gap, text, from }) => append(state, "prepared", { gap, text, from }),
  prompts_refreshed: (state) => ({ ...state, adjustments: [], freshAfter: currentRound(state) }),
  archive_kept: (state, { path }) => withPart(state, "archives", { kept: [...state.archives.kept, path] }),
  archive_policy_chosen: (state, { policy }) => withPart(state, "archives", { policy }),
  archives_settled: (state, { archives: settled }) => ({
    ...withPart(state, "archives", { settled }),
    decisionsSeq: state.seq + 1,
  }),
} satisfies Partial<Folds>;

/** Where the text is another one the final review reads again: what it read is not what would be written (SPEC 12). */
function withSpec(state: State, spec: WorkingSpec): State {
  if (spec.text === state.spec.text) return { ...state, spec };
  return withFreshReview({ ...state, spec });
}

function replayed(spec: WorkingSpec): WorkingSpec {
  return { ...spec, text: replay(spec.source, spec.batches).spec };
}

/** What is accepted was applied before it was recorded. */
function mustApply(spec: WorkingSpec, batch: ChangeBatch): WorkingSpec {
  const applied = applyBatch(spec.text, batch);
  if (!applied.ok) throw new InternalError(`changes of round ${batch.round} do not apply to the working spec`);
  return { ...spec, batches: [...spec.batches, batch], text: applied.spec };
}

/** Batches keep their places, so that a rollback knows those of a round (SPEC 13.1). */
export function withoutGap(batch: ChangeBatch, gap: GapId): ChangeBatch {
  return { ...batch, sets: batch.sets.map((set) => (set.gap === gap ? { ...set, changes: [] } : set)) };
}

/** The end of round `to`, but for what was spent, set or recorded of rollbacks since (SPEC 13.1). */
function restored(state: State, event: EventOf<"rounds_rolled_back">, at: string): State {
  const checkpoint = state.checkpoints.find(({ round }) => round === event.to);
  if (!checkpoint) throw new InternalError(`there is no checkpoint of round ${event.to}`);
  const { type: _, ...facts } = event;
  const decisions = archivedDecisions(state, checkpoint.state);
  return {
    ...checkpoint.state,
    at,
    checkpoints: state.checkpoints.filter(({ round }) => round < event.to),
    decisionsSeq: state.seq + 1,
    totals: state.totals,
    questionCount: state.questionCount,
    config: state.config,
    limits: state.limits,
    session: state.session,
    spec: specBefore(state, checkpoint.state),
    archives: state.archives,
    freshAfter: Math.min(state.freshAfter, event.to),
    prepared: [],
    rollbacks: [...state.rollbacks, { ...facts, at, decisions }],
    rollback: undefined,
    stop: { type: "running" },
    ...defined({ lastCommand: state.lastCommand }),
  };
}

/** Fewer changes on the author's newest text; edits by hand stay (SPEC 12, 13.1). Batches are only ever added. */
function specBefore({ spec }: State, then: State): WorkingSpec {
  const count = then.spec.batches.length;
  const overlaps = spec.overlaps.filter(({ batch }) => batch < count);
  const before = replayed({ ...spec, batches: spec.batches.slice(0, count), overlaps, settled: then.spec.settled });
  return spec.batches.slice(count).reduce((current: WorkingSpec, batch, index) => {
    const own = batch.sets.filter(({ gap }) => gap === undefined);
    if (own.length === 0) return current;
    const shown = replay(spec.source, spec.batches.slice(0, count + index)).spec;
    return withHandEdit(current, shown, { ...batch, sets: own });
  }, before);
}

/** An edit of the User's, which was made in the text that `shown` is; where that is gone they are asked (SPEC 12). */
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

function archivedDecisions(state: State, then: State): ArchivedDecision[] {
  return state.decisions.slice(then.decisions.length).map((decision) => ({
    decision,
    lostGaps: decision.gaps.filter((gap) => !then.gaps.has(gap)),
    lostIssues: decision.issues.filter((issue) => !then.issues.has(issue)),
  }));
}
