import type { RunName } from "../mediator/effect.ts";
import { attemptPath } from "../mediator/session-paths.ts";
import type { UsageRecord } from "../model/usage.ts";
import type { AgentOutcome, Usage } from "../ports/agent.ts";
import type { EngineParts } from "./engine-parts.ts";
import type { Judgement } from "./judge-outcome.ts";
import { record } from "./record.ts";

/**
 * Journals how a run ended, with the gate's judgement: it is never paid for again. The round goes on while the disk syncs
 * that; the next agent does not.
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
    ...documentFacts(order, outcome, sha256),
    usage: usageRecord(outcome.usage),
    gate: judgement.result,
    fatal: outcome.type === "failed",
    repairs: judgement.repairs,
    blocked: judgement.blocked,
    recovered,
  } as const;
  await record(parts, [event], { sync: "soon" });
}

function documentFacts(order: RunName, outcome: AgentOutcome, sha256: string | undefined) {
  if (outcome.type !== "document" || sha256 === undefined) return {};
  return { path: attemptPath(order), sha256, bytes: outcome.bytes.byteLength };
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

/** Providers count, and an agent passes on what they say: what is no amount is none. */
function amount(value: number | undefined): number {
  return value !== undefined && Number.isFinite(value) && value > 0 ? value : 0;
}
