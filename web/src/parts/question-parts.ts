import { isGapId, isIssueId } from "../../../src/model/ids.ts";
import { shownEvidence } from "../../../src/model/listed-gap.ts";
import type { Evidence, Question, QuestionField } from "../../../src/model/question.ts";

/** What it is and, where several of its kind may wait, what it is about. */
export function questionName({ kind, header, about }: Question): string {
  if (kind !== "input" && kind !== "conflict" && kind !== "flag") return header;
  const id = about.find((one) => isGapId(one) || isIssueId(one));
  return id === undefined ? header : `${header}: ${id}`;
}

/** Fields that the chosen options demand, and those that are open to every choice. */
export function wantedFields(question: Question, chosen: readonly string[]): QuestionField[] {
  const demandedBySome = new Set(
    question.options.flatMap(({ requires = [], offers = [] }) => [...requires, ...offers]),
  );
  const demanded = new Set(
    question.options.filter((option) => chosen.includes(option.id)).flatMap((option) => option.requires ?? []),
  );
  return question.fields.filter((field) => field.required || demanded.has(field.id) || !demandedBySome.has(field.id));
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

/** What speaks for one option stands with it; `undefined` asks for the rest, which is about the question. */
export function evidenceFor(question: Question, option: string | undefined): Evidence[] {
  return shownEvidence(question).filter((one) => optionOf(question, one) === option);
}

function optionOf({ kind }: Question, { title }: Evidence): string | undefined {
  if (kind !== "conflict") return undefined;
  if (title === "The issue" || title === "Impact if ignored") return "A";
  return title.startsWith("The Engineer's") ? "B" : undefined;
}
