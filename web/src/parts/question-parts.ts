import { isGapId, isIssueId } from "../../../src/model/ids.ts";
import { isPassageQuestion } from "../../../src/model/passage-answer.ts";
import { PASSAGE_KEYS } from "../../../src/model/passage-keys.ts";
import type { Evidence, Question, QuestionField } from "../../../src/model/question.ts";
import { visibleLine } from "../../../src/model/visible-text.ts";
import { questionWords, shownEvidence } from "../../../src/model/whole-question.ts";

/** What it is and, where several of its kind may wait, what it is about. */
export function questionName({ kind, header, about }: Question): string {
  if (kind !== "input" && kind !== "conflict" && kind !== "flag") return header;
  const id = about.find((each) => isGapId(each) || isIssueId(each));
  return id === undefined ? header : `${header}: ${id}`;
}

export interface QuestionHeading {
  readonly heading: string;
  /** What stands above it: the section. */
  readonly section: string;
  /** What an agent says at more length than a heading holds. */
  readonly body?: string;
}

const LONGEST_HEADING = 260;

/** The question itself, without the place, which stands above it. */
export function questionHeading(question: Question): QuestionHeading {
  const { section, text } = questionWords(question);
  const [first = "", ...rest] = text.trim().split(/\n+/);
  if (first.length > LONGEST_HEADING) return { heading: question.header, section, body: text };
  return { heading: first, section, ...(rest.length === 0 ? {} : { body: rest.join("\n\n") }) };
}

/** The question in as many words as a line of a list or a box holds. */
export function shortQuestion(question: Pick<Question, "text" | "evidence">, limit: number): string {
  return visibleLine(questionWords(question).text.trim(), limit);
}

/** What a button to the questions says. */
export function answerLabel(count: number): string {
  return count === 1 ? "Answer" : `Answer ${count} questions`;
}

/** Fields that the chosen options demand, and those that are open to every choice. */
export function wantedFields(question: Question, chosen: readonly string[]): QuestionField[] {
  const demandedBySome = new Set(
    question.options.flatMap(({ requires = [], offers = [] }) => [...requires, ...offers]),
  );
  const demanded = new Set(
    question.options.filter((option) => chosen.includes(option.id)).flatMap((option) => option.requires ?? []),
  );
  // Whoever edits one of two passages may edit the other with it.
  if (isPassageQuestion(question) && chosen.some(isEdit)) for (const id of ["edit", "edit-2"]) demanded.add(id);
  return question.fields.filter((field) => field.required || demanded.has(field.id) || !demandedBySome.has(field.id));
}

export function isEdit(option: string): boolean {
  return option === "edit" || option === "edit-2";
}

/** What of the fields goes into the answer. */
export function filled(
  fields: Readonly<Record<string, string>>,
  wanted: readonly { readonly id: string }[],
): Record<string, string> {
  return Object.fromEntries(wanted.flatMap(({ id }) => (fields[id] ? [[id, fields[id]]] : [])));
}

export function initialFields(question: Question): Record<string, string> {
  return Object.fromEntries(
    question.fields.flatMap((field) => (field.initial === undefined ? [] : [[field.id, field.initial]])),
  );
}

/** What speaks for an option stands with it; `undefined` asks for the rest, which is about the question. */
export function evidenceFor(question: Question, option: string | undefined): Evidence[] {
  const isSaid = ({ title }: Evidence) => isLettered(question) && /^[A-D]: /.test(title);
  const own = shownEvidence(question).filter((each) => !isSaid(each) && optionOf(question, each) === option);
  return own.filter((each) => !own.some((other) => repeats(other, each)));
}

function repeats(whole: Evidence, part: Evidence): boolean {
  return whole !== part && whole.body.length > part.body.length && whole.body.includes(part.body.trim());
}

/** A conflict between two positions, to be decided by its letters (SPEC 10.2). */
export function isLettered({ kind, options }: Question): boolean {
  return kind === "conflict" && options.some(({ id }) => id === "A");
}

/** The key that chooses an option: a letter where it has one in every question of its kind, else its number. */
export function shortcutOf(question: Question, option: string, index: number): string | undefined {
  if (isPassageQuestion(question)) return PASSAGE_KEYS.find(([, id]) => id === option)?.[0];
  if (isLettered(question) && option.length === 1) return option;
  return index < 9 ? String(index + 1) : undefined;
}

function optionOf(question: Question, { title }: Evidence): string | undefined {
  if (!isLettered(question)) return undefined;
  if (title === "The issue" || title === "Impact if ignored") return "A";
  return title.startsWith("The Engineer's") ? "B" : undefined;
}
