import { answerProblem, isNeeded } from "../../model/answer-problem.ts";
import type { Answer, Question, QuestionField } from "../../model/question.ts";
import { visibleLine } from "../../model/visible-text.ts";
import type { Asking, Typed } from "./asking.ts";
import { writeText } from "./edit-text.ts";
import type { TypedText } from "./read-lines.ts";

/** The fields to ask for with these options: required ones, theirs, and those of no other option. */
export function askedFields(question: Question, chosen: readonly string[]): QuestionField[] {
  const ofOthers = question.options
    .filter((option) => !chosen.includes(option.id))
    .flatMap(({ requires = [], offers = [] }) => [...requires, ...offers]);
  const offered = question.options.flatMap(({ id, offers = [] }) => (chosen.includes(id) ? offers : []));
  const isAsked = (field: QuestionField) =>
    isNeeded(question, chosen, field) || offered.includes(field.id) || !ofOthers.includes(field.id);
  return question.fields.filter(isAsked);
}

/** Texts by field, without empty ones; undefined if the person goes back, "leave" if they leave. */
export async function fillFields(
  asking: Asking,
  chosen: readonly string[],
  typed: Typed,
): Promise<Readonly<Record<string, string>> | "leave" | undefined> {
  const { question } = asking;
  const filled: Record<string, string> = {};
  const fields = askedFields(question, chosen);
  for (const field of fields) {
    const place = `${questionName(question)}\n${field.id}`;
    const before = typed.get(place);
    const prefilled = before === undefined ? field : { ...field, initial: before };
    // The last field is required if the answer is not valid without it.
    const lacks = field === fields.at(-1) && answerProblem(question, answerOf(question, chosen, filled)) !== undefined;
    const { text, left, interrupted } = await fillField(asking, prefilled, lacks || isNeeded(question, chosen, field));
    if (!left || text !== (field.initial ?? "")) typed.set(place, text);
    if (left) return interrupted ? "leave" : undefined;
    if (text.trim() !== "") filled[field.id] = text;
  }
  return filled;
}

/** A question may be asked again in other words: then what was typed belongs to another one. */
export function questionName({ id, text }: Question): string {
  return `${id} ${text}`.replaceAll("\n", " ");
}

export function answerOf({ id }: Question, options: readonly string[], fields: Answer["fields"]): Answer {
  return { question: id, options, fields, via: "terminal" };
}

async function fillField(asking: Asking, field: QuestionField, needed: boolean): Promise<TypedText> {
  const { exactText, long = false } = field;
  const problem = (text: string): string | undefined => {
    if (text.trim() === "") return needed ? "This is required." : undefined;
    return exactText === undefined || text === exactText ? undefined : `Type exactly: ${exactText}`;
  };
  const label = visibleLine(field.label, 200);
  const exact = exactText === undefined ? "" : `\nType exactly: ${visibleLine(exactText)}`;
  const message = needed ? `${label}${exact}` : `${label} (optional; press Enter to skip)${exact}`;
  let before = field.initial ?? "";
  for (;;) {
    const written = await writeText(asking, message, before, long);
    const wrong = written.left ? undefined : problem(written.text);
    if (wrong === undefined) return written;
    asking.terminal.print([asking.options.paint.yellow(`  ${wrong}`)]);
    before = written.text;
  }
}
