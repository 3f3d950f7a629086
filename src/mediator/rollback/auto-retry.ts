import { type Effect, record } from "../effect.ts";
import type { OpenRound, State } from "../state.ts";
import { isSure } from "./carry-out.ts";
import { isAtLimit, requestRollback } from "./request-rollback.ts";
import { attemptsAt } from "./rollback-targets.ts";

/**
 * AUTO_RETRY: an exhausted role first rolls the round back once, with adjustments, before the person is asked (SPEC 7,
 * 13.5).
 */
export function autoRetry(state: State, round: OpenRound, reason: string): Effect | undefined {
  if (!isOn(state, round) || attemptsAt(state, round.number) > 0) return undefined;
  return record(...requestRollback(state, { rounds: 1, reason, by: "mediator" }));
}

/** "no attempt of the Engineer passed the gate (EMPTY_OUTPUT)". */
export function exhaustedReason(role: "Engineer" | "Reviewer", failures: readonly string[]): string {
  const names = [...new Set(failures)].filter((name) => name !== "").join(", ");
  return `no attempt of the ${role} passed the gate${names === "" ? "" : ` (${names})`}`;
}

/**
 * AUTO_RETRY: a pattern of HIGH confidence in a valid document undoes the round as well, before a review is paid for; the
 * second time the person is asked (SPEC 13.5).
 */
export function patternEffect(state: State, round: OpenRound): Effect | undefined {
  if (round.polishing || !isOn(state, round) || !round.engineerDocument || round.reviewerDocument) return undefined;
  if (!round.patterns) return { type: "look-for-patterns" };
  const sure = round.patterns.filter(isSure);
  if (sure.length === 0) return undefined;
  const names = [...new Set(sure.map((one) => one.pattern))].join(", ");
  const words = sure.map((one) => `${one.gap}: ${one.message}`).join("; ");
  return record(...requestRollback(state, { rounds: 1, reason: `${names} (${words})`, by: "mediator" }));
}

/** A rollback that the person decided against, or that cannot be had any more, is not tried again. */
function isOn(state: State, round: OpenRound): boolean {
  return state.config.rollback.mode === "AUTO_RETRY" && round.rollbackDropped !== true && !isAtLimit(state);
}
