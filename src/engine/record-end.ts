import type { RunName } from "../mediator/effect.ts";
import { attemptPath } from "../mediator/session-paths.ts";
import { defined } from "../model/defined.ts";
import { estimateTokens } from "../model/estimate-tokens.ts";
import { rememberLast } from "../model/remember-last.ts";
import type { UsageRecord } from "../model/usage.ts";
import type { Agent, AgentOutcome, AgentTask, Usage } from "../ports/agent.ts";
import { type EngineParts, record } from "./engine-parts.ts";
import type { Judgement } from "./judge-outcome.ts";

/**
 * Journals how a run ended, with the gate's result. If this entry is lost, the answer is judged again, since
 * `run_answered` is durable. A run without an answer is synced while the round continues.
 */
export async function recordEnd(
  parts: Pick<EngineParts, "store" | "observe">,
  order: RunName,
  outcome: AgentOutcome,
  judgement: Judgement,
  { sha256, recovered }: { readonly sha256: string | undefined; readonly recovered: boolean },
): Promise<void> {
  const event = {
    type: "run_ended",
    run: order.id,
    outcome: outcome.type,
    ...(outcome.type === "document" && sha256 !== undefined ? { path: attemptPath(order) } : {}),
    usage: usageRecord(outcome.usage),
    gate: judgement.result,
    fatal: outcome.type === "failed",
    ...(outcome.type === "failed" ? { failure: failureOf(outcome) } : {}),
    repairs: judgement.repairs,
    blocked: judgement.blocked,
    recovered,
  } as const;
  await record(parts, [event], sha256 === undefined ? { sync: "soon" } : {});
}

function failureOf({ reason, message, exitCode }: Extract<AgentOutcome, { type: "failed" }>) {
  return { reason, message, ...defined({ exitCode }) };
}

export function usageRecord(usage: Usage): UsageRecord {
  return {
    inputTokens: amount(usage.inputTokens),
    outputTokens: amount(usage.outputTokens),
    cachedInputTokens: amount(usage.cachedInputTokens),
    costUsd: amount(usage.costUsd),
    seconds: amount(usage.seconds),
    ...(usage.estimated ? { estimated: true as const } : {}),
  };
}

/** Providers may report nonsense: anything but a positive number counts as 0. */
function amount(value: number | undefined): number {
  return value !== undefined && Number.isFinite(value) && value > 0 ? value : 0;
}

/** The prefaces of the two roles are the same in every round. */
const prefaceTokens = rememberLast(2, estimateTokens);

/** Reasons of failures that happen before anything is sent. */
const UNSENT: ReadonlySet<string> = new Set(["not-found", "unauthorised", "overloaded", "network"]);

/** Adds estimated tokens, by characters, to an outcome whose agent reports none (SPEC 15.4a). */
export function withEstimate(
  agent: Pick<Agent, "needsNoTokens" | "price">,
  { preface, prompt }: Pick<AgentTask, "preface" | "prompt">,
  outcome: AgentOutcome,
): AgentOutcome {
  const { usage } = outcome;
  const isReported = (usage.inputTokens ?? 0) > 0 || (usage.outputTokens ?? 0) > 0;
  if (agent.needsNoTokens || isReported || (outcome.type === "failed" && UNSENT.has(outcome.reason))) return outcome;
  const inputTokens = prefaceTokens(preface) + estimateTokens(prompt);
  const outputTokens = outcome.type === "document" ? estimateTokens(new TextDecoder().decode(outcome.bytes)) : 0;
  const { price } = agent;
  const costUsd = usage.costUsd ?? (price && (inputTokens * price.input + outputTokens * price.output) / 1_000_000);
  return { ...outcome, usage: { ...usage, inputTokens, outputTokens, estimated: true, ...defined({ costUsd }) } };
}
