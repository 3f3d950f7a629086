import * as z from "zod";
import type { Command } from "../mediator/commands/command.ts";
import { ROLLBACK_MODES } from "../model/config.ts";
import { FLAG_ACTIONS } from "../model/disagreement.ts";
import { type DecisionId, type GapId, type IssueId, isDecisionId, isGapId, isIssueId } from "../model/ids.ts";
import { ROLLBACK_WAYS } from "../model/rollback.ts";
import { SEVERITIES } from "../model/severity.ts";

const gap = z.custom<GapId>((value) => typeof value === "string" && isGapId(value), "not a gap id");
const gaps = z
  .string()
  .regex(/^[\w.,;+\s–-]+$/, "not a selection of gaps")
  .max(50_000);
const issue = z.custom<IssueId>((value) => typeof value === "string" && isIssueId(value), "not an issue id");
const decision = z.custom<DecisionId>((value) => typeof value === "string" && isDecisionId(value), "not a decision id");
const text = z.string().max(200_000);
const reason = text.min(1);
const severity = z.enum(SEVERITIES);

const at = z
  .object({
    quote: reason.exactOptional(),
    line: z.number().int().min(1).exactOptional(),
    file: z.string().max(1000).exactOptional(),
  })
  .refine(({ quote, line }) => quote !== undefined || line !== undefined, "neither a line nor quoted words");

const retry = z.object({
  way: z.enum(ROLLBACK_WAYS),
  context: text.exactOptional(),
  adjustments: z.array(text),
  split: z.object({ gap, parts: z.array(z.object({ title: reason, text: reason })).min(2) }).exactOptional(),
  attempt: z.number().int().min(1).exactOptional(),
});

const answer = z.object({
  question: text,
  options: z.array(text),
  fields: z.record(z.string(), text),
  via: z.enum(["terminal", "command", "answers-file", "policy", "page", "library"]),
  policy: text.exactOptional(),
});

const schema: z.ZodType<Command> = z.discriminatedUnion("type", [
  z.object({ type: z.literal("answer"), answer }),
  z.object({ type: z.literal("pause"), reason: text }),
  z.object({ type: z.literal("resume") }),
  z.object({ type: z.literal("finish") }),
  z.object({
    type: z.literal("gap-add"),
    title: reason,
    text: reason,
    severity,
    category: z.string().regex(/^[A-Z]{2,10}$/),
    dependsOn: z.array(gap),
    at: at.exactOptional(),
  }),
  z.object({ type: z.literal(["gap-defer", "gap-unblock", "gap-reopen", "gap-wont-fix"]), gaps, reason }),
  z.object({ type: z.literal("gap-take"), gaps }),
  z.object({ type: z.literal("gap-park"), gaps, reason: reason.exactOptional() }),
  z.object({ type: z.literal("gap-severity"), gaps, severity, reason }),
  z.object({ type: z.literal("gap-duplicate"), gaps, of: gap, reason: reason.exactOptional() }),
  z.object({
    type: z.literal("gap-split"),
    gap,
    reason,
    parts: z.array(z.object({ title: reason, text: reason })).min(2),
  }),
  z.object({ type: z.literal("rollback"), rounds: z.number().int().min(1), reason, retry: retry.exactOptional() }),
  z.object({ type: z.literal("rollback-cancel") }),
  z.object({
    type: z.literal("decision-reapply"),
    decision,
    text: reason.exactOptional(),
    rationale: reason.exactOptional(),
  }),
  z.object({ type: z.literal("archive-keep"), path: reason }),
  z.object({ type: z.literal("rollback-mode"), mode: z.enum(ROLLBACK_MODES) }),
  z.object({ type: z.literal("choose-gaps"), gaps: z.array(gap).min(1) }),
  z.object({ type: z.literal("context"), gaps: z.array(gap), text: reason }),
  z.object({ type: z.literal("issue-add"), text: reason, severity, at }),
  z.object({ type: z.literal("issue-severity"), issue, severity, reason }),
  z.object({ type: z.literal("issue-waive"), issue, reason }),
  z.object({ type: z.literal("issue-reopen"), issue, reason }),
  z.object({
    type: z.literal("flag-settle"),
    flag: z.string().max(40),
    action: z.enum(FLAG_ACTIONS),
    text: reason.exactOptional(),
  }),
  z.object({
    type: z.literal("note-settle"),
    note: z.string().max(40),
    action: z.enum([...FLAG_ACTIONS, "severity", "reopen"]),
    severity: severity.exactOptional(),
    text: reason.exactOptional(),
  }),
]);

/** A command that came as a value, or what is wrong with it. */
export function parseCommandValue(value: unknown): Command | string {
  const result = schema.safeParse(value);
  return result.success ? result.data : z.prettifyError(result.error);
}
