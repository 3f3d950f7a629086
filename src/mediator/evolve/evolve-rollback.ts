import { InternalError } from "../../errors/whetstone-error.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { State } from "../state.ts";

type RollbackEvent = Extract<SessionEvent, { type: "rollback_requested" | "rollback_dropped" | "rounds_rolled_back" }>;

export function evolveRollback(state: State, event: RollbackEvent, at: string): State {
  switch (event.type) {
    case "rollback_requested": {
      const { to, reason, by, retry } = event;
      return { ...state, rollback: { to, reason, by, retry }, questions: [], answers: [] };
    }
    case "rollback_dropped":
      return { ...state, rollback: undefined };
    case "rounds_rolled_back":
      return restored(state, event, at);
  }
}

/**
 * The end of round `to`, as if what came after had never run, but for what was really spent, the settings that the
 * person changed, and the rollback's own records (SPEC 13.1).
 */
function restored(state: State, event: Extract<RollbackEvent, { type: "rounds_rolled_back" }>, at: string): State {
  const checkpoint = state.checkpoints.find((one) => one.round === event.to);
  if (!checkpoint) throw new InternalError(`there is no checkpoint of round ${event.to}`);
  return {
    ...checkpoint.state,
    checkpoints: state.checkpoints.filter((one) => one.round < event.to),
    decisionsSeq: state.seq + 1,
    totals: state.totals,
    questionCount: state.questionCount,
    config: state.config,
    session: state.session,
    rollbacks: [...state.rollbacks, { to: event.to, reason: event.reason, at, archives: event.archives }],
    rollback: undefined,
    stop: { type: "running" },
  };
}
