import type { Agent, AgentOutcome, AgentProgress, AgentTask, Usage } from "../ports/agent.ts";
import type { Clock } from "../ports/clock.ts";
import { type BackOffPolicy, DEFAULT_BACK_OFF, waitAfter } from "./back-off.ts";
import { BREAKER_THRESHOLD, type BreakerState, breakerAfter, isOpen } from "./circuit-breaker.ts";
import { aborted, failed, failure } from "./outcomes.ts";

export interface ResilienceOptions {
  readonly clock: Clock;
  /** From 0 up to 1. */
  readonly random: () => number;
  /** Where the breaker's state is kept; one for each provider. */
  readonly breaker?: { read(): BreakerState; write(state: BreakerState): void };
  readonly policy?: BackOffPolicy;
  readonly breakerThreshold?: number;
}

/**
 * The same agent, which repeats a run with the same prompt after a transient fault. Each repetition is a try of the
 * same attempt: the task's `try` counts them, `repeated` tells of each before its wait begins, pieces of a broken try are
 * followed by `restarted`, and the usage is that of all tries. With the breaker open nothing is started at all.
 */
export function resilient(agent: Agent, options: ResilienceOptions): Agent {
  return { ...agent, run: (task, signal) => tryAgain(agent, task, signal, options) };
}

async function* tryAgain(
  agent: Agent,
  task: AgentTask,
  signal: AbortSignal,
  options: ResilienceOptions,
): AsyncGenerator<AgentProgress, AgentOutcome, void> {
  const { clock, random, breaker, policy = DEFAULT_BACK_OFF, breakerThreshold = BREAKER_THRESHOLD } = options;
  let usage: Usage = { seconds: 0 };
  for (let number = 1; ; number += 1) {
    const state = breaker?.read();
    if (state && isOpen(state, breakerThreshold)) return failed(opened(state), usage);
    const { outcome, spoke } = yield* oneTry(agent, { ...task, try: number }, signal, number === 1);
    usage = added(usage, outcome.usage);
    if (breaker) breaker.write(breakerAfter(breaker.read(), outcome));
    if (outcome.type !== "failed" || !outcome.transient) return { ...outcome, usage };
    const wait =
      breaker && isOpen(breaker.read(), breakerThreshold)
        ? undefined
        : waitAfter(number, outcome.retryAfterSeconds, random, policy);
    if (wait === undefined) return { ...outcome, usage };
    if (spoke) yield { type: "restarted", message: "The try broke off." };
    yield { type: "repeated", reason: outcome.message, waitSeconds: wait };
    await clock.sleep(wait * 1000, signal);
    if (signal.aborted) return aborted(usage);
  }
}

async function* oneTry(
  agent: Agent,
  task: AgentTask,
  signal: AbortSignal,
  isFirst: boolean,
): AsyncGenerator<AgentProgress, { outcome: AgentOutcome; spoke: boolean }, void> {
  let spoke = false;
  const run = agent.run(task, signal);
  try {
    for (;;) {
      const next = await run.next();
      if (next.done) return { outcome: next.value, spoke };
      if (next.value.type === "text") spoke = true;
      if (next.value.type !== "started" || isFirst) yield next.value;
    }
  } finally {
    await run.return({ type: "missing", usage: { seconds: 0 } });
  }
}

function opened(state: BreakerState) {
  return failure("overloaded", `Not started: ${state.failures} tries in a row failed. The last one: ${state.message}`);
}

/** A field that only some tries know is the sum of those. */
function added(sum: Usage, more: Usage): Usage {
  const names = ["inputTokens", "outputTokens", "cachedInputTokens", "costUsd"] as const;
  const known = names.filter((name) => sum[name] !== undefined || more[name] !== undefined);
  const totals = Object.fromEntries(known.map((name) => [name, (sum[name] ?? 0) + (more[name] ?? 0)]));
  return { ...totals, seconds: sum.seconds + more.seconds };
}
