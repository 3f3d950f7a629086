import type { GapId } from "./ids.ts";

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

export type Pattern = (typeof PATTERNS)[number];

export const CONFIDENCES = ["HIGH", "MEDIUM", "LOW"] as const;
export type PatternConfidence = (typeof CONFIDENCES)[number];

/** A pattern in one gap's work, with the words that show it. */
export interface PatternFinding {
  readonly pattern: Pattern;
  readonly confidence: PatternConfidence;
  readonly gap: GapId;
  readonly message: string;
  /** How often it was seen; the evidence is bounded, this is not. */
  readonly count: number;
  /** Lines count in the document that was analysed; 0 where there is none. */
  readonly evidence: readonly { readonly words: string; readonly line: number }[];
  /** Accepted gaps whose text it goes against: that text goes into the retry. */
  readonly related?: readonly GapId[];
}

/** What one attempt at a round made of one gap. */
export interface AttemptedGap {
  readonly gap: GapId;
  readonly addressed: "yes" | "partial" | "no";
  readonly sections: readonly string[];
  readonly examples: number;
  readonly chars: number;
  /** What of the gap's own questions the words touch, and what they leave out, for a split (SPEC 13.7). */
  readonly covered: readonly string[];
  readonly missed: readonly string[];
  /** Headings of the author's own: what the attempt divided the gap into. */
  readonly topics: readonly string[];
  /** CRITICAL and HIGH issues that the review of this attempt raised on it, by their titles. */
  readonly criticised: readonly string[];
}

/** The archive of an undone round. */
export interface UndoneArchive {
  readonly round: number;
  readonly attempt: number;
  readonly path: string;
  readonly bytes: number;
}

/** What is kept of an undone attempt at a round, so that later ones can be compared with it (SPEC 13.6). */
export interface UndoneAttempt {
  readonly round: number;
  /** From 1: the number in the archive's name. */
  readonly attempt: number;
  readonly gaps: readonly AttemptedGap[];
  readonly patterns: readonly PatternFinding[];
  readonly undefinedTerms: readonly string[];
  /** Statements of one resolution that contradict each other. */
  readonly contradictions: readonly string[];
  /** The higher the better; only compared with attempts at the same round. */
  readonly score: number;
}

/** Why a round fails again and again (SPEC 13.7). */
export const ROOT_CAUSES = ["AMBIGUOUS", "SCOPE_TOO_LARGE", "CONTEXT_MISSING", "OUTSIDE_KNOWLEDGE"] as const;
export type RootCauseName = (typeof ROOT_CAUSES)[number];

export interface RootCause {
  readonly cause: RootCauseName;
  readonly confidence: PatternConfidence;
  readonly evidence: string;
}

/** How the work goes on after a rollback (SPEC 13.7, 13.9). `ask` leaves it to the person. */
export const ROLLBACK_WAYS = ["ask", "same", "adjusted", "narrow", "context", "next", "split", "attempt"] as const;
export type RollbackWay = (typeof ROLLBACK_WAYS)[number];

export interface RollbackRetry {
  readonly way: RollbackWay;
  /** The person's words, for `context`. */
  readonly context?: string;
  /** What the person wants the next prompts to say besides what the analysis recommends (SPEC 13.6). */
  readonly adjustments: readonly string[];
  /** For `split`: the gap and its parts. */
  readonly split?: {
    readonly gap: GapId;
    readonly parts: readonly { readonly title: string; readonly text: string }[];
  };
  /** For `attempt`: which earlier one is taken up again. */
  readonly attempt?: number;
}

/** `rollback_analysis_round_005_1.md`. */
export function analysisName(round: number, attempt: number): string {
  return `rollback_analysis_round_${String(round).padStart(3, "0")}_${attempt}.md`;
}
