import * as z from "zod";
import { number, optional, type Shape, yes } from "./shapes.ts";

/** What a run cost in tokens, money and time. */
export const usageSchema = z.object({
  inputTokens: number,
  outputTokens: number,
  cachedInputTokens: number,
  costUsd: number,
  seconds: number,
  /** The agent reported no tokens, so some or all are estimated from characters (SPEC 15.4a). */
  estimated: optional(yes),
});

export interface UsageRecord extends Shape<typeof usageSchema> {}

export const NO_USAGE: UsageRecord = { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0, costUsd: 0, seconds: 0 };

/** The sum; it counts as estimated if either part is. */
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
