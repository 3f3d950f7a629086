import * as z from "zod";
import type { AgentTask } from "../../ports/agent.ts";

const milliseconds = z.int().min(0).max(3_600_000);
const bytes = z.int().min(0).max(100_000_000);

const fault = z.strictObject({
  type: z.enum(["crash", "timeout", "missing", "empty", "transient"]),
  /** What comes before it strikes. */
  afterBytes: bytes.default(0),
  message: z.string().max(500).default("The recording says that this run fails."),
  /** Of a transient one: so many tries fail, the next one is answered. */
  times: z.int().min(1).max(1000).default(1),
  reason: z.enum(["overloaded", "network"]).default("overloaded"),
  retryAfterSeconds: z.number().min(0).max(86_400).exactOptional(),
});

const usage = z.strictObject({
  inputTokens: z.int().min(0).optional(),
  outputTokens: z.int().min(0).optional(),
  cachedInputTokens: z.int().min(0).optional(),
  costUsd: z.number().min(0).optional(),
});

const manner = {
  latencyMs: milliseconds.optional(),
  /** The document comes in pieces of so many bytes. */
  chunkBytes: z.int().min(1).optional(),
  chunkDelayMs: milliseconds.optional(),
  usage: usage.optional(),
};

const rule = z.strictObject({
  role: z.enum(["engineer", "reviewer"]).optional(),
  round: z.int().min(1).optional(),
  gap: z.string().optional(),
  attempt: z.int().min(1).optional(),
  ...manner,
  fault: fault.optional(),
});

/** `replay.json` beside the recordings: how they come, and what goes wrong. */
export const replaySettings = z.strictObject({ version: z.literal(1), ...manner, rules: z.array(rule).default([]) });

export type ReplaySettings = z.output<typeof replaySettings>;
export type ReplayFault = z.output<typeof fault>;
type Rule = z.output<typeof rule>;

/** How one task is answered: the first rule that fits, over what holds for all. */
export function mannerFor(task: AgentTask, settings: ReplaySettings): Omit<Rule, "role" | "round" | "gap" | "attempt"> {
  const { rules, ...common } = settings;
  return { ...common, ...rules.find((candidate) => fits(candidate, task)) };
}

function fits(candidate: Rule, task: AgentTask): boolean {
  const { role, round, gap, attempt } = candidate;
  return (
    (role === undefined || role === task.role) &&
    (round === undefined || round === task.label.round) &&
    (gap === undefined || task.label.gaps.some((id) => id === gap)) &&
    (attempt === undefined || attempt === task.label.attempt)
  );
}
