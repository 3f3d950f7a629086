import { InternalError } from "../../errors/whetstone-error.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { State } from "../state.ts";

/**
 * The end of round `to`, as if what came after had never run, but for what was really spent and the rollback's own
 * records (SPEC 13.1).
 */
export function restoreRound(
  state: State,
  event: Extract<SessionEvent, { type: "rounds_rolled_back" }>,
  at: string,
): State {
  const checkpoint = state.checkpoints.find((one) => one.round === event.to);
  if (!checkpoint) throw new InternalError(`there is no checkpoint of round ${event.to}`);
  return {
    ...checkpoint.state,
    checkpoints: state.checkpoints.filter((one) => one.round < event.to),
    decisionsSeq: state.seq + 1,
    totals: state.totals,
    questionCount: state.questionCount,
    config: state.config,
    rollbacks: [...state.rollbacks, { to: event.to, reason: event.reason, at, archives: event.archives }],
    stop: state.stop,
  };
}
