import { estimateTokens } from "../model/token-estimate.ts";
import type { Agent, AgentOutcome, AgentTask, Usage } from "../ports/agent.ts";

/** Failures before anything was sent. */
const UNSENT: ReadonlySet<string> = new Set(["not-found", "unauthorised", "overloaded", "network"]);

/** An outcome whose agent tells no tokens gets those of its prompt and its answer, by their characters (SPEC 15.4a). */
export function withEstimate(
  agent: Pick<Agent, "needsNoTokens" | "price">,
  { preface, prompt }: Pick<AgentTask, "preface" | "prompt">,
  outcome: AgentOutcome,
): AgentOutcome {
  const { usage } = outcome;
  const isTold = (usage.inputTokens ?? 0) > 0 || (usage.outputTokens ?? 0) > 0;
  if (agent.needsNoTokens || isTold || (outcome.type === "failed" && UNSENT.has(outcome.reason))) return outcome;
  const inputTokens = estimateTokens(preface) + estimateTokens(prompt);
  const outputTokens = outcome.type === "document" ? estimateTokens(new TextDecoder().decode(outcome.bytes)) : 0;
  const { price } = agent;
  const costUsd = usage.costUsd ?? (price && (inputTokens * price.input + outputTokens * price.output) / 1_000_000);
  const estimate: Usage = {
    ...usage,
    inputTokens,
    outputTokens,
    estimated: true,
    ...(costUsd === undefined ? {} : { costUsd }),
  };
  return { ...outcome, usage: estimate };
}
