import * as z from "zod";
import { ROLLBACK_MODES } from "../../model/config-modes.ts";
import { FLAG_ACTIONS } from "../../model/disagreement.ts";
import type { SessionEvent } from "../../model/events.ts";
import { answerSchema } from "../../model/question.ts";
import { rollbackRetry } from "../../model/rollback.ts";
import {
  decisionId as decision,
  gapId as gap,
  gapIds,
  issueId as issue,
  optional,
  type Shape,
  severity,
  text,
} from "../../model/shapes.ts";

/** Ids, ranges of ids and severities, read by `model/select-gaps.ts`. */
const gaps = text.regex(/^[\w.,;+\s–-]+$/, "not a selection of gaps");
/** The length is not limited here, because the inbox and the page limit it. */
const reason = text.min(1);
const parts = z.array(z.object({ title: reason, text: reason })).min(2);

const retry = rollbackRetry.extend({ split: optional(z.object({ gap, parts })) });

/** Where in the working spec: quoted words, or a line. */
const at = z
  .object({
    quote: optional(reason),
    line: optional(z.number().int().min(1)),
    file: optional(text),
  })
  .refine(({ quote, line }) => quote !== undefined || line !== undefined, "neither a line nor quoted words");

const schema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("answer"), answer: answerSchema }),
  z.object({ type: z.literal("pause"), reason: text }),
  z.object({ type: z.literal(["resume", "finish", "rollback-cancel", "exported"]) }),
  z.object({
    type: z.literal("gap-add"),
    title: reason,
    text: reason,
    severity,
    category: z.string().regex(/^[A-Z]{2,10}$/),
    dependsOn: gapIds,
    at: optional(at),
  }),
  z.object({ type: z.literal(["gap-defer", "gap-unblock", "gap-reopen", "gap-wont-fix"]), gaps, reason }),
  // Takes up a deferred or parked gap again.
  z.object({ type: z.literal("gap-take"), gaps }),
  z.object({ type: z.literal("gap-park"), gaps, reason: optional(reason) }),
  z.object({ type: z.literal("gap-severity"), gaps, severity, reason }),
  z.object({ type: z.literal("gap-duplicate"), gaps, of: gap, reason: optional(reason) }),
  z.object({ type: z.literal("gap-split"), gap, reason, parts }),
  // Without `retry` the User is asked, or the mode decides (SPEC 13.5).
  z.object({ type: z.literal("rollback"), rounds: z.number().int().min(1), reason, retry: optional(retry) }),
  // Makes an archived decision hold again, in its own words or new ones (SPEC 13.3).
  z.object({
    type: z.literal("decision-reapply"),
    decision,
    text: optional(reason),
    rationale: optional(reason),
  }),
  z.object({ type: z.literal("archive-keep"), path: reason }),
  z.object({ type: z.literal("rollback-mode"), mode: z.enum(ROLLBACK_MODES) }),
  z.object({ type: z.literal("context"), gaps: gapIds, text: reason }),
  // The issue is raised on the gap whose change wrote the words.
  z.object({ type: z.literal("issue-add"), text: reason, severity, at }),
  z.object({ type: z.literal("issue-severity"), issue, severity, reason }),
  z.object({ type: z.literal(["issue-waive", "issue-reopen"]), issue, reason }),
  // Acts on a flag in a summary, named by its id or its issue, with a reason or an explanation (SPEC 9).
  z.object({
    type: z.literal("flag-settle"),
    flag: text,
    action: z.enum(FLAG_ACTIONS),
    text: optional(reason),
  }),
  // Acts on a note in a summary (SPEC 4.6).
  z.object({
    type: z.literal("note-settle"),
    note: text,
    action: z.enum([...FLAG_ACTIONS, "severity", "reopen"]),
    severity: optional(severity),
    text: optional(reason),
  }),
]);

/** What the User may do to a session at any time, from any front end. */
export type Command = Shape<typeof schema>;

export type CommandOf<Type extends Command["type"]> = Extract<Command, { type: Type }>;

export function parseCommandValue(value: unknown): Command | string {
  const result = schema.safeParse(value);
  return result.success ? result.data : z.prettifyError(result.error);
}

/** The events of a command, or why it is refused; a refused command changes nothing. */
export type CommandResult =
  | { readonly ok: true; readonly events: readonly SessionEvent[]; readonly message: string }
  | { readonly ok: false; readonly problem: string; readonly fix?: string };

export function done(events: readonly SessionEvent[], message: string): CommandResult {
  return { ok: true, events, message };
}

export function refuse(problem: string, fix?: string): CommandResult {
  return { ok: false, problem, ...(fix === undefined ? {} : { fix }) };
}
