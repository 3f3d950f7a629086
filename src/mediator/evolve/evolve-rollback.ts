import { rebase } from "../../documents/changes/rebase.ts";
import { replay } from "../../documents/changes/replay.ts";
import { InternalError } from "../../errors/whetstone-error.ts";
import type { ChangeBatch, Spec } from "../../model/change.ts";
import type { SessionEvent } from "../../model/events.ts";
import { currentRound } from "../queries.ts";
import type { ArchivedDecision, State, WorkingSpec } from "../state.ts";
import { replayed } from "./evolve-spec.ts";

type RollbackEvent = Extract<
  SessionEvent,
  {
    type:
      | "rollback_requested"
      | "rollback_dropped"
      | "rounds_rolled_back"
      | "patterns_found"
      | "document_prepared"
      | "prompts_refreshed"
      | "archive_kept"
      | "archive_policy_chosen"
      | "archives_settled";
  }
>;

export function evolveRollback(state: State, event: RollbackEvent, at: string): State {
  switch (event.type) {
    case "rollback_requested": {
      const { type: _, ...rollback } = event;
      return { ...state, rollback };
    }
    case "rollback_dropped":
      return { ...state, rollback: undefined, round: state.round && { ...state.round, rollbackDropped: true } };
    case "rounds_rolled_back":
      return restored(state, event, at);
    case "patterns_found":
      return { ...state, round: state.round && { ...state.round, patterns: event.patterns } };
    case "document_prepared":
      return { ...state, prepared: [...state.prepared, { gap: event.gap, text: event.text, from: event.from }] };
    case "prompts_refreshed":
      return { ...state, adjustments: [], freshAfter: currentRound(state) };
    case "archive_kept":
      return { ...state, archives: { ...state.archives, kept: [...state.archives.kept, event.path] } };
    case "archive_policy_chosen":
      return { ...state, archives: { ...state.archives, policy: event.policy } };
    case "archives_settled":
      return { ...state, decisionsSeq: state.seq + 1, archives: { ...state.archives, settled: event.archives } };
  }
}

/**
 * The end of round `to`, as if what came after had never run, but for what was really spent, the settings that the
 * person changed, and the rollback's own records (SPEC 13.1).
 */
function restored(state: State, event: Extract<RollbackEvent, { type: "rounds_rolled_back" }>, at: string): State {
  const checkpoint = state.checkpoints.find((one) => one.round === event.to);
  if (!checkpoint) throw new InternalError(`there is no checkpoint of round ${event.to}`);
  const { type: _, ...facts } = event;
  const decisions = archivedDecisions(state, checkpoint.state);
  return {
    ...checkpoint.state,
    checkpoints: state.checkpoints.filter((one) => one.round < event.to),
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
    ...(state.lastCommand === undefined ? {} : { lastCommand: state.lastCommand }),
  };
}

/**
 * Fewer changes on the author's newest text: what the author edited since stays, and so does what the User changed by
 * hand (SPEC 12, 13.1). Batches are only ever added, so the first ones are those of that time.
 */
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
function withHandEdit(spec: WorkingSpec, shown: Spec, batch: ChangeBatch): WorkingSpec {
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
