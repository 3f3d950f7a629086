import type { AgentOutcome } from "../ports/agent.ts";

/**
 * How many tries in a row met a transient fault, over all runs with one provider. A value: whoever runs the session
 * keeps it, and puts `CLOSED_BREAKER` in its place when the person says to go on.
 */
export interface BreakerState {
  readonly failures: number;
  /** What the last of them said. */
  readonly message: string;
}

export const CLOSED_BREAKER: BreakerState = { failures: 0, message: "" };

/** Two runs' worth of tries: one bad run is bad luck. */
export const BREAKER_THRESHOLD = 10;

export function breakerAfter(state: BreakerState, outcome: AgentOutcome): BreakerState {
  if (outcome.type !== "failed") return CLOSED_BREAKER;
  if (!outcome.transient) return state;
  return { failures: state.failures + 1, message: outcome.message };
}

export function isOpen(state: BreakerState, threshold = BREAKER_THRESHOLD): boolean {
  return state.failures >= threshold;
}
