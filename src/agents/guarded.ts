import type { Agent, AgentOutcome, AgentProgress, AgentTask, Usage } from "../ports/agent.ts";
import type { Clock } from "../ports/clock.ts";
import { aborted, failed, failure, timedOut } from "./outcomes.ts";
import { type Environment, Redactor, redactBytes, safeMessage, secretsOf } from "./secrets.ts";

export type KindRun = ReturnType<Agent["run"]>;

/** An agent before it is guarded. Its signal also aborts at the time limit; then only a complete document counts. */
export interface AgentKind extends Omit<Agent, "run" | "adopt"> {
  run(task: AgentTask, signal: AbortSignal): KindRun;
  /** Continues the run of a process that died; undefined if nothing of it is left. */
  leftRun?(task: AgentTask): ((signal: AbortSignal) => KindRun) | undefined;
  /** A person works on it, so there is no time limit. */
  readonly isUnhurried?: true;
}

export interface KindOptions {
  readonly clock: Clock;
  /** Passed to programs unchanged, since they need their keys. Secrets in it are removed from all output. */
  readonly environment: Environment;
}

/** Makes any kind keep the promises of the port: no secret comes out, nothing is thrown, the time limit holds. */
export function guarded(kind: AgentKind, { clock, environment }: KindOptions, key?: string): Agent {
  const { leftRun, isUnhurried, ...agent } = kind;
  const secrets = [...secretsOf(environment), ...(key === undefined ? [] : [key])];
  const guard = ({ budget }: AgentTask, signal: AbortSignal, begin: (signal: AbortSignal) => KindRun) =>
    guardedRun(begin, signal, secrets, clock, isUnhurried ? Number.POSITIVE_INFINITY : budget.seconds);
  return {
    ...agent,
    run: (task, signal) => guard(task, signal, (limited) => kind.run(task, limited)),
    ...(leftRun && {
      adopt: (task: AgentTask, signal: AbortSignal) => {
        const begin = leftRun(task);
        return begin && guard(task, signal, begin);
      },
    }),
  };
}

async function* guardedRun(
  begin: (signal: AbortSignal) => KindRun,
  signal: AbortSignal,
  secrets: readonly string[],
  clock: Clock,
  seconds: number,
): KindRun {
  const start = clock.elapsed();
  const spent = (): Usage => ({ seconds: (clock.elapsed() - start) / 1000 });
  if (signal.aborted) return aborted(spent());
  const limit = limitTime(signal, seconds, clock);
  const redactor = new Redactor(secrets);
  const inner = begin(limit.signal);
  try {
    for (;;) {
      const next = await inner.next();
      if (next.done) {
        const held = redactor.end();
        if (held !== "") yield { type: "text", text: held };
        const usage = { ...next.value.usage, ...spent() };
        // A document that arrived while stopping is used, because it is paid for (SPEC 4).
        if (limit.reached() === "aborted" && next.value.type !== "document") return aborted(usage);
        if (limit.reached() === "timeout") return timedOut(seconds, usage);
        return cleanOutcome({ ...next.value, usage }, secrets);
      }
      const progress = cleanProgress(next.value, redactor, secrets);
      if (progress) yield progress;
    }
  } catch (error) {
    return failed(failure("crashed", safeMessage(messageOf(error), secrets)), spent());
  } finally {
    // The consumer may stop early: whatever the run started must end.
    limit.release();
    await inner.return(aborted({})).catch(() => undefined);
  }
}

function cleanProgress(
  progress: AgentProgress,
  redactor: Redactor,
  secrets: readonly string[],
): AgentProgress | undefined {
  if (progress.type === "repeated") return { ...progress, reason: safeMessage(progress.reason, secrets) };
  if (progress.type !== "text") {
    if (progress.type === "restarted") redactor.end();
    return { ...progress, message: safeMessage(progress.message, secrets) };
  }
  const text = redactor.push(progress.text);
  return text === "" ? undefined : { type: "text", text };
}

function cleanOutcome(outcome: AgentOutcome, secrets: readonly string[]): AgentOutcome {
  if (outcome.type === "document") return { ...outcome, bytes: redactBytes(outcome.bytes, secrets) };
  return outcome.type === "missing" ? outcome : { ...outcome, message: safeMessage(outcome.message, secrets) };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

/** A signal that aborts with the caller's signal or at the time limit, and knows which it was. */
function limitTime(signal: AbortSignal, seconds: number, clock: Clock) {
  const [over, released] = [new AbortController(), new AbortController()];
  if (Number.isFinite(seconds)) {
    void clock.sleep(seconds * 1000, released.signal).then(() => released.signal.aborted || over.abort());
  }
  return {
    signal: AbortSignal.any([signal, over.signal, released.signal]),
    reached: () => (signal.aborted ? "aborted" : over.signal.aborted ? "timeout" : undefined),
    /** Ends whatever is still going on, and the timer. */
    release: () => released.abort(),
  };
}
