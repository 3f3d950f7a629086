import type { DecisionId, GapId, IssueId } from "./ids.ts";
import type { Severity } from "./severity.ts";

export const HEURISTICS = ["H1", "H2", "H3", "H4", "H5"] as const;

export type Heuristic = (typeof HEURISTICS)[number];

/** What a person can do about a flag (SPEC 9). */
export const FLAG_ACTIONS = ["ask", "conflict", "waive", "explain", "false-positive"] as const;

export type FlagAction = (typeof FLAG_ACTIONS)[number];

/** Why the detector says what it says: shown to the person as it is (SPEC 9). */
export interface FlagEvidence {
  readonly what: string;
  readonly where: string;
  readonly line?: number;
}

/** What an agent that was asked for a second opinion says of a flagged issue (SPEC 9). */
export const OPINIONS = ["ANSWERED", "NOT_ANSWERED", "UNCLEAR"] as const;

/** Evidence beside the rest: it settles nothing. */
export interface SecondOpinion {
  /** `FAILED`: it was asked for and could not be had. */
  readonly verdict: (typeof OPINIONS)[number] | "FAILED";
  readonly why: string;
}

/** An issue that a document had to answer and seems not to (SPEC 9). */
export interface Flag {
  /** `FLAG-R{round}-{nnn}`. */
  readonly id: string;
  readonly issue: IssueId;
  readonly gap: GapId;
  readonly severity: Severity;
  readonly round: number;
  readonly status: "NON_RESPONSE" | "IGNORED" | "DEFLECTION";
  readonly confidence: "HIGH" | "MEDIUM";
  readonly heuristics: readonly Heuristic[];
  readonly evidence: readonly FlagEvidence[];
  readonly outcome: "raised" | "asked" | "conflict" | "waived" | "explained" | "false-positive" | "confirmed";
  readonly reason?: string;
  readonly secondOpinion?: SecondOpinion;
}

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
  readonly engineerPosition: string;
  readonly engineerRationale?: string;
  readonly engineerAlternative?: string;
  readonly state: "open" | "decided" | "dropped";
  readonly option?: "A" | "B" | "C" | "D";
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
}
