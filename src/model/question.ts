import { isProblem } from "./gap-selection.ts";
import { changesInventory, readInventoryChoice } from "./inventory-choice.ts";
import type { ListedGap } from "./listed-gap.ts";
import { readLowerings } from "./lowering.ts";
import { isNonAnswer } from "./non-answer.ts";
import { readOptionLetter } from "./option-letter.ts";
import { isPassageQuestion, passageProblem } from "./passage-answer.ts";
import { visibleLine } from "./visible-text.ts";

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
  "keep-text", // what becomes of the text of a gap that was reopened and then ended (SPEC 4.5)
  "verdict", // a second NEEDS_REVISION without a serious issue (SPEC 3.6)
  "ungrounded", // a CRITICAL issue whose quotation does not occur, after the retry (SPEC 5)
  "budget", // tokens, money or time are used up (SPEC 15.3)
  "agent-failure", // a provider keeps failing (SPEC 15.3)
  "archives", // what becomes of them at the end (SPEC 13.10)
] as const;

export type QuestionKind = (typeof QUESTION_KINDS)[number];

export interface QuestionOption {
  /** Stable and short, for answers files and programs: `skip-role`. */
  readonly id: string;
  readonly label: string;
  readonly description: string;
  /** What choosing it does, in one sentence. */
  readonly effect: string;
  readonly recommended?: boolean;
  /** Fields that must be filled when this option is chosen, by field id. */
  readonly requires?: readonly string[];
  /** Fields that may be filled with it, and only with options that say so. */
  readonly offers?: readonly string[];
}

export interface QuestionField {
  readonly id: string;
  readonly label: string;
  readonly required: boolean;
  /** The only text that is taken, to the letter (SPEC 12, warning gates). */
  readonly exactText?: string;
  /** Worth an editor rather than one line. */
  readonly long?: boolean;
  /** Prefilled, to be edited. */
  readonly initial?: string;
  /** Letters of options that may stand for a text; any other letter alone is refused, more words are the person's own. */
  readonly letters?: readonly string[];
  /** Words of the first piece of evidence whose place the text takes (SPEC 16.4). */
  readonly replaces?: string;
  /** The only ids that may be named, separated by commas or spaces; one at least. */
  readonly ids?: readonly string[];
  /** The text stands in the spec by itself: a word or a number alone is refused. */
  readonly sentence?: boolean;
  /** The text names gaps of the list that the question shows: numbers, ids, ranges, severities. */
  readonly selects?: boolean;
}

export interface Evidence {
  readonly title: string;
  /** Markdown, bounded. Agent text inside is untrusted. */
  readonly body: string;
  /** `round_003/reviewer.md:41`, where there is such a place. */
  readonly where?: string;
  /** Words of the body that the question is about, to be marked. */
  readonly marks?: readonly string[];
}

export interface Question {
  /** `Q-R{round}-{nnn}`, unique in the session. */
  readonly id: string;
  readonly kind: QuestionKind;
  /** At most 12 characters. */
  readonly header: string;
  readonly text: string;
  readonly evidence: readonly Evidence[];
  /** Empty when only fields are asked for. */
  readonly options: readonly QuestionOption[];
  readonly fields: readonly QuestionField[];
  readonly multiple: boolean;
  /** What it is about, for answers files: gap or issue ids. */
  readonly about: readonly string[];
  /** What no policy may decide without its full words in the answers file (SPEC 14). */
  readonly personOnly: boolean;
  /** Gaps to choose from, in the order in which they are shown: numbers in an answer count from 1. */
  readonly gaps?: readonly ListedGap[];
}

export interface Answer {
  readonly question: string;
  readonly options: readonly string[];
  readonly fields: Readonly<Record<string, string>>;
  readonly via: "terminal" | "command" | "answers-file" | "policy" | "page" | "library";
  /** The policy that answered for the person, by name (SPEC 10.5). */
  readonly policy?: string;
}

/** Why an answer does not fit, or `undefined` when it does (SPEC 14: refused with the reason, and the question stands). */
export function answerProblem(question: Question, answer: Answer): string | undefined {
  if (answer.question !== question.id) return `the answer is for ${answer.question}, the question is ${question.id}`;
  const misfit =
    optionProblem(question, answer) ??
    fieldProblem(question, answer) ??
    leavesOpen(question, answer) ??
    loweringProblem(question, answer) ??
    inventoryProblem(question, answer);
  return misfit ?? (isPassageQuestion(question) ? passageProblem(question, answer) : undefined);
}

/**
 * The options that an answer in words means: `a` is A, and one that only fills fields chooses the option that asks for
 * them, where there is one such option.
 */
export function meantOptions(
  { options }: Question,
  { options: chosen, fields }: Pick<Answer, "options" | "fields">,
): readonly string[] {
  const named = (word: string) => options.find(({ id }) => id.toLowerCase() === word.toLowerCase())?.id ?? word;
  if (chosen.length > 0) return chosen.map(named);
  const meant = options.filter(({ requires = [] }) => requires.some((id) => fields[id] !== undefined));
  return meant.slice(0, 1).map(({ id }) => id);
}

/** A field that the chosen options need and the answer leaves out keeps what it is prefilled with. */
export function prefilled(
  { options, fields }: Question,
  chosen: readonly string[],
  given: Answer["fields"],
): Answer["fields"] {
  const needed = options.filter(({ id }) => chosen.includes(id)).flatMap(({ requires = [] }) => requires);
  const left = fields.filter(
    ({ id, exactText }) => needed.includes(id) && given[id] === undefined && exactText === undefined,
  );
  return {
    ...Object.fromEntries(left.flatMap(({ id, initial }) => (initial === undefined ? [] : [[id, initial]]))),
    ...given,
  };
}

function letterProblem({ label, letters }: QuestionField, text: string): string | undefined {
  if (letters === undefined) return undefined;
  const { letter, words } = readOptionLetter(text) ?? { letter: text.toUpperCase(), words: "" };
  if (!/^[A-Z]$/.test(letter) || letters.includes(letter) || (letter === "D" && words !== "")) return undefined;
  return `"${label}": ${letter} is not offered; choose ${letters.join(", ")} or write your own words`;
}

/** Naming nothing that can be acted on would be an answer without effect (SPEC 14). */
function idsProblem({ label, ids = [] }: QuestionField, text: string): string | undefined {
  const unknown = wordsIn(text).find((word) => !ids.includes(word));
  if (unknown === undefined) return undefined;
  const known = ids.length > 12 ? `${ids.slice(0, 12).join(", ")} …` : ids.join(", ");
  return `"${label}": ${visibleLine(unknown, 80)} is not one of ${known || "the gaps that this can be done to"}`;
}

/** The words of a list: separated by commas, semicolons or spaces. */
function wordsIn(text: string): string[] {
  return text.split(/[\s,;]+/).filter((word) => word !== "");
}

/** A lowering that changes nothing would let a question go unanswered (SPEC 8, 14). */
function loweringProblem({ kind, about }: Question, { options: [chosen], fields }: Answer): string | undefined {
  if (kind !== "disagree-rate" || chosen !== "review") return undefined;
  const { lowerings, wrong } = readLowerings(fields.lower ?? "");
  const unknown = lowerings.find(({ issue }) => !about.includes(issue))?.issue;
  if (wrong === undefined && unknown === undefined) return undefined;
  return `"${visibleLine(wrong ?? unknown ?? "", 80)}" lowers nothing; name issues of the question, with MEDIUM or LOW (ISSUE-R7-001=LOW)`;
}

/** Words that name nothing of the list shown, or change nothing, are no answer (SPEC 14). */
function inventoryProblem({ kind, gaps = [], fields: asked, options }: Question, answer: Answer): string | undefined {
  if (kind !== "inventory") return undefined;
  const choice = readInventoryChoice(gaps, answer.fields);
  if (isProblem(choice)) return choice.problem;
  const scope = asked.find(({ id }) => id === "scope")?.initial ?? "";
  const demands = options.some(({ id, requires = [] }) => answer.options.includes(id) && requires.length > 0);
  return demands && !changesInventory(choice, scope) ? "that changes nothing" : undefined;
}

/** Input that says nothing would be taken for the person's decision. */
function leavesOpen({ kind, options }: Question, { options: [chosen], fields }: Answer): string | undefined {
  if (kind !== "input" || chosen !== "give" || !isNonAnswer(fields.input ?? "")) return undefined;
  const undecided = options.find(({ id }) => id === "defer");
  const defer = undecided === undefined ? "" : `, or choose "${undecided.label}"`;
  return `"${visibleLine(fields.input ?? "", 80)}" leaves it open; say what holds${defer}`;
}

function optionProblem(question: Question, answer: Answer): string | undefined {
  const known = question.options.map((option) => option.id);
  const unknown = answer.options.find((id) => !known.includes(id));
  if (unknown !== undefined) return `there is no option "${unknown}"; choose from: ${known.join(", ")}`;
  if (new Set(answer.options).size !== answer.options.length) return "an option is named twice";
  if (known.length > 0 && answer.options.length === 0) return `choose from: ${known.join(", ")}`;
  if (answer.options.length > 1 && !question.multiple) return "only one option may be chosen";
  return undefined;
}

function fieldProblem(question: Question, answer: Answer): string | undefined {
  const stray = Object.keys(answer.fields).find((id) => !question.fields.some((field) => field.id === id));
  if (stray !== undefined) return `there is no field "${stray}"`;
  const demanded = new Set(
    question.options.filter((option) => answer.options.includes(option.id)).flatMap((option) => option.requires ?? []),
  );
  for (const field of question.fields) {
    const text = answer.fields[field.id] ?? "";
    const needed = field.required || demanded.has(field.id);
    if (needed && text.trim() === "") return `"${field.label}" must be filled`;
    if (field.exactText !== undefined && needed && text !== field.exactText) {
      return `"${field.label}" must be exactly: ${field.exactText}`;
    }
    const wrong = letterProblem(field, text.trim()) ?? (needed && field.ids ? idsProblem(field, text) : undefined);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}
