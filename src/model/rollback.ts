import * as z from "zod";
import { confidence, gapId, gapIds, number, optional, type Shape, text, texts } from "./shapes.ts";

/** What goes wrong with documents that pass the gate, or just fail to (SPEC 13.6). */
export const PATTERNS = [
  "ABSTRACT_OUTPUT", // vague words instead of values
  "MISSING_SECTIONS",
  "NARROW_EXAMPLES",
  "INCONSISTENT_REFS", // gaps that nobody knows
  "DOMAIN_CONFUSION", // terms used as defined that nothing defines
  "SCOPE_DRIFT", // another gap than assigned
  "INCONSISTENT_WITH_ACCEPTED", // against what an accepted resolution says
] as const;

/** A pattern in one gap's work, with the words that show it. */
export const patternFinding = z.object({
  pattern: z.enum(PATTERNS),
  confidence,
  gap: gapId,
  message: text,
  evidence: z.array(z.object({ words: text })),
  /** Accepted gaps whose text it goes against: that text goes into the retry. */
  related: optional(gapIds),
});

const attemptedGap = z.object({
  gap: gapId,
  addressed: z.enum(["yes", "partial", "no"]),
  sections: texts,
  examples: number,
  chars: number,
  /** What of the gap's own questions the words touch, and what they leave out, for a split (SPEC 13.7). */
  covered: texts,
  missed: texts,
});

export const undoneArchive = z.object({ round: number, attempt: number, path: text, bytes: number });

/** What is kept of an undone attempt at a round, so that later ones can be compared with it (SPEC 13.6). */
export const undoneAttempt = z.object({
  round: number,
  /** From 1: the number in the archive's name. */
  attempt: number,
  gaps: z.array(attemptedGap),
  patterns: z.array(patternFinding),
  /** Statements of one resolution that contradict each other. */
  contradictions: texts,
  /** The higher the better; only compared with attempts at the same round. */
  score: number,
});

/** Why a round fails again and again (SPEC 13.7). */
export const rootCause = z.object({
  cause: z.enum(["AMBIGUOUS", "SCOPE_TOO_LARGE", "CONTEXT_MISSING", "OUTSIDE_KNOWLEDGE"]),
  confidence,
  evidence: text,
});

/** How the work goes on after a rollback (SPEC 13.7, 13.9). `ask` leaves it to the User. */
export const rollbackWay = z.enum(["ask", "same", "adjusted", "narrow", "context", "next", "split", "attempt"]);

export const rollbackRetry = z.object({
  way: rollbackWay,
  context: optional(text),
  /** What the User wants the next prompts to say besides what the analysis recommends (SPEC 13.6). */
  adjustments: texts,
  split: optional(z.object({ gap: gapId, parts: z.array(z.object({ title: text, text })) })),
  /** For `attempt`: which earlier one is taken up again. */
  attempt: optional(number),
});

/** From surest to least. */
export const CONFIDENCES = confidence.options;

export type Pattern = (typeof PATTERNS)[number];
export type PatternConfidence = z.output<typeof confidence>;
export interface PatternFinding extends Shape<typeof patternFinding> {}
export interface AttemptedGap extends Shape<typeof attemptedGap> {}
export interface UndoneArchive extends Shape<typeof undoneArchive> {}
export interface UndoneAttempt extends Shape<typeof undoneAttempt> {}
export interface RootCause extends Shape<typeof rootCause> {}
export type RootCauseName = RootCause["cause"];
export type RollbackWay = z.output<typeof rollbackWay>;
export interface RollbackRetry extends Shape<typeof rollbackRetry> {}
