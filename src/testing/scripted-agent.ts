import type { Agent, AgentOutcome, AgentTask } from "../ports/agent.ts";

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
