import type { SessionEvent } from "../../model/events.ts";
import type { RollbackRetry } from "../../model/rollback.ts";
import { currentRound } from "../queries.ts";
import type { State } from "../state.ts";
import { rollbackLimitQuestion } from "./rollback-limit.ts";
import { attemptsAt } from "./rollback-targets.ts";

export interface RollbackWish {
  readonly rounds: number;
  readonly reason: string;
  readonly by: "user" | "mediator";
  /** Absent where nobody has said yet how to go on. */
  readonly retry?: RollbackRetry;
}

/** Rounds are to be undone: at the session's limit the person is asked instead (SPEC 13.8). */
export function requestRollback(state: State, wish: RollbackWish): SessionEvent[] {
  if (isAtLimit(state)) return [{ type: "question_asked", question: rollbackLimitQuestion(state) }];
  const to = currentRound(state) - wish.rounds;
  const { reason, by } = wish;
  return [{ type: "rollback_requested", to, reason, by, retry: wish.retry ?? unsaidRetry(state, to) }];
}

export function isAtLimit(state: State): boolean {
  return state.rollbacks.length >= state.config.rollback.maxSession;
}

/** AUTO_RETRY: the first time in a round adjust and retry unasked, then ask. The other modes always ask (SPEC 13.5). */
function unsaidRetry(state: State, to: number): RollbackRetry {
  const unasked = state.config.rollback.mode === "AUTO_RETRY" && attemptsAt(state, to + 1) === 0;
  return { way: unasked ? "adjusted" : "ask", adjustments: [] };
}

/** Whether this rollback is one that asks for its cause: from the second of a round on, in STRICT from the first (SPEC 13.5, 13.7). */
export function asksForCause(state: State, to: number): boolean {
  const { mode, analysisThreshold } = state.config.rollback;
  return attemptsAt(state, to + 1) + 1 >= (mode === "STRICT" ? 1 : analysisThreshold);
}
