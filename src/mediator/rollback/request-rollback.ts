import type { SessionEvent } from "../../model/events.ts";
import type { PatternFinding, RollbackRetry } from "../../model/rollback.ts";
import { type Effect, record } from "../effect.ts";
import { currentRound } from "../queries.ts";
import { questionsNow } from "../questions-now.ts";
import type { OpenRound, PendingRollback, State } from "../state.ts";
import { rollbackLimitQuestion } from "./rollback-limit.ts";
import { attemptsAt } from "./rollback-targets.ts";

interface RollbackWish extends Pick<PendingRollback, "reason" | "by"> {
  readonly rounds: number;
  /** Absent where nobody has said yet how to go on. */
  readonly retry?: RollbackRetry;
}

/** Rounds are to be undone: at the session's limit the User is asked instead (SPEC 13.8). */
export function requestRollback(state: State, { rounds, reason, by, retry }: RollbackWish): SessionEvent[] {
  if (isAtLimit(state)) return [{ type: "question_asked", question: rollbackLimitQuestion(state) }];
  const to = currentRound(state) - rounds;
  return [{ type: "rollback_requested", to, reason, by, retry: retry ?? unsaidRetry(state, to) }];
}

function isAtLimit(state: State): boolean {
  return state.rollbacks.length >= state.config.rollback.maxSession;
}

/** AUTO_RETRY: the first time in a round adjust and retry unasked, then ask. The other modes always ask (SPEC 13.5). */
function unsaidRetry(state: State, to: number): RollbackRetry {
  const unasked = state.config.rollback.mode === "AUTO_RETRY" && attemptsAt(state, to + 1) === 0;
  return { way: unasked ? "adjusted" : "ask", adjustments: [] };
}

/** What a rollback that was asked for needs next: the User's word on how to go on, or to be carried out (SPEC 13). */
export function rollbackEffect(state: State, rollback: PendingRollback): Effect {
  if (rollback.retry.way !== "ask") return { type: "rollback", rollback };
  if (state.stop.type === "paused") return { type: "stop", reason: "paused" };
  const [question] = questionsNow(state);
  return question ? { type: "ask", question } : { type: "analyse", rollback };
}

/** AUTO_RETRY: an exhausted role first rolls the round back once, before the User is asked (SPEC 7, 13.5). */
export function autoRetry(state: State, round: OpenRound, reason: string): Effect | undefined {
  if (!retriesByItself(state, round) || attemptsAt(state, round.number) > 0) return undefined;
  return record(...requestRollback(state, { rounds: 1, reason, by: "mediator" }));
}

/** "no attempt of the Engineer passed the gate (EMPTY_OUTPUT)". */
export function exhaustedReason(role: "Engineer" | "Reviewer", failures: readonly string[]): string {
  const names = [...new Set(failures)].filter((name) => name !== "").join(", ");
  return `no attempt of the ${role} passed the gate${names === "" ? "" : ` (${names})`}`;
}

/** AUTO_RETRY: a sure pattern in a valid document undoes the round before a review is paid for (SPEC 13.5). */
export function patternEffect(state: State, round: OpenRound): Effect | undefined {
  if (round.polishing || !retriesByItself(state, round)) return undefined;
  if (!round.engineerDocument || round.reviewerDocument) return undefined;
  if (!round.patterns) return { type: "look-for-patterns" };
  const sure = round.patterns.filter(isSure);
  if (sure.length === 0) return undefined;
  const names = [...new Set(sure.map(({ pattern }) => pattern))].join(", ");
  const words = sure.map(({ gap, message }) => `${gap}: ${message}`).join("; ");
  return record(...requestRollback(state, { rounds: 1, reason: `${names} (${words})`, by: "mediator" }));
}

export function isSure({ confidence }: PatternFinding): boolean {
  return confidence === "HIGH";
}

/** A rollback that the User decided against, or that cannot be had any more, is not tried again. */
function retriesByItself(state: State, round: OpenRound): boolean {
  return state.config.rollback.mode === "AUTO_RETRY" && round.rollbackDropped !== true && !isAtLimit(state);
}
