import * as z from "zod";
import { confidence, gapId, number, optional, type Shape, text, texts } from "./shapes.ts";

/** Weaknesses of documents that pass the gate or barely fail it (SPEC 13.6). */
export const PATTERNS = [
  "ABSTRACT_OUTPUT", // vague words instead of values
  "MISSING_SECTIONS",
  "NARROW_EXAMPLES",
  "INCONSISTENT_REFS", // gap ids that do not exist
  "DOMAIN_CONFUSION", // terms used as if defined, but defined nowhere
  "SCOPE_DRIFT", // it answers another gap than the assigned one
  "INCONSISTENT_WITH_ACCEPTED", // it contradicts an accepted resolution
] as const;

/** A pattern found in the work on one gap, with the words that show it. */
export const patternFinding = z.object({
  pattern: z.enum(PATTERNS),
  confidence,
  gap: gapId,
  message: text,
  evidence: z.array(z.object({ words: text })),
});

const attemptedGap = z.object({
  gap: gapId,
  addressed: z.enum(["yes", "partial", "no"]),
  sections: texts,
  examples: number,
  chars: number,
  /** Which of the gap's questions the text covers and which it misses: the base of a split (SPEC 13.7). */
  covered: texts,
  missed: texts,
});

export const undoneArchive = z.object({ round: number, attempt: number, path: text, bytes: number });

/** What is kept of an undone attempt at a round, so that later ones can be compared with it (SPEC 13.6). */
export const undoneAttempt = z.object({
  round: number,
  /** Counts from 1; part of the archive's name. */
  attempt: number,
  gaps: z.array(attemptedGap),
  patterns: z.array(patternFinding),
  /** Statements of one resolution that contradict each other. */
  contradictions: texts,
  /** Higher is better; only comparable between attempts at the same round. */
  score: number,
});

/** Why a round fails again and again (SPEC 13.7). */
export const rootCause = z.object({
  cause: z.enum(["AMBIGUOUS", "SCOPE_TOO_LARGE", "CONTEXT_MISSING", "OUTSIDE_KNOWLEDGE"]),
  confidence,
  evidence: text,
});

/** How the session continues after a rollback (SPEC 13.7, 13.9); `ask` lets the User choose. */
export const rollbackWay = z.enum(["ask", "same", "adjusted", "narrow", "context", "next", "split", "attempt"]);

export const rollbackRetry = z.object({
  way: rollbackWay,
  context: optional(text),
  /** What the User adds to the next prompts, besides what the analysis recommends (SPEC 13.6). */
  adjustments: texts,
  split: optional(z.object({ gap: gapId, parts: z.array(z.object({ title: text, text })) })),
  /** The earlier attempt to continue from; only for the way `attempt`. */
  attempt: optional(number),
});

/** The surest first. */
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
