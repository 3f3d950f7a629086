import { replay } from "../../documents/changes/replay.ts";
import { InternalError } from "../../errors/whetstone-error.ts";
import { defined } from "../../model/defined.ts";
import { currentRound, undoneDecisions } from "../queries.ts";
import type { EventOf, State, WorkingSpec } from "../state.ts";
import { replaySpec, withHandEdit } from "./evolve-spec.ts";
import { append, type Folds, withPart, withRound } from "./folds.ts";

export const rollbackFolds = {
  rollback_requested: (state, { type: _, ...rollback }) => ({ ...state, rollback }),
  rollback_dropped: (state) => ({ ...withRound(state, { rollbackDropped: true }), rollback: undefined }),
  rounds_rolled_back: restoreCheckpoint,
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
