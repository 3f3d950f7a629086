import type { UsageRecord } from "./events.ts";

export const NO_USAGE: UsageRecord = { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0, costUsd: 0, seconds: 0 };

/** The sum of two; it is an estimate where one of them is. */
export function addUsage(a: UsageRecord, b: UsageRecord): UsageRecord {
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    cachedInputTokens: a.cachedInputTokens + b.cachedInputTokens,
    costUsd: a.costUsd + b.costUsd,
    seconds: a.seconds + b.seconds,
    ...(a.estimated || b.estimated ? { estimated: true as const } : {}),
  };
}
