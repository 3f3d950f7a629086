import * as z from "zod";
import { flag, gapId, gapIds, issueId, number, optional, type Shape, text, texts } from "./shapes.ts";

/** Why a document fails, in the order of the checks (SPEC 5). */
export const FAILURE_TYPES = [
  "EXECUTION_ERROR",
  "FILE_MISSING",
  "EMPTY_OUTPUT",
  "WRONG_FORMAT",
  "NO_GAPS_ADDRESSED",
  "INCONSISTENT_REFS",
  "NO_CHANGE",
  "CHANGE_DOES_NOT_APPLY",
  "CLAIM_WITHOUT_CHANGE",
  "UNGROUNDED",
  "PARTIAL_REVIEW",
  "INVALID_DISAGREE_REF",
  "MALFORMED_DISAGREE",
  "RE_ARGUED_CONFLICT",
] as const;

export const failureType = z.enum(FAILURE_TYPES);

/** Warnings about a document that do not fail it (SPEC 5, 8, 10.5, 15.5). */
export const WARNING_TYPES = [
  "UNASSIGNED_RESOLUTION", // set aside: the gap was not this run's work (SPEC 4)
  "THIN_CONTENT",
  "OVERGROWN", // more words than the gap's budget (SPEC 5)
  "INCOMPLETE_STRUCTURE",
  "CLAIM_WITHOUT_CHANGE", // an answer that names nothing, after a retry (SPEC 9, H5)
  "UNGROUNDED", // a quotation that does not occur, after a retry (SPEC 3.6)
  "PARTIAL_REVIEW", // a proposal or an open issue is passed over, after a retry (SPEC 5)
  "REPEATED_POSITION", // a position that the User rejected (SPEC 10.5)
  "QUOTE_MISMATCH", // a DISAGREE quotes words that the issue does not have (SPEC 8)
  "CITATION_MISSING", // a cited place that does not exist (SPEC 15.5)
  "VERDICT_MISMATCH", // an approving verdict over a CRITICAL or HIGH issue (SPEC 3.6)
  "RESTATED_GAP", // a declared gap that is known: it creates nothing (SPEC 3.1)
  "REUSED_ID", // a declared gap under the id of another one: it is numbered anew (SPEC 3.1)
  "UNANCHORED_ISSUE", // no location or quote that occurs in the reviewed document (SPEC 3.6)
] as const;

export const gateWarning = z.object({
  type: z.enum(WARNING_TYPES),
  message: text,
  line: optional(number),
  /** What it is about, if the User can act on it. */
  gap: optional(gapId),
  issue: optional(issueId),
});

/** The result of the gate (SPEC 5). Its message is for the agent's next prompt and for people. */
export const gateResultSchema = z.object({
  success: flag,
  failureType: optional(failureType),
  /** Another attempt with a changed prompt may succeed (SPEC 6). */
  retriable: flag,
  message: text,
  warnings: z.array(gateWarning),
  /** For the Engineer the gaps resolved or asked about, for the Reviewer those reviewed. Sorted. */
  gapsAddressed: gapIds,
  /** What the notice of a retry names (SPEC 6): missing headings, or wrong ids. */
  offending: optional(texts),
  /** What the notice shows verbatim: unread lines, changes that do not apply with the nearest passage. */
  details: optional(texts),
});

export type FailureType = z.output<typeof failureType>;
export interface GateWarning extends Shape<typeof gateWarning> {}
export type WarningType = GateWarning["type"];
export interface GateResult extends Shape<typeof gateResultSchema> {}
