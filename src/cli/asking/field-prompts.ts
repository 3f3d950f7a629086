import { answerProblem, demandedFields } from "../../model/answer-problem.ts";
import type { Answer, Question, QuestionField } from "../../model/question.ts";
import { visibleLine } from "../../model/visible-text.ts";
import type { Asking } from "./asking.ts";
import { writeText } from "./edit-text.ts";

/** The fields that go with the chosen options: the required, the demanded, and those that belong to no other option. */
export function askedFields(question: Question, chosen: readonly string[]): QuestionField[] {
  const ofOthers = question.options
    .filter((option) => !chosen.includes(option.id))
    .flatMap(({ requires = [], offers = [] }) => [...requires, ...offers]);
  const offered = question.options.flatMap(({ id, offers = [] }) => (chosen.includes(id) ? offers : []));
  const isAsked = (field: QuestionField) =>
    isNeeded(question, chosen, field) || offered.includes(field.id) || !ofOthers.includes(field.id);
  return question.fields.filter(isAsked);
}

/** Texts by field, without those left empty; `undefined` when the person goes back. What was typed is there again. */
export async function fillFields(
  asking: Asking,
  chosen: readonly string[],
  typed: Map<string, string>,
): Promise<Readonly<Record<string, string>> | undefined> {
  const { question } = asking;
  const filled: Record<string, string> = {};
  const fields = askedFields(question, chosen);
  for (const field of fields) {
    const before = typed.get(field.id);
    const prefilled = before === undefined ? field : { ...field, initial: before };
    // What was written so far may not do without the last one.
    const lacks = field === fields.at(-1) && answerProblem(question, answerOf(question, chosen, filled)) !== undefined;
    const text = await fillField(asking, prefilled, lacks || isNeeded(question, chosen, field));
    if (text === undefined) return undefined;
    typed.set(field.id, text);
    if (text.trim() !== "") filled[field.id] = text;
  }
  return filled;
}

export function answerOf({ id }: Question, options: readonly string[], fields: Answer["fields"]): Answer {
  return { question: id, options, fields, via: "terminal" };
}

function isNeeded(question: Question, chosen: readonly string[], field: QuestionField): boolean {
  return field.required || demandedFields(question, chosen).includes(field.id);
}

async function fillField(asking: Asking, field: QuestionField, needed: boolean): Promise<string | undefined> {
  const { exactText, initial = "" } = field;
  const label = visibleLine(field.label, 200);
  if (exactText !== undefined) {
    const problem = (text: string) =>
      text === exactText || (!needed && text === "") ? undefined : `Type exactly: ${exactText}`;
    return asking.terminal.line(`${label}\n   Type exactly: ${visibleLine(exactText)}`, "", problem);
  }
  const problem = (text: string) => (needed && text.trim() === "" ? "This is required." : undefined);
  const message = needed ? label : `${label} (optional; press Enter to skip)`;
  if (field.selects === true && asking.question.gaps) return fillSelection(asking, field, message, problem);
  if (field.long !== true) return asking.terminal.line(message, initial, problem);
  const { text, left } = await writeText(asking, message, initial, true);
  const wrong = left ? undefined : problem(text);
  if (wrong !== undefined) asking.terminal.print([asking.options.paint.yellow(wrong)]);
  return left || wrong !== undefined ? undefined : text;
}

/** Gaps of the list: ticked off there, or named by numbers, ids, ranges and severities. */
async function fillSelection(
  { question: { gaps = [] }, terminal }: Asking,
  field: QuestionField,
  message: string,
  problem: (text: string) => string | undefined,
): Promise<string | undefined> {
  const how = await terminal.menu(message, [
    { value: "tick", label: "Choose from the list" },
    { value: "name", label: "Name them", hint: "3-9, GAP-PAY-001..004, HIGH+" },
  ]);
  if (how === "name") return terminal.line(message, field.initial ?? "", problem);
  if (how === undefined) return undefined;
  const entries = gaps.map(({ id, severity, title }, index) => {
    return { value: id, label: `${index + 1}. ${severity} ${id}: ${visibleLine(title, terminal.columns)}` };
  });
  // Who says what stays takes away from all; what goes is picked one by one.
  const ticked = field.id === "only" ? gaps.map(({ id }) => id) : [];
  return (await terminal.choices(message, entries, ticked))?.join(", ");
}
