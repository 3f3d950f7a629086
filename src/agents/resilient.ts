import type { Agent, AgentOutcome, AgentProgress, AgentTask, Usage } from "../ports/agent.ts";
import type { Clock } from "../ports/clock.ts";
import { aborted } from "./outcomes.ts";

/** How often and how long a transient fault is waited out (SPEC 15.3). The first try counts. */
export const MOST_TRIES = 5;
const FIRST_SECONDS = 2;
const LONGEST_SECONDS = 60;
/** A provider that asks for more than this is not waited for: the run fails, and the person is told when. */
const LONGEST_RETRY_AFTER = 300;

export interface ResilienceOptions {
  readonly clock: Clock;
  /** From 0 up to 1. */
  readonly random: () => number;
}

/** The same agent, which repeats a run after a transient fault: each is a try of the same attempt (SPEC 15.3). */
export function resilient(agent: Agent, options: ResilienceOptions): Agent {
  return { ...agent, run: (task, signal) => tryAgain(agent, task, signal, options) };
}

async function* tryAgain(
  agent: Agent,
  task: AgentTask,
  signal: AbortSignal,
  { clock, random }: ResilienceOptions,
): AsyncGenerator<AgentProgress, AgentOutcome, void> {
  let usage: Usage = { seconds: 0 };
  for (let number = 1; ; number += 1) {
    const { outcome, spoke } = yield* oneTry(agent, { ...task, try: number }, signal);
    usage = added(usage, outcome.usage);
    const isPassing = outcome.type === "failed" && outcome.transient;
    const wait = isPassing ? waitAfter(number, outcome.retryAfterSeconds, random) : undefined;
    if (!isPassing || wait === undefined) return { ...outcome, usage };
    if (spoke) yield { type: "restarted", message: "The attempt was cut off." };
    yield { type: "repeated", reason: outcome.message, waitSeconds: wait };
    await clock.sleep(wait * 1000, signal);
    if (signal.aborted) return aborted(usage);
  }
}

/** Seconds to wait, doubling, half of them by chance; `undefined` after the last try. Retry-After is never undercut. */
export function waitAfter(
  failedTry: number,
  retryAfterSeconds: number | undefined,
  random: () => number,
): number | undefined {
  if (failedTry >= MOST_TRIES) return undefined;
  if ((retryAfterSeconds ?? 0) > LONGEST_RETRY_AFTER) return undefined;
  const whole = Math.min(LONGEST_SECONDS, FIRST_SECONDS * 2 ** (failedTry - 1));
  const jittered = whole / 2 + random() * (whole / 2);
  return retryAfterSeconds === undefined ? jittered : retryAfterSeconds + random();
}

async function* oneTry(
  agent: Agent,
  task: AgentTask,
  signal: AbortSignal,
): AsyncGenerator<AgentProgress, { outcome: AgentOutcome; spoke: boolean }, void> {
  let spoke = false;
  const run = agent.run(task, signal);
  try {
    for (;;) {
      const next = await run.next();
      if (next.done) return { outcome: next.value, spoke };
      if (next.value.type === "text") spoke = true;
      if (next.value.type !== "started" || task.try === 1) yield next.value;
    }
  } finally {
    await run.return({ type: "missing", usage: { seconds: 0 } });
  }
}

/** A field that only some tries know is the sum of those. */
function added(sum: Usage, more: Usage): Usage {
  const names = ["inputTokens", "outputTokens", "cachedInputTokens", "costUsd"] as const;
  const known = names.filter((name) => sum[name] !== undefined || more[name] !== undefined);
  const totals = Object.fromEntries(known.map((name) => [name, (sum[name] ?? 0) + (more[name] ?? 0)]));
  return { ...totals, seconds: sum.seconds + more.seconds };
}
