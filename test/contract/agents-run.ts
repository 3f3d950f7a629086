import { join } from "node:path";
import type { Agent, AgentOutcome, AgentProgress, AgentTask } from "../../src/ports/agent.ts";

export interface Ran {
  readonly progress: readonly AgentProgress[];
  readonly outcome: AgentOutcome;
  /** The pieces since the last restart. */
  readonly text: string;
}

/** Runs an agent to its end, as the engine does. */
export async function runAgent(agent: Agent, task: AgentTask, signal = new AbortController().signal): Promise<Ran> {
  const progress: AgentProgress[] = [];
  const run = agent.run(task, signal);
  for (;;) {
    const next = await run.next();
    if (next.done) {
      await agent.settle?.(task);
      return { progress, outcome: next.value, text: piecesOf(progress) };
    }
    progress.push(next.value);
  }
}

export function piecesOf(progress: readonly AgentProgress[]): string {
  const from = progress.findLastIndex(({ type }) => type === "restarted");
  return progress
    .slice(from + 1)
    .map((item) => (item.type === "text" ? item.text : ""))
    .join("");
}

export function documentOf(outcome: AgentOutcome): string {
  if (outcome.type !== "document") throw new Error(`no document: ${JSON.stringify(outcome)}`);
  return Buffer.from(outcome.bytes).toString("utf8");
}

/** A task of round 1 whose document would go into `folder`. */
export function taskIn(folder: string, changes: Partial<AgentTask> = {}): AgentTask {
  return {
    id: "R1-engineer-GAP-FLOW-001-1",
    role: "engineer",
    label: { round: 1, gaps: ["GAP-FLOW-001"], attempt: 1 },
    preface: "You are the Engineer.",
    prompt: "Resolve GAP-FLOW-001.",
    documents: [],
    documentPath: join(folder, "engineer.md"),
    budget: { seconds: 60, outputBytes: 1_000_000 },
    template: "## Gap Resolution: GAP-FLOW-001\n\n**Confidence:**\n",
    ...changes,
  };
}
