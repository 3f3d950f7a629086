import * as z from "zod";
import { ARCHIVE_POLICIES, ROLLBACK_MODES } from "../config-modes.ts";
import { TERMINATION_TYPES } from "../convergence.ts";
import { gapSchema } from "../gap.ts";
import { patternFinding, rollbackRetry, rollbackWay, rootCause, undoneArchive, undoneAttempt } from "../rollback.ts";
import { flag, gapId, gapIds, nothing, number, optional, text, texts, yes } from "../shapes.ts";

const requester = z.enum(["user", "mediator"]);
const termination = z.enum(TERMINATION_TYPES);

/** Between rounds: convergence, rollback and its archives, pauses, and the end. */
export const ENDING_EVENTS = {
  /** The User answered a divergence warning (SPEC 11). */
  convergence_reset: z.object({ choice: text, criticalOnly: flag }),
  /** The limit of rounds was raised (SPEC 12). */
  max_rounds_extended: z.object({ to: number }),
  /** A text for the retry prompts of these gaps (SPEC 13.6). */
  adjustment_added: z.object({ gaps: gapIds, text, source: text }),
  /** The User named the gaps of the next round (SPEC 4.1). */
  gaps_chosen: z.object({ gaps: gapIds }),
  /** Rounds are to be undone; their archives are still to be written (SPEC 13). */
  rollback_requested: z.object({
    to: number,
    reason: text,
    by: requester,
    retry: rollbackRetry,
    /** The policy that chose the way on for the User. */
    policy: optional(text),
  }),
  /** They are not undone after all. */
  rollback_dropped: z.object({ why: text }),
  /**
   * The rounds after `to` are undone: the state is that of its end, but for what was spent and this record. What
   * follows in the same entry is how the work goes on.
   */
  rounds_rolled_back: z.object({
    /** The round whose end is restored; 0 is setup. */
    to: number,
    archives: z.array(undoneArchive),
    reason: text,
    by: requester,
    mode: z.enum(ROLLBACK_MODES),
    way: rollbackWay,
    /** What the undone rounds were, one each. */
    analyses: z.array(undoneAttempt),
    /** Why it fails again and again, the likeliest first; none before there is a reason to ask (SPEC 13.7). */
    rootCauses: z.array(rootCause),
    /** What the retry's prompts say besides, in a line each; the texts stand in `adjustment_added`. */
    adjustments: texts,
  }),
  /** What the Engineer's valid document shows, where the mode acts on it (SPEC 13.5). */
  patterns_found: z.object({ round: number, patterns: z.array(patternFinding) }),
  /** The next round begins with this document: an earlier attempt taken up again (SPEC 13.7). */
  document_prepared: z.object({ gap: gapId, text, from: text }),
  /** Adjustments and earlier proposals are no longer part of prompts (SPEC 13.8). */
  prompts_refreshed: z.object({ why: text }),
  /** This archive is never removed by itself (SPEC 13.10). */
  archive_kept: z.object({ path: text }),
  /** What the User wants to become of the archives. */
  archive_policy_chosen: z.object({ policy: z.enum(ARCHIVE_POLICIES).exclude(["ask"]) }),
  /** The session has ended, and this became of them. */
  archives_settled: z.object({
    archives: z.array(z.object({ path: text, became: z.enum(["kept", "deleted", "cold"]), place: optional(text) })),
  }),
  /**
   * A command that another process left in `inbox/`, by its name there. Its consequences stand in the same entry, so
   * that it is done once.
   */
  command_taken: z.object({ command: text }),
  /** The session stands still until `resume`; with `keepsEnding` an ending that was under way goes on then. */
  paused: z.object({ reason: text, keepsEnding: optional(yes) }),
  /** It goes on. */
  resumed: nothing,
  /** The User asked to end (SPEC 12). */
  finish_requested: nothing,
  /** An ending was taken; its gates are still to pass. */
  ending_chosen: z.object({
    termination: z.union([termination, z.literal("BY_WHAT_IS_LEFT")]),
    trigger: text,
  }),
  /** The ending is off, and the session goes on. */
  ending_dropped: z.object({ why: text }),
  /** One of the warning gates was passed with the User's words. */
  gate_passed: z.object({ gate: z.enum(["critical", "high", "conflicts", "rest"]) }),
  /** What the final review says, and its blockers. */
  final_review_read: z.object({ ready: flag, message: text, blockers: z.array(gapSchema) }),
  /** The User ends the session with the final review's blockers as limitations (SPEC 12). */
  blockers_accepted: nothing,
  /** The end, with the finished spec's path from the spec's folder, and all paths where several files were written. */
  session_ended: z.object({
    termination,
    trigger: text,
    specPath: optional(text),
    files: optional(texts),
  }),
};
