import * as z from "zod";
import { actor } from "./gap.ts";
import { decisionId, gapId, gapIds, issueIds, number, optional, type Shape, severity, text, texts } from "./shapes.ts";

/** What the User did to a passage of the spec, letter for letter (SPEC 16.4). */
const passageAnswer = z.object({
  kind: z.enum(["edit", "add", "keep", "strike"]),
  /** The passage as they were shown it; empty where the gap stands nowhere. */
  passage: text,
  /** The text in its place, or what is added below; empty for `keep` and `strike`. */
  text,
  /** Words were added below a marker that stays: it is as open as before. */
  open: optional(z.literal(true)),
});

/** What the User settled, in their words (SPEC 2, decisions.md; SPEC 10.5). */
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
  /** Of a conflict (SPEC 10.4). */
  letter: optional(z.enum(["A", "B", "C", "D"])),
  /** What else was offered, as shown; positions of a conflict stand by themselves. */
  alternatives: optional(texts),
  decision: text,
  /** What the User was asked, where they decided by answering. */
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
