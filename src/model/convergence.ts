import type { SeverityCounts } from "./counting.ts";

/** SPEC 11. */
export const CONVERGENCE_STATES = [
  "CONVERGING",
  "FLAT",
  "STALLED",
  "DIVERGENCE_WARNING",
  "PAUSED",
  "COMPLETE",
] as const;

export type ConvergenceState = (typeof CONVERGENCE_STATES)[number];

/** A line of the convergence table (SPEC 17). */
export interface RoundRecord {
  readonly round: number;
  readonly openAtStart: number;
  readonly openAtEnd: number;
  readonly resolved: SeverityCounts;
  readonly created: SeverityCounts;
  readonly net: number;
  readonly weightedNet: number;
  readonly state: ConvergenceState;
  readonly flatCount: number;
  /** What brought the warning about; a stall passes through STALLED at once (SPEC 11). */
  readonly cause?: "new-critical" | "weight" | "growth" | "stall";
  /** It was for the lesser issues: it counts neither for convergence nor for the limit of rounds (SPEC 12). */
  readonly polishing?: true;
  /** DROPPED: the User took away all that it worked on; it counts neither for convergence nor for the limit of rounds. */
  readonly outcome: "FULL" | "PARTIAL" | "INPUT_ONLY" | "DROPPED";
  readonly openedAt: string;
  readonly closedAt: string;
  /** What it took; absent in records of earlier versions. */
  readonly seconds?: number;
  /** Words of the working spec when it closed: how it grows is shown by round (SPEC 17). */
  readonly specWords: number;
}

/** The rounds that count for the limit (SPEC 12). */
export function countedRounds(records: readonly RoundRecord[]): number {
  return records.filter(({ polishing, outcome }) => !polishing && outcome !== "DROPPED").length;
}

/** SPEC 12. */
export const TERMINATION_TYPES = [
  "COMPLETE",
  "GOOD_ENOUGH",
  "USER_APPROVED",
  "MAX_ROUNDS",
  "STALL_EXIT",
  "ABANDONED",
] as const;

export type TerminationType = (typeof TERMINATION_TYPES)[number];
