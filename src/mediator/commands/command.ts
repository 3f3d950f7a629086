import * as z from "zod";
import { ROLLBACK_MODES } from "../../model/config.ts";
import { FLAG_ACTIONS } from "../../model/disagreement.ts";
import { type DecisionId, type GapId, type IssueId, isDecisionId, isGapId, isIssueId } from "../../model/ids.ts";
import { ROLLBACK_WAYS } from "../../model/rollback.ts";
import { SEVERITIES } from "../../model/severity.ts";

const gap = z.custom<GapId>((value) => typeof value === "string" && isGapId(value), "not a gap id");
/** Ids, ranges of ids and severities, as `model/gap-selection.ts` reads them. */
const gaps = z
  .string()
  .regex(/^[\w.,;+\s–-]+$/, "not a selection of gaps")
  .max(50_000);
const issue = z.custom<IssueId>((value) => typeof value === "string" && isIssueId(value), "not an issue id");
const decision = z.custom<DecisionId>((value) => typeof value === "string" && isDecisionId(value), "not a decision id");
const text = z.string().max(200_000);
const reason = text.min(1);
const severity = z.enum(SEVERITIES);

const parts = z
  .array(z.object({ title: reason, text: reason }))
  .min(2)
  .readonly();
const idsOfGaps = z.array(gap).readonly();

const retry = z.object({
  way: z.enum(ROLLBACK_WAYS),
  context: text.exactOptional(),
  adjustments: z.array(text).readonly(),
  split: z.object({ gap, parts }).exactOptional(),
  attempt: z.number().int().min(1).exactOptional(),
});

const answer = z.object({
  question: text,
  options: z.array(text).readonly(),
  fields: z.record(z.string(), text).readonly(),
  via: z.enum(["terminal", "command", "answers-file", "policy", "page", "library"]),
  policy: text.exactOptional(),
});

const schema = z.discriminatedUnion("type", [
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
    dependsOn: idsOfGaps,
  }),
  z.object({ type: z.literal(["gap-defer", "gap-unblock", "gap-reopen", "gap-wont-fix"]), gaps, reason }),
  // A deferred or parked gap is worked on again.
  z.object({ type: z.literal("gap-take"), gaps }),
  z.object({ type: z.literal("gap-park"), gaps, reason: reason.exactOptional() }),
  z.object({ type: z.literal("gap-severity"), gaps, severity, reason }),
  z.object({ type: z.literal("gap-duplicate"), gaps, of: gap, reason: reason.exactOptional() }),
  z.object({ type: z.literal("gap-split"), gap, reason, parts }),
  // Without a way on the User is asked, or the mode decides (SPEC 13.5).
  z.object({ type: z.literal("rollback"), rounds: z.number().int().min(1), reason, retry: retry.exactOptional() }),
  z.object({ type: z.literal("rollback-cancel") }),
  // An archived decision holds again, in its own words or others (SPEC 13.3).
  z.object({
    type: z.literal("decision-reapply"),
    decision,
    text: reason.exactOptional(),
    rationale: reason.exactOptional(),
  }),
  z.object({ type: z.literal("archive-keep"), path: reason }),
  z.object({ type: z.literal("rollback-mode"), mode: z.enum(ROLLBACK_MODES) }),
  z.object({ type: z.literal("choose-gaps"), gaps: z.array(gap).min(1).readonly() }),
  z.object({ type: z.literal("context"), gaps: idsOfGaps, text: reason }),
  z.object({ type: z.literal("issue-severity"), issue, severity, reason }),
  z.object({ type: z.literal("issue-waive"), issue, reason }),
  z.object({ type: z.literal("issue-reopen"), issue, reason }),
  // Acts on a flag that a summary lists, named by its own id or by its issue, with a reason or an explanation (SPEC 9).
  z.object({
    type: z.literal("flag-settle"),
    flag: z.string().max(40),
    action: z.enum(FLAG_ACTIONS),
    text: reason.exactOptional(),
  }),
  // Acts on a note that a summary lists (SPEC 4.6).
  z.object({
    type: z.literal("note-settle"),
    note: z.string().max(40),
    action: z.enum([...FLAG_ACTIONS, "severity", "reopen"]),
    severity: severity.exactOptional(),
    text: reason.exactOptional(),
  }),
]);

/** What a person may do to a session at any time, from any front end. */
export type Command = z.infer<typeof schema>;

/** A command that came as a value, or what is wrong with it. */
export function parseCommandValue(value: unknown): Command | string {
  const result = schema.safeParse(value);
  return result.success ? result.data : z.prettifyError(result.error);
}
