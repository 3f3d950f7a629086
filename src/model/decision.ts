import * as z from "zod";
import { actor } from "./gap.ts";
import { decisionId, gapId, gapIds, issueIds, number, optional, type Shape, severity, text, texts } from "./shapes.ts";

/** What the User did to a passage of the spec (SPEC 16.4). */
const passageAnswer = z.object({
  kind: z.enum(["edit", "add", "keep", "strike"]),
  /** The passage as it was shown; empty if the gap has no place in the spec. */
  passage: text,
  /** The new text, or what is added below; empty for `keep` and `strike`. */
  text,
  /** The text was added below a marker that stays, so the gap is still open. */
  open: optional(z.literal(true)),
});

/** A decision of the User, in their words (SPEC 2, decisions.md; SPEC 10.5). */
export const decisionSchema = z.object({
  id: decisionId,
  round: number,
  /** `explicit conflict`, `waiver`, `input`, `assumption`, `deferral`, `wont-fix`, `severity`, `split`, `divergence` … */
  type: text,
  title: text,
  gaps: gapIds,
  issues: issueIds,
  /** The option chosen, as shown; absent for free text. */
  option: optional(text),
  /** The letter of a conflict's option (SPEC 10.4). */
  letter: optional(z.enum(["A", "B", "C", "D"])),
  /** The options that were not chosen, as shown; the positions of a conflict are in `positions`. */
  alternatives: optional(texts),
  decision: text,
  /** The question, if the decision answers one. */
  question: optional(text),
  rationale: optional(text),
  action: optional(text),
  outcome: optional(text),
  positions: optional(z.object({ reviewer: text, engineer: text })),
  constraints: optional(texts),
  by: actor,
  /** The policy that answered for the User, by name (SPEC 10.5). */
  policy: optional(text),
  passages: optional(z.array(passageAnswer)),
  severities: optional(z.array(z.object({ gap: gapId, severity }))),
  /** ISO 8601 UTC to the second. */
  at: text,
  /** The archived decision that this one applies again (SPEC 13.3). */
  origin: optional(decisionId),
});

export interface PassageAnswer extends Shape<typeof passageAnswer> {}
export interface Decision extends Shape<typeof decisionSchema> {}
