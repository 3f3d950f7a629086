import { shownEvidence } from "./listed-gap.ts";
import type { Evidence, Question, QuestionField, QuestionOption } from "./question.ts";
import { visibleLine, visibleText } from "./visible-text.ts";

/** How a terminal shows what stands out. */
type Paint = Readonly<Record<"bold" | "dim", (text: string) => string>>;

const PLAIN: Paint = { bold: (text) => text, dim: (text) => text };

/** Of a list at a terminal; status.md has all of it. */
const MOST_GAPS = 40;

/** A question for somebody who is not asked at once: all that it takes to judge it, uncut, and how to answer (SPEC 10.3). */
export function wholeQuestion(question: Question, paint = PLAIN): string[] {
  const { id, text, options } = question;
  const [first = "", ...more] = visibleText(text).split("\n");
  const told = new Set(options.map(({ label }) => label));
  return [
    `${id} ${first}`,
    ...more,
    // What an option says itself is not said twice.
    ...shownEvidence(question, paint === PLAIN ? undefined : MOST_GAPS)
      .filter(({ title }) => !told.has(title))
      .flatMap((piece) => evidenceLines(piece, paint)),
    "",
    ...options.flatMap((option) => [...optionLines(option, paint), ...fieldsOf(question, option)]),
    ...freeFields(question).flatMap((field) => fieldLines(field, "  ")),
    `Answer with: whetstone answer ${id} ${suggestion(question)}`,
  ];
}

function evidenceLines({ title, where, body }: Evidence, paint: Paint): string[] {
  const place = where === undefined ? "" : `  ${paint.dim(visibleLine(where))}`;
  return ["", `  ${paint.bold(visibleLine(title))}${place}`, ...indented(body, "    ")];
}

function optionLines({ id, label, description, effect, recommended, ...fields }: QuestionOption, paint: Paint) {
  const name = label.startsWith(`${id}: `) ? label : `${id}: ${label}`;
  const notes = [...(recommended ? ["recommended"] : []), ...fieldNotes(fields)];
  return [
    `  ${paint.bold(visibleLine(name))}${notes.length === 0 ? "" : ` (${notes.join("; ")})`}`,
    ...indented(description, "      "),
    ...indented(effect, "      "),
  ];
}

/** The fields that this option needs and no other one does stand with it. */
function fieldsOf(question: Question, { id }: QuestionOption): string[] {
  const own = unsaidFields(question).filter((field) => ownerOf(question, field) === id);
  return own.flatMap((field) => fieldLines(field, "      "));
}

function freeFields(question: Question): QuestionField[] {
  return unsaidFields(question).filter((field) => ownerOf(question, field) === undefined);
}

function ownerOf({ options }: Question, { id }: QuestionField): string | undefined {
  const users = options.filter(({ requires = [], offers = [] }) => [...requires, ...offers].includes(id));
  return users.length === 1 ? users[0]?.id : undefined;
}

function fieldLines({ id, label, exactText, initial = "" }: QuestionField, by: string): string[] {
  const exact = exactText === undefined ? "" : `, exactly: ${visibleLine(exactText)}`;
  const prefilled = initial === "" ? [] : [`${by}  as it stands:`, ...indented(initial, `${by}    `)];
  return [`${by}--field ${id}="…": ${visibleLine(label)}${exact}`, ...prefilled];
}

/** Proposed is only what is recommended. */
function suggestion({ options, fields }: Question): string {
  const [only] = options;
  const suggested = options.find((option) => option.recommended) ?? (options.length === 1 ? only : undefined);
  const needed = suggested?.requires ?? fields.filter(({ required }) => required).map(({ id }) => id);
  const option = options.length === 0 ? [] : [`--option ${suggested?.id ?? options.map(({ id }) => id).join("|")}`];
  return [...option, ...needed.map((field) => `--field ${field}="…"`)].join(" ");
}

function indented(text: string, by: string): string[] {
  if (text.trim() === "") return [];
  const lines = visibleText(text).trimEnd().split("\n");
  return lines.map((line) => (line === "" ? "" : by + line));
}

/** The fields, without the text that one is filled with where the evidence shows it already. */
function unsaidFields({ evidence, fields }: Question): QuestionField[] {
  return fields.map(({ initial, ...field }) =>
    initial === undefined || evidence.some(({ body }) => body === initial) ? field : { ...field, initial },
  );
}

/** Which fields go with an option. */
function fieldNotes({ requires = [], offers = [] }: Pick<QuestionOption, "requires" | "offers">): string[] {
  return [
    ...(requires.length > 0 ? [`give it with ${requires.map((field) => `--field ${field}=…`).join(" ")}`] : []),
    ...(offers.length > 0 ? [`takes ${offers.join(", ")}`] : []),
  ];
}
