import * as z from "zod";
import { bySeverity, number, optional, type Shape, text, yes } from "./shapes.ts";

/** SPEC 11. */
const convergenceState = z.enum(["CONVERGING", "FLAT", "STALLED", "DIVERGENCE_WARNING", "PAUSED", "COMPLETE"]);

/** A line of the convergence table (SPEC 17). */
export const roundRecordSchema = z.object({
  round: number,
  openAtStart: number,
  openAtEnd: number,
  resolved: bySeverity,
  created: bySeverity,
  net: number,
  weightedNet: number,
  state: convergenceState,
  flatCount: number,
  /** Why the warning was given; after a stall the state is DIVERGENCE_WARNING at once (SPEC 11). */
  cause: optional(z.enum(["new-critical", "weight", "growth", "stall"])),
  /** A round for the lesser issues: it counts neither for convergence nor for the round limit (SPEC 12). */
  polishing: optional(yes),
  /** DROPPED: the User closed or deferred all its gaps; it counts neither for convergence nor for the round limit. */
  outcome: z.enum(["FULL", "PARTIAL", "INPUT_ONLY", "DROPPED"]),
  openedAt: text,
  closedAt: text,
  /** Its duration; absent in records of earlier versions. */
  seconds: optional(number),
  /** Words of the working spec when it closed: the growth is shown by round (SPEC 17). */
  specWords: number,
});

/** SPEC 12. */
export const TERMINATION_TYPES = [
  "COMPLETE",
  "GOOD_ENOUGH",
  "USER_APPROVED",
  "MAX_ROUNDS",
  "STALL_EXIT",
  "ABANDONED",
] as const;

export type ConvergenceState = z.output<typeof convergenceState>;
export interface RoundRecord extends Shape<typeof roundRecordSchema> {}
export type TerminationType = (typeof TERMINATION_TYPES)[number];

/** The rounds that count for the limit (SPEC 12). */
export function countedRounds(records: readonly RoundRecord[]): number {
  return records.filter(({ polishing, outcome }) => !polishing && outcome !== "DROPPED").length;
}
