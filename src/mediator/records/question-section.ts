import { inlineText, quotedText } from "../../documents/rendering/inline-text.ts";
import { fieldNotes, shownEvidence, unsaidFields } from "../../model/listed-gap.ts";
import type { Evidence, Question, QuestionField, QuestionOption } from "../../model/question.ts";
import { blocks } from "../record-text.ts";
import type { State } from "../state.ts";

/** What waits for the person, whole: whoever reads the record can judge it and answer (SPEC 10.3). */
export function questionSection({ questions }: State): string {
  if (questions.length === 0) return "";
  return blocks("## Waiting for you", ...questions.map(wholeQuestion));
}

function wholeQuestion(question: Question): string {
  const { id, header, text, options } = question;
  const evidence = shownEvidence(question);
  const told = new Set(options.map(({ label }) => label));
  return blocks(
    `### ${id}: ${inlineText(header)}`,
    isLine(text) ? inlineText(text) : quoted(text),
    // What an option says itself is not said twice.
    ...evidence.filter(({ title }) => !told.has(title)).map(evidenceText),
    [...options.map(optionText), ...unsaidFields(question).map(fieldText)].join("\n"),
    `Answer with \`whetstone answer ${id}\`.`,
  );
}

function evidenceText({ title, where, body }: Evidence): string {
  const place = where === undefined ? "" : ` (${inlineText(where)})`;
  return `**${inlineText(title)}**${place}\n\n${quoted(body)}`;
}

function optionText({ id, label, description, effect, recommended, ...fields }: QuestionOption): string {
  const name = label.startsWith(`${id}: `) ? label : `${id}: ${label}`;
  const item = `- **${inlineText(name)}**${recommended ? " (recommended)" : ""}${fieldNotes(fields)
    .map((note) => ` (${note})`)
    .join("")}`;
  if (isLine(description)) return `${item}: ${inlineText(`${description} ${effect}`)}`;
  return `${item}\n\n${quoted(description, "  ")}\n\n  ${inlineText(effect)}\n`;
}

function fieldText({ id, label, exactText, initial = "" }: QuestionField): string {
  const exact = exactText === undefined ? "" : `, exactly: ${inlineText(exactText)}`;
  const prefilled = initial === "" ? "" : `, as it stands:\n\n${quoted(initial, "  ")}\n`;
  return `- field ${id}: ${inlineText(label)}${exact}${prefilled}`;
}

function isLine(text: string): boolean {
  return !text.trim().includes("\n");
}

/** Uncut: what is asked is bounded where it is written. */
function quoted(text: string, indent = ""): string {
  return quotedText(text, Number.POSITIVE_INFINITY).replace(/^/gm, indent);
}
