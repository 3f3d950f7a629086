import * as z from "zod";
import { specSchema } from "../change.ts";
import { modelPrice, storedConfig } from "../config.ts";
import { ROLLBACK_MODES } from "../config-modes.ts";
import { TERMINATION_TYPES } from "../convergence.ts";
import { actor, blockerSchema, gapFlag, gapSchema, gapState } from "../gap.ts";
import { patternFinding, rollbackRetry, rollbackWay, rootCause, undoneArchive, undoneAttempt } from "../rollback.ts";
import {
  flag,
  gapId,
  gapIds,
  issueId,
  issueIds,
  nothing,
  number,
  optional,
  type Shape,
  severity,
  text,
  texts,
  yes,
} from "../shapes.ts";

const price = z.union([modelPrice, z.literal("free")]);

/** What the estimate of a session is made from, besides its gaps (SPEC 15.3): tokens, and what they cost. */
const estimateBasis = z.object({
  /** An Engineer's prompt: the mean over the first round. */
  engineerPrompt: number,
  /** The part of the Reviewer's prompt that is the same in every round. */
  reviewerPreface: number,
  source: number,
  /** Absent if it is not known; `free` for an agent that uses no tokens. */
  engineerPrice: optional(price),
  reviewerPrice: optional(price),
});

export interface EstimateBasis extends Shape<typeof estimateBasis> {}

/** The beginning of a session, and its inventory. */
export const SETUP_EVENTS = {
  /** The session begins: the spec's files byte for byte, its scope, gaps, configuration and agents. */
  session_created: z.object({
    session: text,
    name: text,
    /** Relative to the session's folder, with forward slashes; of several files their folder, ending in a slash. */
    specPath: text,
    source: specSchema,
    scope: text,
    /** The spec belongs to a framework, in whose folders it stands. */
    framework: optional(yes),
    gaps: z.array(gapSchema),
    config: storedConfig,
    engineer: text,
    reviewer: text,
  }),
  /** Another process opened the session: nobody had worked on it since the entry before. First in a step. */
  session_opened: nothing,
  /** `resume` was given other agents. */
  agents_set: z.object({ engineer: text, reviewer: text }),
  /** The User agreed to the cost (SPEC 15.2). */
  agents_confirmed: z.object({ agents: texts, why: text }),
  /** The policy that answers for the User changed (SPEC 14). */
  policy_set: z.object({ policy: optional(text) }),
  /** A setting changed: a budget, for instance. */
  config_changed: z.object({ config: storedConfig, why: text }),
  /** A gap enters the inventory: from a document, a final review, or `gap add`. */
  gap_added: z.object({ gap: gapSchema }),
  /** A gap changed its state (SPEC 3.3). */
  gap_changed: z.object({
    gap: gapId,
    to: gapState,
    actor,
    why: text,
    /** The issues that reopened it. */
    issues: optional(issueIds),
    blocker: optional(blockerSchema),
    flag: optional(gapFlag),
  }),
  /** A gap's severity changed (SPEC 3.4). */
  gap_severity_set: z.object({ gap: gapId, severity, by: actor, why: text }),
  /** A gap is SUPERSEDED by its parts. */
  gap_split: z.object({
    gap: gapId,
    parts: z.array(gapSchema),
    why: text,
    /** Which part takes over an issue that was open on the whole gap (SPEC 9). */
    issues: optional(z.array(z.object({ issue: issueId, gap: gapId }))),
  }),
  /** A gap is SUPERSEDED as a duplicate: the other one answers its open issues (SPEC 3.2). */
  gap_merged: z.object({ gap: gapId, of: gapId, why: text, by: optional(actor) }),
  /** The Reviewer looked for gaps before round 1 (SPEC 16.1); the same entry adds them, as `gap_added`. */
  survey_read: z.object({ found: number, message: text, basis: optional(estimateBasis) }),
  /** The User set the scope (SPEC 3.5a). */
  scope_set: z.object({ scope: text }),
  /** The inventory was approved: round 1 may open (SPEC 16.1). */
  inventory_approved: nothing,
  /** The User put these gaps first, in this order (SPEC 16.1). */
  gaps_ordered: z.object({ gaps: gapIds }),
  /** The User gave context for the prompts of these gaps; no gaps means all. */
  gap_context_given: z.object({ gaps: gapIds, text }),
};

const requester = z.enum(["user", "mediator"]);
const termination = z.enum(TERMINATION_TYPES);

/** Between rounds: convergence, rollback and its archives, pauses, and the end. */
export const ENDING_EVENTS = {
  /** The User answered a divergence warning (SPEC 11). */
  convergence_reset: z.object({ choice: text, criticalOnly: flag }),
  /** A text was added to the retry prompts of these gaps (SPEC 13.6). */
  adjustment_added: z.object({ gaps: gapIds, text, source: text }),
  /** The User chose the gaps of the next round (SPEC 4.1). */
  gaps_chosen: z.object({ gaps: gapIds }),
  /** Rounds will be undone; their archives are still to be written (SPEC 13). */
  rollback_requested: z.object({
    to: number,
    reason: text,
    by: requester,
    retry: rollbackRetry,
    /** The policy that chose how to continue for the User. */
    policy: optional(text),
  }),
  /** A requested rollback was cancelled. */
  rollback_dropped: z.object({ why: text }),
  /** The rounds after `to` are undone; their cost still counts, and the same entry says how the work continues. */
  rounds_rolled_back: z.object({
    /** The round whose end is restored; 0 is the setup. */
    to: number,
    archives: z.array(undoneArchive),
    reason: text,
    by: requester,
    mode: z.enum(ROLLBACK_MODES),
    way: rollbackWay,
    /** The analysis of each undone round. */
    analyses: z.array(undoneAttempt),
    /** Likely causes, the likeliest first; empty until the round fails repeatedly (SPEC 13.7). */
    rootCauses: z.array(rootCause),
    /** The adjustments in a line each; their full texts are in `adjustment_added`. */
    adjustments: texts,
  }),
  /** A document was searched for patterns, which happens only if the mode acts on them (SPEC 13.5). */
  patterns_found: z.object({ round: number, patterns: z.array(patternFinding) }),
  /** The next round begins with this earlier attempt (SPEC 13.7). */
  document_prepared: z.object({ gap: gapId, text, from: text }),
  /** Prompts drop adjustments and earlier proposals (SPEC 13.8). */
  prompts_refreshed: z.object({ why: text }),
  /** This archive is never removed automatically (SPEC 13.10). */
  archive_kept: z.object({ path: text }),
  /** The archives were kept, deleted or moved. */
  archives_settled: z.object({
    archives: z.array(z.object({ path: text, became: z.enum(["kept", "deleted", "cold"]), place: optional(text) })),
  }),
  /** A command from another process was carried out: its consequences are in the same entry, so it is done once. */
  command_taken: z.object({ command: text }),
  /** The session is paused until `resume`; with `keepsEnding` an ending that had begun continues then. */
  paused: z.object({ reason: text, keepsEnding: optional(yes) }),
  /** The session continues. */
  resumed: nothing,
  /** The User asked to end (SPEC 12). */
  finish_requested: nothing,
  /** An ending was chosen; its gates are still to pass. */
  ending_chosen: z.object({
    termination: z.union([termination, z.literal("BY_WHAT_IS_LEFT")]),
    trigger: text,
  }),
  /** The ending was cancelled. */
  ending_dropped: z.object({ why: text }),
  /** The User passed a warning gate with these gaps or issues open, or ends although the budget is used up. */
  gate_passed: z.object({ gate: z.enum(["critical", "high", "conflicts", "rest", "budget"]), about: optional(texts) }),
  /** The final review was read: blockers, and gaps that the text settles. */
  final_review_read: z.object({
    ready: flag,
    message: text,
    blockers: z.array(gapSchema),
    settled: optional(z.array(z.object({ gap: gapId, words: texts }))),
  }),
  /** The User ends despite the blockers (SPEC 12). */
  blockers_accepted: nothing,
  /** The session ended: the finished spec's path from the spec's folder, and all paths if there are several files. */
  session_ended: z.object({
    termination,
    trigger: text,
    specPath: optional(text),
    files: optional(texts),
  }),
};
