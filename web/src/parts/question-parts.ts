import { isGapId, isIssueId } from "../../../src/model/ids.ts";
import { isEdit, isPassageQuestion, PASSAGE_KEYS } from "../../../src/model/passage-answer.ts";

import type { Evidence, Question, QuestionField } from "../../../src/model/question.ts";
import { KIND_FACTS } from "../../../src/model/question-kinds.ts";
import { visibleLine } from "../../../src/model/visible-text.ts";
import { questionWords, shownEvidence } from "../../../src/model/whole-question.ts";

/** A question's name in the window title. */
export function questionName({ kind, header, about }: Question): string {
  if (!KIND_FACTS[kind].several) return header;
  const id = about.find((each) => isGapId(each) || isIssueId(each));
  return id === undefined ? header : `${header}: ${id}`;
}

export interface QuestionHeading {
  readonly heading: string;
  /** The section of the spec, shown above the heading. */
  readonly section: string;
  /** Further text below the heading. */
  readonly body?: string;
}

const LONGEST_HEADING = 260;

/** Splits a question into heading, section and further text; its file and line are shown elsewhere. */
export function questionHeading(question: Question): QuestionHeading {
  const text = questionWords(question);
  const section = question.evidence[0]?.section ?? "";
  const [first = "", ...rest] = text.trim().split(/\n+/);
  if (first.length > LONGEST_HEADING) return { heading: question.header, section, body: text };
  return { heading: first, section, ...(rest.length === 0 ? {} : { body: rest.join("\n\n") }) };
}

/** The question on one line, cut at `limit` characters. */
export function shortQuestion(question: Pick<Question, "text" | "shortText">, limit: number): string {
  return visibleLine(questionWords(question).trim(), limit);
}

/** The label of a button that leads to the questions. */
export function answerLabel(count: number): string {
  return count === 1 ? "Answer" : `Answer ${count} questions`;
}

/** Fields that the chosen options require, and those that belong to no option. */
export function wantedFields(
  question: Question,
  chosen: readonly string[],
  fields: Readonly<Record<string, string>>,
): QuestionField[] {
  const demandedBySome = new Set(
    question.options.flatMap(({ requires = [], offers = [] }) => [...requires, ...offers]),
  );
  const demanded = new Set(
    question.options.filter((option) => chosen.includes(option.id)).flatMap((option) => option.requires ?? []),
  );
  // With one of two passages both can be edited in the same answer: what was changed stays open.
  if (isPassageQuestion(question) && chosen.some(isEdit))
    for (const { id } of changedFields(question, fields)) if (isEdit(id)) demanded.add(id);
  return question.fields.filter((field) => field.required || demanded.has(field.id) || !demandedBySome.has(field.id));
}

/** The fields with another text than the one they are opened with. */
export function changedFields(question: Question, fields: Readonly<Record<string, string>>): QuestionField[] {
  return question.fields.filter(({ id, initial = "" }) => (fields[id] ?? initial).trim() !== initial.trim());
}

/** The values of the wanted fields, without empty ones. */
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

/** The evidence shown with an option, or for `undefined` the evidence about the question as a whole. */
export function evidenceFor(question: Question, option: string | undefined): Evidence[] {
  const repeatsOption = ({ title }: Evidence) => isLettered(question) && /^[A-D]: /.test(title);
  const evidence = shownEvidence(question).filter(
    (each) => !repeatsOption(each) && optionOf(question, each) === option,
  );
  return evidence.filter((each) => !evidence.some((other) => repeats(other, each)));
}

function repeats(whole: Evidence, part: Evidence): boolean {
  return whole !== part && whole.body.length > part.body.length && whole.body.includes(part.body.trim());
}

/** A conflict whose options are the letters A to D (SPEC 10.2). */
export function isLettered({ options }: Question): boolean {
  return options.some(({ id }) => id === "A");
}

/** The key that chooses an option: the fixed letter of its kind of question, else its number. */
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
