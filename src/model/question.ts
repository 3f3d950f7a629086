import { isNonAnswer } from "./non-answer.ts";
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
  "warning-gate", // exact words for what is left (SPEC 12)
  "rollback", // how to go on after one (SPEC 13.9)
  "root-cause", // repeated rollbacks of one round (SPEC 13.7)
  "rollback-limit", // the session's limit (SPEC 13.8)
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
}

export interface Evidence {
  readonly title: string;
  /** Markdown, bounded. Agent text inside is untrusted. */
  readonly body: string;
  /** `round_003/reviewer.md:41`, where there is such a place. */
  readonly where?: string;
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
}

export interface Answer {
  readonly question: string;
  readonly options: readonly string[];
  readonly fields: Readonly<Record<string, string>>;
  readonly via: "terminal" | "command" | "answers-file" | "policy" | "page" | "library";
}

/** Why an answer does not fit, or `undefined` when it does (SPEC 14: refused with the reason, and the question stands). */
export function answerProblem(question: Question, answer: Answer): string | undefined {
  if (answer.question !== question.id) return `the answer is for ${answer.question}, the question is ${question.id}`;
  return optionProblem(question, answer) ?? fieldProblem(question, answer) ?? leavesOpen(question, answer);
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
  }
  return undefined;
}
