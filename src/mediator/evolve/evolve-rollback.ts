import { InternalError } from "../../errors/whetstone-error.ts";
import type { SessionEvent } from "../../model/events.ts";
import { currentRound } from "../queries.ts";
import type { ArchivedDecision, State } from "../state.ts";

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
      const { to, reason, by, retry } = event;
      return { ...state, rollback: { to, reason, by, retry } };
    }
    case "rollback_dropped":
      return { ...state, rollback: undefined, round: state.round && { ...state.round, rollbackDropped: true } };
    case "rounds_rolled_back":
      return restored(state, event, at);
    case "patterns_found":
      return { ...state, round: state.round && { ...state.round, patterns: event.patterns } };
    case "document_prepared":
      return { ...state, prepared: [...state.prepared, { gap: event.gap, text: event.text }] };
    case "prompts_refreshed":
      return { ...state, adjustments: [], freshAfter: currentRound(state) };
    case "archive_kept":
      return { ...state, archives: { ...state.archives, kept: [...state.archives.kept, event.path] } };
    case "archive_policy_chosen":
      return { ...state, archives: { ...state.archives, policy: event.policy } };
    case "archives_settled":
      return { ...state, archives: { ...state.archives, settled: event.archives } };
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
    archives: state.archives,
    freshAfter: Math.min(state.freshAfter, event.to),
    prepared: [],
    rollbacks: [...state.rollbacks, { ...facts, at, decisions }],
    rollback: undefined,
    stop: { type: "running" },
    ...(state.lastCommand === undefined ? {} : { lastCommand: state.lastCommand }),
  };
}

function archivedDecisions(state: State, then: State): ArchivedDecision[] {
  return state.decisions.slice(then.decisions.length).map((decision) => ({
    decision,
    lostGaps: decision.gaps.filter((gap) => !then.gaps.has(gap)),
    lostIssues: decision.issues.filter((issue) => !then.issues.has(issue)),
  }));
}
