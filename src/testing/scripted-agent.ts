import type { Agent, AgentOutcome, AgentTask } from "../ports/agent.ts";
import type { Processes, ProcessIdentity } from "../ports/processes.ts";

/** A script's result for a task: a document, or another outcome. */
export type ScriptedAnswer = string | Uint8Array | Exclude<AgentOutcome, { type: "document" }>;

export interface ScriptedAgent extends Agent {
  readonly tasks: readonly AgentTask[];
}

/** An agent that answers at once from a function. Tokens are counted as characters divided by four. */
export function scriptedAgent(
  script: (task: AgentTask) => ScriptedAnswer | Promise<ScriptedAnswer>,
  name = "scripted",
): ScriptedAgent {
  const tasks: AgentTask[] = [];
  return {
    name,
    paid: false,
    tasks,
    // biome-ignore lint/correctness/useYield: it has no progress to report.
    async *run(task, signal) {
      tasks.push(task);
      const answer = await script(task);
      if (signal.aborted) {
        const usage = { seconds: 0 };
        return { type: "failed", reason: "aborted", message: "stopped", transient: false, usage };
      }
      if (typeof answer !== "string" && !(answer instanceof Uint8Array)) return answer;
      const bytes = typeof answer === "string" ? new TextEncoder().encode(answer) : answer;
      const inputTokens = Math.ceil((task.preface.length + task.prompt.length) / 4);
      return { type: "document", bytes, usage: { seconds: 1, inputTokens, outputTokens: Math.ceil(bytes.length / 4) } };
    },
  };
}

/** Processes for a test, alive until they are ended. */
export interface ScriptedProcesses {
  as(pid: number): Processes;
  end(pid: number): void;
  isEnded(pid: number): boolean;
  /** From now on it is unknown whether the process is alive. */
  hide(pid: number): void;
}

export function scriptedProcesses(): ScriptedProcesses {
  const ended = new Set<number>();
  const hidden = new Set<number>();
  const liveness = ({ pid }: ProcessIdentity) => {
    if (hidden.has(pid)) return "unknown";
    return ended.has(pid) ? "dead" : "alive";
  };
  return {
    as: (pid) => ({ self: () => ({ pid, host: "test", started: `start-${pid}` }), liveness }),
    end: (pid) => void ended.add(pid),
    isEnded: (pid) => ended.has(pid),
    hide: (pid) => void hidden.add(pid),
  };
}
