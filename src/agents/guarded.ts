import type { Agent, AgentOutcome, AgentProgress, AgentTask } from "../ports/agent.ts";
import type { Clock } from "../ports/clock.ts";
import { aborted, failed, failure, startWatch } from "./outcomes.ts";
import { Redactor, redactBytes } from "./redactor.ts";
import { safeMessage } from "./safe-message.ts";

/**
 * What the port promises whatever the kind: no secret comes out, messages are safe to print, nothing is thrown, and
 * nothing is started after an abort. Every kind's factory returns its agent through here.
 */
export function guarded(agent: Agent, secrets: readonly string[], clock: Clock): Agent {
  const { adopt } = agent;
  return {
    ...agent,
    run: (task, signal) => cleaned(() => agent.run(task, signal), signal, secrets, clock),
    ...(adopt && {
      adopt: (task: AgentTask, signal: AbortSignal) => {
        const left = adopt(task, signal);
        return left && cleaned(() => left, signal, secrets, clock);
      },
    }),
  };
}

async function* cleaned(
  begin: () => ReturnType<Agent["run"]>,
  signal: AbortSignal,
  secrets: readonly string[],
  clock: Clock,
): ReturnType<Agent["run"]> {
  const usage = startWatch(clock);
  if (signal.aborted) return aborted(usage());
  const redactor = new Redactor(secrets);
  const inner = begin();
  try {
    for (;;) {
      const next = await inner.next();
      if (next.done) {
        const held = redactor.end();
        if (held !== "") yield { type: "text", text: held };
        return cleanOutcome(next.value, secrets);
      }
      const progress = cleanProgress(next.value, redactor, secrets);
      if (progress) yield progress;
    }
  } catch (error) {
    return failed(failure("crashed", safeMessage(messageOf(error), secrets)), usage());
  } finally {
    // The consumer may stop listening: what the run started must end with it.
    await inner.return(aborted(usage())).catch(() => undefined);
  }
}

function cleanProgress(
  progress: AgentProgress,
  redactor: Redactor,
  secrets: readonly string[],
): AgentProgress | undefined {
  switch (progress.type) {
    case "started":
      return progress;
    case "text": {
      const text = redactor.push(progress.text);
      return text === "" ? undefined : { type: "text", text };
    }
    case "restarted":
      redactor.end();
      return { type: "restarted", message: safeMessage(progress.message, secrets) };
    case "repeated":
      return { ...progress, reason: safeMessage(progress.reason, secrets) };
    case "note":
      return { type: "note", message: safeMessage(progress.message, secrets) };
  }
}

function cleanOutcome(outcome: AgentOutcome, secrets: readonly string[]): AgentOutcome {
  switch (outcome.type) {
    case "document":
      return { ...outcome, bytes: redactBytes(outcome.bytes, secrets) };
    case "missing":
      return outcome;
    case "failed":
      return { ...outcome, message: safeMessage(outcome.message, secrets) };
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
