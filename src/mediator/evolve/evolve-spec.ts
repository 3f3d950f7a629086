import { applyBatch } from "../../documents/changes/apply-changes.ts";
import { followChanges, rebase } from "../../documents/changes/rebase.ts";
import { replay } from "../../documents/changes/replay.ts";
import { InternalError } from "../../errors/whetstone-error.ts";
import type { ChangeBatch, MergeOverlap, Spec } from "../../model/change.ts";
import { defined } from "../../model/defined.ts";
import type { Gap } from "../../model/gap.ts";
import type { GapId } from "../../model/ids.ts";
import { currentRound, isInSpec, undoneDecisions } from "../queries.ts";
import type { EventOf, Proposal, State, WorkingSpec } from "../state.ts";
import { append, type Folds, withFreshReview, withPart, withRound } from "./folds.ts";

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

function replaySpec(spec: WorkingSpec): WorkingSpec {
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

export const rollbackFolds = {
  rollback_requested: (state, { type: _, ...rollback }) => ({ ...state, rollback }),
  rollback_dropped: (state) => ({ ...withRound(state, { rollbackDropped: true }), rollback: undefined }),
  rounds_rolled_back: restoreCheckpoint,
  patterns_found: (state, { patterns }) => withRound(state, { patterns }),
  document_prepared: (state, { gap, text, from }) => append(state, "prepared", { gap, text, from }),
  prompts_refreshed: (state) => ({ ...state, adjustments: [], freshAfter: currentRound(state) }),
  archive_kept: (state, { path }) => withPart(state, "archives", { kept: [...state.archives.kept, path] }),
  archives_settled: (state, { archives: settled }) => ({
    ...withPart(state, "archives", { settled }),
    decisionsSeq: state.seq + 1,
  }),
} satisfies Partial<Folds>;

/** The state after round `to`, but with the present totals, settings and records of rollbacks (SPEC 13.1). */
function restoreCheckpoint(state: State, event: EventOf<"rounds_rolled_back">, at: string): State {
  const checkpoint = state.checkpoints.find(({ round }) => round === event.to);
  if (!checkpoint) throw new InternalError(`there is no checkpoint of round ${event.to}`);
  const { type: _, ...facts } = event;
  const undone = undoneDecisions(state, checkpoint.state);
  return {
    ...checkpoint.state,
    at,
    checkpoints: state.checkpoints.filter(({ round }) => round < event.to),
    decisionsSeq: state.seq + 1,
    decisions: state.decisions.filter((decision) => !undone.includes(decision)),
    totals: state.totals,
    questionCount: state.questionCount,
    config: state.config,
    limits: state.limits,
    session: state.session,
    spec: specBefore(state, checkpoint.state),
    archives: state.archives,
    freshAfter: Math.min(state.freshAfter, event.to),
    prepared: [],
    rollbacks: [...state.rollbacks, { ...facts, at, decisions: undone }],
    retired: retiredAfter(state, checkpoint.state),
    rollback: undefined,
    stop: { type: "running" },
    ...defined({ lastCommand: state.lastCommand }),
  };
}

function retiredAfter({ retired, gaps, issues }: State, then: State): State["retired"] {
  return {
    gaps: [...retired.gaps, ...gaps.filter(({ id }) => !then.gaps.has(id))],
    issues: [...retired.issues, ...issues.filter(({ id }) => !then.issues.has(id))],
  };
}

/** The author's newest text with the first batches, those that `then` had, and later edits by hand (SPEC 12, 13.1). */
function specBefore({ spec }: State, then: State): WorkingSpec {
  const count = then.spec.batches.length;
  const overlaps = spec.overlaps.filter(({ batch }) => batch < count);
  const before = replaySpec({ ...spec, batches: spec.batches.slice(0, count), overlaps, settled: then.spec.settled });
  return spec.batches.slice(count).reduce((current: WorkingSpec, batch, index) => {
    const handEdits = batch.sets.filter(({ gap }) => gap === undefined);
    if (handEdits.length === 0) return current;
    const shown = replay(spec.source, spec.batches.slice(0, count + index)).spec;
    const edited = withHandEdit(current, shown, { ...batch, sets: handEdits });
    const asked = spec.overlaps.filter((overlap) => overlap.batch === count + index);
    const at = current.batches.length;
    return { ...edited, overlaps: [...edited.overlaps, ...asked.map((overlap) => ({ ...overlap, batch: at }))] };
  }, before);
}
