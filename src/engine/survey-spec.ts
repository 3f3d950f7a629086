import { buildPrompt } from "../mediator/build-prompt.ts";
import { judgeWholeSpec } from "../mediator/gate/single-runs.ts";
import type { BuiltPrompt, PromptKit } from "../mediator/prompts/prompt-kit.ts";
import type { State } from "../mediator/state.ts";
import { defined } from "../model/defined.ts";
import type { GateResult } from "../model/gate-result.ts";
import { addUsage, NO_USAGE, type UsageRecord } from "../model/usage.ts";
import type { Agent, AgentOutcome, AgentTask } from "../ports/agent.ts";
import { agentTask } from "./agent-task.ts";
import { usageRecord, withEstimate } from "./run-outcome.ts";

export interface SurveyParts {
  readonly agent: Agent;
  readonly kit: PromptKit;
  /** Where the agent may write its document: an absolute path in a scratch folder. */
  readonly documentPath: string;
  readonly signal: AbortSignal;
}

export type SurveyEnd =
  | { readonly type: "document"; readonly text: string; readonly usage: UsageRecord }
  | { readonly type: "failed"; readonly failure: Extract<AgentOutcome, { type: "failed" }> }
  /** No attempt passed the gate. */
  | { readonly type: "unreadable"; readonly message: string };

/** The failed attempt before this one. */
interface Earlier {
  readonly gate: GateResult;
  readonly text: string;
}

/** The prompt of a survey. For the first attempt it depends only on the text and the templates. */
export function surveyPrompt(state: State, kit: PromptKit, attempt = 1, earlier?: Earlier): BuiltPrompt {
  const order = { role: "survey", round: 0, gaps: [], attempt, ...defined({ failure: earlier?.gate }) } as const;
  return buildPrompt(state, order, {
    kit,
    files: new Map(),
    ...defined({ earlier: earlier?.text.trim() || undefined }),
  });
}

/** Runs a survey outside any session, with the gate and the retries of one (SPEC 16.2). */
export async function surveySpec(state: State, parts: SurveyParts): Promise<SurveyEnd> {
  let usage: UsageRecord = NO_USAGE;
  let earlier: Earlier | undefined;
  for (let attempt = 1; attempt <= state.config.maxRetries + 1; attempt += 1) {
    const order = { id: `survey-${attempt}`, role: "survey", round: 0, gaps: [], attempt } as const;
    const built = { ...surveyPrompt(state, parts.kit, attempt, earlier), reads: [] };
    const task = agentTask({ state, ...parts }, order, parts.agent, built);
    const outcome = withEstimate(parts.agent, task, await outcomeOf(parts, task));
    usage = addUsage(usage, usageRecord(outcome.usage));
    if (outcome.type === "failed") return { type: "failed", failure: outcome };
    const bytes = outcome.type === "document" ? outcome.bytes : undefined;
    const gate = judgeWholeSpec("survey", bytes, { spec: state.spec.text, retried: attempt > 1 ? ["UNGROUNDED"] : [] });
    const text = new TextDecoder().decode(bytes);
    if (gate.success) return { type: "document", text, usage };
    earlier = { gate, text };
  }
  return { type: "unreadable", message: earlier?.gate.message ?? "" };
}

/** Runs the agent, and returns only the outcome. */
export async function outcomeOf({ agent, signal }: Pick<SurveyParts, "agent" | "signal">, task: AgentTask) {
  const run = agent.run(task, signal);
  let step = await run.next();
  while (!step.done) step = await run.next();
  await agent.settle?.(task);
  return step.value;
}
