import * as z from "zod";
import { gapOrigin } from "./gap.ts";
import { QUESTION_KINDS } from "./question-kinds.ts";
import { flag, gapId, optional, type Shape, severity, text, texts } from "./shapes.ts";

const option = z.object({
  /** Stable and short, for answers files and programs: `skip-role`. */
  id: text,
  label: text,
  description: text,
  /** What choosing it does, in one sentence. */
  effect: text,
  recommended: optional(flag),
  /** Fields that must be filled when this option is chosen, by field id. */
  requires: optional(texts),
  /** Fields that may be filled when this option is chosen, and with no option that does not list them. */
  offers: optional(texts),
  /** The choice cannot be taken back: front ends that act at once ask for a confirmation. */
  final: optional(flag),
});

const field = z.object({
  id: text,
  label: text,
  required: flag,
  /** The exact text that must be typed (SPEC 12, warning gates). */
  exactText: optional(text),
  /** The text may be long: an editor suits better than one line. */
  long: optional(flag),
  /** The text that the User starts from. */
  initial: optional(text),
  /** Letters that stand for options (`A`, `B`); any other single letter is refused, longer text is taken as it is. */
  letters: optional(texts),
  /** The words in the first piece of evidence that the typed text replaces (SPEC 16.4). */
  replaces: optional(text),
  /** A marker in the first piece of evidence that an edit must remove. */
  marker: optional(text),
  /** The text names one or more of these ids and no others, separated by commas or spaces. */
  ids: optional(texts),
});

const evidence = z.object({
  title: text,
  /** Markdown of limited length; parts that agents wrote are untrusted. */
  body: text,
  /** `round_003/reviewer.md:41`; absent if it has no such place. */
  where: optional(text),
  /** The section of the spec that it is in. */
  section: optional(text),
  /** Words of the body to highlight: what the question is about. */
  marks: optional(texts),
});

/** A gap in a numbered list; the numbers count from 1. */
const listedGap = z.object({
  id: gapId,
  severity,
  title: text,
  origin: gapOrigin,
  /** `design.md:12, Delivery`. */
  where: optional(text),
  /** Words of the spec that the gap is about. */
  quote: optional(text),
});

export const questionSchema = z.object({
  /** `Q-R{round}-{nnn}`, unique in the session; in the interview it is made from the gap's id: `Q-LIMITS-001`. */
  id: text,
  kind: z.enum(QUESTION_KINDS),
  /** At most 12 characters. */
  header: text,
  text,
  /** The text without place and section, for front ends that show them apart. */
  shortText: optional(text),
  evidence: z.array(evidence),
  /** Empty when only fields are asked for. */
  options: z.array(option),
  fields: z.array(field),
  multiple: flag,
  /** Gap or issue ids that the question is about; answers files can select it by them. */
  about: texts,
  /** No policy may decide it unless the answers file gives the full text (SPEC 14). */
  personOnly: flag,
  /** Gaps to choose from, in the order shown; an answer may name them by number, from 1. */
  gaps: optional(z.array(listedGap)),
});

export const answerSchema = z.object({
  question: text,
  options: texts,
  fields: z.record(text, text),
  via: z.enum(["terminal", "command", "answers-file", "policy", "page", "library"]),
  /** The policy that answered for the User, by name (SPEC 10.5). */
  policy: optional(text),
});

export interface QuestionOption extends Shape<typeof option> {}
export interface QuestionField extends Shape<typeof field> {}
export interface Evidence extends Shape<typeof evidence> {}
export interface ListedGap extends Shape<typeof listedGap> {}
export interface Question extends Shape<typeof questionSchema> {}
export interface Answer extends Shape<typeof answerSchema> {}
