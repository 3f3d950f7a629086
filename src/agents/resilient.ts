import type { Agent, AgentOutcome, AgentProgress, AgentTask, Usage } from "../ports/agent.ts";
import type { Clock } from "../ports/clock.ts";
import { HEALTHY, type ProviderHealth, type ProviderHealths } from "../ports/provider-health.ts";
import { aborted, failed, failure } from "./outcomes.ts";

/** Limits for repeating a run after a transient failure (SPEC 15.3). The first try counts. */
export const MOST_TRIES = 5;
const FIRST_SECONDS = 2;
const LONGEST_SECONDS = 60;
/** If a provider asks for a longer wait, the run fails, and the User is told when to try again. */
const LONGEST_RETRY_AFTER = 300;
/** The tries of two runs: a single bad run may be bad luck. */
const MOST_FAILURES = 10;

export interface ResilienceOptions {
  readonly clock: Clock;
  readonly random: () => number;
  readonly healths: ProviderHealths;
  readonly provider: string;
}

/** An agent that repeats a run after a transient failure, as a further try of the same attempt (SPEC 15.3). */
export function resilient(agent: Agent, options: ResilienceOptions): Agent {
  return { ...agent, run: (task, signal) => tryAgain(agent, task, signal, options) };
}

async function* tryAgain(
  agent: Agent,
  task: AgentTask,
  signal: AbortSignal,
  { clock, random, healths, provider }: ResilienceOptions,
): AsyncGenerator<AgentProgress, AgentOutcome, void> {
  const isOpen = ({ failures }: ProviderHealth) => failures >= MOST_FAILURES;
  let usage: Usage = { seconds: 0 };
  for (let number = 1; ; number += 1) {
    const before = await healths.read(provider);
    if (isOpen(before)) {
      const why = `Not started: ${before.failures} tries in a row failed. The last error: ${before.message}`;
      return failed(failure("overloaded", why), usage);
    }
    if (number === 1) {
      const seconds = ((before.retryAt ?? 0) - clock.now()) / 1000;
      if (seconds > LONGEST_RETRY_AFTER) {
        const why = `Not started: the provider asked to wait. It said: ${before.message}`;
        return failed({ ...failure("overloaded", why), retryAfterSeconds: seconds }, usage);
      }
      if (seconds > 0) yield { type: "note", message: `Waiting ${Math.ceil(seconds)} s, as the provider asked.` };
      if (seconds > 0) await clock.sleep(seconds * 1000, signal);
      if (signal.aborted) return aborted(usage);
    }
    const { outcome, hasText } = yield* runTry(agent, { ...task, try: number }, signal);
    usage = addUsage(usage, outcome.usage);
    const health = await healths.change(provider, (known) => healthAfter(known, outcome, clock.now()));
    if (outcome.type !== "failed" || !outcome.transient) return { ...outcome, usage };
    const wait = isOpen(health) ? undefined : waitAfter(number, outcome.retryAfterSeconds, random);
    if (wait === undefined) return { ...outcome, usage };
    if (hasText) yield { type: "restarted", message: "The attempt was cut off." };
    yield { type: "repeated", reason: outcome.message, waitSeconds: wait };
    await clock.sleep(wait * 1000, signal);
    if (signal.aborted) return aborted(usage);
  }
}

/** The seconds to wait: doubling, half of them random, never less than Retry-After. Undefined after the last try. */
export function waitAfter(failedTry: number, retryAfterSeconds: number | undefined, random: () => number) {
  if (failedTry >= MOST_TRIES) return undefined;
  if ((retryAfterSeconds ?? 0) > LONGEST_RETRY_AFTER) return undefined;
  const whole = Math.min(LONGEST_SECONDS, FIRST_SECONDS * 2 ** (failedTry - 1));
  const jittered = whole / 2 + random() * (whole / 2);
  return retryAfterSeconds === undefined ? jittered : retryAfterSeconds + random();
}

async function* runTry(
  agent: Agent,
  task: AgentTask,
  signal: AbortSignal,
): AsyncGenerator<AgentProgress, { outcome: AgentOutcome; hasText: boolean }, void> {
  let hasText = false;
  const run = agent.run(task, signal);
  try {
    for (;;) {
      const next = await run.next();
      if (next.done) return { outcome: next.value, hasText };
      if (next.value.type === "text") hasText = true;
      yield next.value;
    }
  } finally {
    await run.return({ type: "missing", usage: { seconds: 0 } });
  }
}

function healthAfter(known: ProviderHealth, outcome: AgentOutcome, now: number): ProviderHealth {
  if (outcome.type !== "failed") return HEALTHY;
  if (!outcome.transient) return known;
  const { message, retryAfterSeconds } = outcome;
  const asked = retryAfterSeconds === undefined ? {} : { retryAt: now + retryAfterSeconds * 1000 };
  return { failures: known.failures + 1, message, ...asked };
}

/** A field that only some tries report is the sum of those. */
function addUsage(sum: Usage, more: Usage): Usage {
  const names = ["inputTokens", "outputTokens", "cachedInputTokens", "costUsd"] as const;
  const known = names.filter((name) => sum[name] !== undefined || more[name] !== undefined);
  const totals = Object.fromEntries(known.map((name) => [name, (sum[name] ?? 0) + (more[name] ?? 0)]));
  return { ...totals, seconds: sum.seconds + more.seconds };
}
