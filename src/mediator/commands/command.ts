import * as z from "zod";
import { ROLLBACK_MODES } from "../../model/config-modes.ts";
import { FLAG_ACTIONS } from "../../model/disagreement.ts";
import type { SessionEvent } from "../../model/events.ts";
import { rollbackWay } from "../../model/rollback.ts";
import {
  decisionId as decision,
  gapId as gap,
  gapIds,
  issueId as issue,
  type Shape,
  severity,
} from "../../model/shapes.ts";

/** Ids, ranges of ids and severities, as `model/gap-selection.ts` reads them. */
const gaps = z
  .string()
  .regex(/^[\w.,;+\s–-]+$/, "not a selection of gaps")
  .max(50_000);
const text = z.string().max(200_000);
const reason = text.min(1);
const parts = z.array(z.object({ title: reason, text: reason })).min(2);

/** The words of the working spec that it is about. */
const at = z
  .object({
    quote: reason.exactOptional(),
    line: z.number().int().min(1).exactOptional(),
    file: z.string().max(1000).exactOptional(),
  })
  .refine(({ quote, line }) => quote !== undefined || line !== undefined, "neither a line nor quoted words");

const retry = z.object({
  way: rollbackWay,
  context: text.exactOptional(),
  adjustments: z.array(text),
  split: z.object({ gap, parts }).exactOptional(),
  attempt: z.number().int().min(1).exactOptional(),
});

const answer = z.object({
  question: text,
  options: z.array(text),
  fields: z.record(z.string(), text),
  via: z.enum(["terminal", "command", "answers-file", "policy", "page", "library"]),
  policy: text.exactOptional(),
});

const schema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("answer"), answer }),
  z.object({ type: z.literal("pause"), reason: text }),
  z.object({ type: z.literal(["resume", "finish", "rollback-cancel"]) }),
  z.object({
    type: z.literal("gap-add"),
    title: reason,
    text: reason,
    severity,
    category: z.string().regex(/^[A-Z]{2,10}$/),
    dependsOn: gapIds,
    at: at.exactOptional(),
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
  // An archived decision holds again, in its own words or others (SPEC 13.3).
  z.object({
    type: z.literal("decision-reapply"),
    decision,
    text: reason.exactOptional(),
    rationale: reason.exactOptional(),
  }),
  z.object({ type: z.literal("archive-keep"), path: reason }),
  z.object({ type: z.literal("rollback-mode"), mode: z.enum(ROLLBACK_MODES) }),
  z.object({ type: z.literal("choose-gaps"), gaps: gapIds.min(1) }),
  z.object({ type: z.literal("context"), gaps: gapIds, text: reason }),
  // On the gap that wrote the words.
  z.object({ type: z.literal("issue-add"), text: reason, severity, at }),
  z.object({ type: z.literal("issue-severity"), issue, severity, reason }),
  z.object({ type: z.literal(["issue-waive", "issue-reopen"]), issue, reason }),
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
export type Command = Shape<typeof schema>;

export type CommandOf<Type extends Command["type"]> = Extract<Command, { type: Type }>;

export function parseCommandValue(value: unknown): Command | string {
  const result = schema.safeParse(value);
  return result.success ? result.data : z.prettifyError(result.error);
}

/** What follows from a command, or why it is refused. Nothing is changed by a refused one. */
export type CommandResult =
  | { readonly ok: true; readonly events: readonly SessionEvent[]; readonly message: string }
  | { readonly ok: false; readonly problem: string; readonly fix?: string };

export function done(events: readonly SessionEvent[], message: string): CommandResult {
  return { ok: true, events, message };
}

export function refuse(problem: string, fix?: string): CommandResult {
  return { ok: false, problem, ...(fix === undefined ? {} : { fix }) };
}
