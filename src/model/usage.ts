import * as z from "zod";
import { number, optional, type Shape, yes } from "./shapes.ts";

/** What a run took. */
export const usageSchema = z.object({
  inputTokens: number,
  outputTokens: number,
  cachedInputTokens: number,
  costUsd: number,
  seconds: number,
  /** The agent told no tokens: some or all of them are estimated from characters (SPEC 15.4a). */
  estimated: optional(yes),
});

export interface UsageRecord extends Shape<typeof usageSchema> {}

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
