import * as z from "zod";
import { decisionId, gapId, issueId, number, optional, type Shape, severity, text, yes } from "./shapes.ts";

export const HEURISTICS = ["H1", "H2", "H3", "H4", "H5"] as const;

const heuristic = z.enum(HEURISTICS);

/** What the User can do about a flag (SPEC 9). */
export const FLAG_ACTIONS = ["ask", "conflict", "waive", "explain", "false-positive"] as const;

/** A fact that a flag is based on, shown to the User (SPEC 9). */
const evidence = z.object({
  what: text,
  where: text,
  line: optional(number),
  /** The words in question, verbatim and cut to a limit. */
  words: optional(text),
});

/** `confirmed` and `withdrawn` come from the Reviewer; `moot`: resolved before a review, or settled in another way. */
export const flagOutcome = z.enum([
  "raised",
  "confirmed",
  "withdrawn",
  "moot",
  "asked",
  "conflict",
  "waived",
  "explained",
  "false-positive",
]);

/** An issue that a document had to answer and did not (SPEC 9). */
export const flagSchema = z.object({
  /** `FLAG-R{round}-{nnn}`. */
  id: text,
  issue: issueId,
  gap: gapId,
  severity,
  round: number,
  confidence: z.enum(["HIGH", "MEDIUM"]),
  heuristics: z.array(heuristic),
  evidence: z.array(evidence),
  outcome: flagOutcome,
  reason: optional(text),
});

/** `left`: undecided; the spec lists it as a known limitation (SPEC 10.4). */
export const conflictState = z.enum(["open", "decided", "dropped", "left"]);

export const conflictOption = z.enum(["A", "B", "C", "D"]);

/** Two positions on one issue (SPEC 10). */
export const conflictSchema = z.object({
  issue: issueId,
  gap: gapId,
  severity,
  round: number,
  kind: z.enum(["explicit", "implicit"]),
  heuristics: z.array(heuristic),
  reviewerPosition: text,
  reviewerImpact: optional(text),
  /** Empty if the Engineer did not answer the issue. */
  engineerPosition: text,
  engineerRationale: optional(text),
  engineerAlternative: optional(text),
  /** The middle ground that an agent was asked for; without a text it found none (SPEC 10.2). */
  middleGround: optional(z.object({ run: text, text: optional(text) })),
  state: conflictState,
  option: optional(conflictOption),
  decision: optional(decisionId),
  rejected: optional(text),
  /** Why it was dropped. */
  why: optional(text),
});

/** Explicit disagreement of one round (SPEC 8). */
export const disagreeRate = z.object({
  round: number,
  blocking: number,
  disagreed: number,
  action: z.enum(["BLOCK_ROUND", "SYSTEMATIC_ALERT", "WARN_USER", "NONE"]),
  /** The User let the round continue despite BLOCK_ROUND, with a justification. */
  accepted: optional(yes),
});

export type Heuristic = z.output<typeof heuristic>;
export type FlagAction = (typeof FLAG_ACTIONS)[number];
export type FlagEvidence = Shape<typeof evidence>;
export type FlagOutcome = z.output<typeof flagOutcome>;
export interface Flag extends Shape<typeof flagSchema> {}
export type ConflictOption = z.output<typeof conflictOption>;
export interface Conflict extends Shape<typeof conflictSchema> {}
export interface DisagreeRate extends Shape<typeof disagreeRate> {}
export type DisagreeAction = DisagreeRate["action"];

/** Whether a flag is not settled yet; the User acts on a confirmed one. */
export function isWaiting({ outcome }: Pick<Flag, "outcome">): boolean {
  return outcome === "raised" || outcome === "confirmed";
}
