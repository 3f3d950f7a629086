import * as z from "zod";
import { gapOrigin } from "./gap.ts";
import { flag, gapId, optional, type Shape, severity, text, texts } from "./shapes.ts";

/** What the person may be asked (SPEC 14). A front end shows any of them; none has a screen of its own. */
export const QUESTION_KINDS = [
  "confirm-agent", // a paid agent is confirmed once (SPEC 15.2)
  "inventory", // approve the gaps before round 1 (SPEC 16.1)
  "input", // what an Engineer asked for with BLOCKED_NEEDS_INPUT (SPEC 7)
  "role-failed", // retries exhausted: five ways on (SPEC 7)
  "both-failed", // neither role gave anything (SPEC 7)
  "dependency-cycle", // which gap goes first (SPEC 4)
  "nothing-to-do", // no assignable gap and not complete (SPEC 4)
  "disagree-rate", // BLOCK_ROUND, SYSTEMATIC_ALERT, WARN_USER (SPEC 8)
  "flag", // implicit disagreement (SPEC 9)
  "conflict", // two positions on one issue (SPEC 10)
  "divergence", // the convergence warning (SPEC 11)
  "confirm-accepted", // ACCEPTED gaps, without auto_confirm (SPEC 4)
  "max-rounds", // the limit is reached (SPEC 12)
  "finish", // the person asked to end (SPEC 12)
  "out-of-scope", // serious gaps that an agent calls out of scope (SPEC 3.5a)
  "polish", // one round for the MEDIUM issues before the end (SPEC 12)
  "not-ready", // the final review found blockers (SPEC 12)
  "warning-gate", // exact words for what is left (SPEC 12)
  "rollback", // how to go on after one (SPEC 13.9)
  "root-cause", // repeated rollbacks of one round (SPEC 13.7)
  "rollback-limit", // the session's limit (SPEC 13.8)
  "merge-overlap", // the author and a change touched the same words (SPEC 12)
  "own-edit", // the working spec was changed while a program ran that can write (SPEC 2, 12)
  "keep-text", // what becomes of the text of a gap that was reopened and then ended (SPEC 4.5)
  "verdict", // a second NEEDS_REVISION without a serious issue (SPEC 3.6)
  "ungrounded", // a CRITICAL issue whose quotation does not occur, after the retry (SPEC 5)
  "budget", // tokens, money or time are used up (SPEC 15.3)
  "agent-failure", // a provider keeps failing (SPEC 15.3)
  "archives", // what becomes of them at the end (SPEC 13.10)
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
  /** Fields that may be filled with it, and only with options that say so. */
  offers: optional(texts),
  /** It cannot be taken back: where a choice is taken at once, the person is asked once more. */
  final: optional(flag),
});

const field = z.object({
  id: text,
  label: text,
  required: flag,
  /** The only text that is taken, to the letter (SPEC 12, warning gates). */
  exactText: optional(text),
  /** Worth an editor rather than one line. */
  long: optional(flag),
  /** Prefilled, to be edited. */
  initial: optional(text),
  /** Letters of options that may stand for a text; any other letter alone is refused, more words are the User's own. */
  letters: optional(texts),
  /** Words of the first piece of evidence whose place the text takes; of an edit, words typed without choosing it (SPEC 16.4). */
  replaces: optional(text),
  /** The sentence of these words: sentences that are typed take its place. */
  sentence: optional(text),
  /** What they say besides that something is open: a phrase stands behind it. */
  about: optional(text),
  /** A phrase that takes their place stands in brackets. */
  aside: optional(flag),
  /** A question that goes with the words, and that "yes" would be no answer without. */
  keeps: optional(text),
  /** A marker of the first piece of evidence that the text may not leave as it is. */
  marker: optional(text),
  /** The only ids that may be named, separated by commas or spaces; one at least. */
  ids: optional(texts),
  /** The text names gaps of the list that the question shows: numbers, ids, ranges, severities. */
  selects: optional(flag),
});

const evidence = z.object({
  title: text,
  /** Markdown, bounded. Agent text inside is untrusted. */
  body: text,
  /** `round_003/reviewer.md:41`, where there is such a place. */
  where: optional(text),
  /** Words of the body that the question is about, to be marked. */
  marks: optional(texts),
});

/** A gap as a list shows it: by its place in the list it has a number, from 1. */
const listedGap = z.object({
  id: gapId,
  severity,
  title: text,
  origin: gapOrigin,
  /** `design.md:12, Delivery`. */
  where: optional(text),
  /** The words of the spec that it is about. */
  quote: optional(text),
});

export const questionSchema = z.object({
  /** `Q-R{round}-{nnn}`, unique in the session; of the interview the gap's, `Q-LIMITS-001`, whenever it is asked. */
  id: text,
  kind: z.enum(QUESTION_KINDS),
  /** At most 12 characters. */
  header: text,
  text,
  evidence: z.array(evidence),
  /** Empty when only fields are asked for. */
  options: z.array(option),
  fields: z.array(field),
  multiple: flag,
  /** What it is about, for answers files: gap or issue ids. */
  about: texts,
  /** What no policy may decide without its full words in the answers file (SPEC 14). */
  personOnly: flag,
  /** Gaps to choose from, in the order in which they are shown: numbers in an answer count from 1. */
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
