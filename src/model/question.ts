import * as z from "zod";
import { gapOrigin } from "./gap.ts";
import { flag, gapId, optional, type Shape, severity, text, texts } from "./shapes.ts";

/** What the User may be asked (SPEC 14). Every front end shows all of them in one form, with no screen per kind. */
export const QUESTION_KINDS = [
  "confirm-agent", // a paid agent is confirmed once (SPEC 15.2)
  "inventory", // approve the gaps before round 1 (SPEC 16.1)
  "input", // what an Engineer asked for with BLOCKED_NEEDS_INPUT (SPEC 7)
  "role-failed", // a role failed after its last retry: five ways to continue (SPEC 7)
  "both-failed", // neither role gave a document (SPEC 7)
  "dependency-cycle", // which gap goes first (SPEC 4)
  "nothing-to-do", // no assignable gap and not complete (SPEC 4)
  "disagree-rate", // the Engineer disagrees often: BLOCK_ROUND, SYSTEMATIC_ALERT, WARN_USER (SPEC 8)
  "flag", // implicit disagreement (SPEC 9)
  "conflict", // two positions on one issue (SPEC 10)
  "divergence", // the convergence warning (SPEC 11)
  "confirm-accepted", // ACCEPTED gaps, without auto_confirm (SPEC 4)
  "max-rounds", // the limit is reached (SPEC 12)
  "finish", // the User asked to end (SPEC 12)
  "out-of-scope", // serious gaps that an agent calls out of scope (SPEC 3.5a)
  "polish", // one round for the MEDIUM issues before the end (SPEC 12)
  "not-ready", // the final review found blockers (SPEC 12)
  "warning-gate", // ending with open gaps takes exact words (SPEC 12)
  "rollback", // how to continue after a rollback (SPEC 13.9)
  "root-cause", // a round was rolled back repeatedly (SPEC 13.7)
  "rollback-limit", // the session's limit of rollbacks is reached (SPEC 13.8)
  "merge-overlap", // the author and a change touched the same words (SPEC 12)
  "own-edit", // the working spec was changed while a program ran that can write (SPEC 2, 12)
  "keep-text", // what becomes of the text of a gap that was reopened and then ended (SPEC 4.5)
  "verdict", // a second NEEDS_REVISION without a serious issue (SPEC 3.6)
  "ungrounded", // a CRITICAL issue whose quotation does not occur, after the retry (SPEC 5)
  "budget", // tokens or money are used up (SPEC 15.3)
  "agent-failure", // a provider keeps failing (SPEC 15.3)
  "archives", // whether archives are kept, deleted or moved at the end (SPEC 13.10)
] as const;

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
  /** The sentence that has these words: a sentence that the User types replaces all of it. */
  sentence: optional(text),
  /** What the replaced words ask about, apart from being open: the typed phrase is put behind it. */
  about: optional(text),
  /** A phrase that replaces these words is set off from the text around it, by a colon or brackets. */
  aside: optional(flag),
  /** The question that the replaced words ask; it is kept, because "yes" alone would say nothing. */
  keeps: optional(text),
  /** A marker in the first piece of evidence that an edit must remove. */
  marker: optional(text),
  /** The text names one or more of these ids and no others, separated by commas or spaces. */
  ids: optional(texts),
  /** The text selects gaps from the question's list, by number, id, range or severity. */
  selects: optional(flag),
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

export type QuestionKind = (typeof QUESTION_KINDS)[number];
export interface QuestionOption extends Shape<typeof option> {}
export interface QuestionField extends Shape<typeof field> {}
export interface Evidence extends Shape<typeof evidence> {}
export interface ListedGap extends Shape<typeof listedGap> {}
export interface Question extends Shape<typeof questionSchema> {}
export interface Answer extends Shape<typeof answerSchema> {}
