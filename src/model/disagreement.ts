import type { DecisionId, GapId, IssueId } from "./ids.ts";
import type { Severity } from "./severity.ts";

export const HEURISTICS = ["H1", "H2", "H3", "H4", "H5"] as const;

export type Heuristic = (typeof HEURISTICS)[number];

/** What a person can do about a flag (SPEC 9). */
export const FLAG_ACTIONS = ["ask", "conflict", "waive", "explain", "false-positive"] as const;

export type FlagAction = (typeof FLAG_ACTIONS)[number];

/** A fact that a flag rests on: shown to the person as it is (SPEC 9). */
export interface FlagEvidence {
  readonly what: string;
  readonly where: string;
  readonly line?: number;
  /** The words that the fact is about, verbatim and bounded. */
  readonly words?: string;
}

/**
 * What became of a flag. `confirmed` and `withdrawn` are the Reviewer's word on its issue; a flag that is `raised` or
 * `confirmed` may still be put to the person; `moot` is one whose document was taken back before a review, or whose issue
 * or gap the person settled otherwise.
 */
export const FLAG_OUTCOMES = [
  "raised",
  "confirmed",
  "withdrawn",
  "moot",
  "asked",
  "conflict",
  "waived",
  "explained",
  "false-positive",
] as const;

export type FlagOutcome = (typeof FLAG_OUTCOMES)[number];

/** An issue that a document had to answer and did not (SPEC 9). */
export interface Flag {
  /** `FLAG-R{round}-{nnn}`. */
  readonly id: string;
  readonly issue: IssueId;
  readonly gap: GapId;
  readonly severity: Severity;
  readonly round: number;
  readonly confidence: "HIGH" | "MEDIUM";
  readonly heuristics: readonly Heuristic[];
  readonly evidence: readonly FlagEvidence[];
  readonly outcome: FlagOutcome;
  readonly reason?: string;
}

/** Nobody has settled it yet; a confirmed one is the person's to act on. */
export function isWaiting({ outcome }: Pick<Flag, "outcome">): boolean {
  return outcome === "raised" || outcome === "confirmed";
}

/** `left`: nobody decided it, and the spec names it as a known limitation (SPEC 10.4). */
export const CONFLICT_STATES = ["open", "decided", "dropped", "left"] as const;

export type ConflictOption = "A" | "B" | "C" | "D";

/** Two positions on one issue (SPEC 10). */
export interface Conflict {
  readonly issue: IssueId;
  readonly gap: GapId;
  readonly severity: Severity;
  readonly round: number;
  readonly kind: "explicit" | "implicit";
  readonly heuristics: readonly Heuristic[];
  readonly reviewerPosition: string;
  readonly reviewerImpact?: string;
  /** Empty where the Engineer said nothing about the issue. */
  readonly engineerPosition: string;
  readonly engineerRationale?: string;
  readonly engineerAlternative?: string;
  /** What an agent that was asked for a middle ground says; without a text it found none (SPEC 10.2). */
  readonly middleGround?: { readonly run: string; readonly text?: string };
  readonly state: (typeof CONFLICT_STATES)[number];
  readonly option?: ConflictOption;
  readonly decision?: DecisionId;
  /** The position that lost, for the gate (SPEC 10.5). */
  readonly rejected?: string;
}

export type DisagreeAction = "BLOCK_ROUND" | "SYSTEMATIC_ALERT" | "WARN_USER" | "NONE";

/** Explicit disagreement of one round (SPEC 8). */
export interface DisagreeRate {
  readonly round: number;
  readonly blocking: number;
  readonly disagreed: number;
  readonly action: DisagreeAction;
  /** The person lets the round go on over a BLOCK_ROUND, with a justification. */
  readonly accepted?: true;
}
