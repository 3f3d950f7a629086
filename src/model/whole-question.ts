import { commandLine, quoted } from "./command-line.ts";
import { isGapId, isIssueId } from "./ids.ts";
import { capitalised } from "./in-words.ts";
import { fieldOf, isPassageQuestion } from "./passage-answer.ts";
import type { Evidence, ListedGap, Question, QuestionField, QuestionOption } from "./question.ts";
import { isSeverity } from "./severity.ts";
import { visibleLine, visibleText } from "./visible-text.ts";

/** How a terminal emphasizes text. */
type Paint = Readonly<Record<"bold" | "dim", (text: string) => string>>;

const PLAIN: Paint = { bold: (text) => text, dim: (text) => text };

/** How many gaps of a list a terminal shows; status.md lists them all. */
const MOST_GAPS = 40;

/** A question as text for a User who answers later: all that is needed to decide, and how to answer (SPEC 10.3). */
export function wholeQuestion(question: Question, paint = PLAIN, session?: string, mostGaps = MOST_GAPS): string[] {
  const { id, text, options } = question;
  const ids = idsAbout(question);
  const [first = "", ...more] = visibleText(text).split("\n");
  const command = commandLine("answer", id, ...(session === undefined ? [] : ["--session", session]));
  return [
    `${id} ${first}`,
    ...more,
    ...(ids.length === 0 || isPassageQuestion(question) ? [] : [`  ${paint.dim(ids.join(", "))}`]),
    // Evidence that only repeats an option is left out.
    ...shownEvidence(question, mostGaps)
      .filter(
        ({ title, body }) =>
          !options.some(({ id, label, description }) => `${id}: ${label}` === title && body.startsWith(description)),
      )
      .flatMap((piece) => ["", `  ${evidenceTitle(piece, paint)}`, ...indented(piece.body, "    ")]),
    "",
    ...(isPassageQuestion(question) ? passageWays(question, command, paint) : generalWays(question, command, paint)),
  ];
}

/** The severity, gaps and issues that a question is about, except those that its text names. */
export function idsAbout({ about, text }: Question): string[] {
  const ids = about.filter((word) => isGapId(word) || isIssueId(word));
  return [...about.filter(isSeverity), ...ids].filter((word) => !text.includes(word));
}

function generalWays(question: Question, command: string, paint: Paint): string[] {
  return [
    ...question.options.flatMap((option) => optionLines(option, paint)),
    ...unsaidFields(question).flatMap(fieldLines),
    ...waysToAnswer(question).map((way, index) => `${index === 0 ? "Answer with" : "         or"}: ${command} ${way}`),
  ];
}

/** Passage questions come in numbers, so each way to answer takes one line. */
function passageWays(question: Question, command: string, paint: Paint): string[] {
  const ways = question.options.map(({ id, requires = [], label }) => {
    return { way: requires.includes(id) ? editOption(question, id) : `--option ${id}`, label };
  });
  const width = Math.max(...ways.map(({ way }) => (way.length > WIDEST ? 0 : way.length)));
  const lines = ways.map(({ way, label }) => `  ${way.padEnd(width)}  ${paint.dim(visibleLine(label))}`);
  return [`Answer with: ${command} and one of`, ...lines];
}

/** Longer ways do not widen the column. */
const WIDEST = 40;

/** An edit gives the line as it is, ready to be edited. */
function editOption(question: Question, id: string): string {
  const { initial = "" } = fieldOf(question, id) ?? {};
  const isLine = initial !== "" && !initial.includes("\n");
  return isLine ? `--field ${id}=${quoted(visibleText(initial))}` : fieldOptions([id]);
}

export function evidenceTitle({ title, where }: Evidence, paint: Paint): string {
  const place = where === undefined ? "" : `  ${paint.dim(visibleLine(where, 200))}`;
  return `${paint.bold(visibleLine(title, 200))}${place}`;
}

function optionLines({ id, label, description, effect, recommended, ...fields }: QuestionOption, paint: Paint) {
  const notes = [...(recommended ? ["recommended"] : []), ...fieldNotes(fields)];
  return [
    `  ${paint.bold(visibleLine(`${id}: ${label}`))}${notes.length === 0 ? "" : ` (${notes.join("; ")})`}`,
    ...indented(
      `${description}${/[.?!]$/.test(description) && description.length + effect.length < 120 ? " " : "\n"}${effect}`.trim(),
      "      ",
    ),
  ];
}

function fieldLines({ id, label, exactText, initial = "" }: QuestionField): string[] {
  const exact = exactText === undefined ? "" : `, exactly: ${visibleLine(exactText)}`;
  const prefilled = initial === "" ? [] : ["    current text:", ...indented(initial, "      ")];
  return [`  --field ${id}="…": ${visibleLine(label)}${exact}`, ...prefilled];
}

/** Each way to answer as command-line options; only the recommended one if there is one. */
export function waysToAnswer({ options, fields }: Question): string[] {
  const recommended = options.find((option) => option.recommended);
  const always = fields.filter(({ required }) => required).map(({ id }) => id);
  const needs = ({ requires = [] }: QuestionOption) => [...new Set([...always, ...requires])];
  if (options.length === 0) return [fieldOptions(always)];
  if (recommended) return [`--option ${recommended.id}${fieldOptions(needs(recommended), " ")}`];
  const plain = options.filter((option) => needs(option).length === 0).map(({ id }) => id);
  return options.flatMap((option) => {
    const fields = needs(option);
    if (fields.length === 0) return option.id === plain[0] ? [`--option ${plain.join("|")}`] : [];
    return [fields.includes(option.id) ? fieldOptions(fields) : `--option ${option.id}${fieldOptions(fields, " ")}`];
  });
}

function fieldOptions(fields: readonly string[], before = ""): string {
  return fields.map((field, index) => `${index === 0 ? before : " "}--field ${field}="…"`).join("");
}

function indented(text: string, by: string): string[] {
  if (text.trim() === "") return [];
  const lines = visibleText(text).trimEnd().split("\n");
  return lines.map((line) => (line === "" ? "" : by + line));
}

/** The fields, without initial texts that the evidence already shows. */
function unsaidFields({ evidence, fields }: Question): QuestionField[] {
  return fields.map(({ initial, ...field }) =>
    initial === undefined || evidence.some(({ body }) => body === initial) ? field : { ...field, initial },
  );
}

/** Notes on the fields that go with an option. */
function fieldNotes({ requires = [], offers = [] }: Pick<QuestionOption, "requires" | "offers">): string[] {
  return [
    ...(requires.length > 0 ? [`give it with ${requires.map((field) => `--field ${field}=…`).join(" ")}`] : []),
    ...(offers.length > 0 ? [`takes ${offers.join(", ")}`] : []),
  ];
}

/** The numbered list of gaps as plain text; above `most`, the rest is only counted. */
export function listLines(gaps: readonly ListedGap[], most = gaps.length): string[] {
  const digits = String(gaps.length).length;
  const lines = gaps.slice(0, most).flatMap(({ id, severity, title, where, quote }, index) => {
    const place = [where, quote].filter((part) => part !== undefined).join(": ");
    const head = `${String(index + 1).padStart(digits)}. ${severity.padEnd(8)} ${id}: ${title}`;
    return place === "" ? [head] : [head, `${" ".repeat(digits + 2)}${place}`];
  });
  return gaps.length > most ? [...lines, `… ${gaps.length - most} more, all listed in status.md`] : lines;
}

/** The evidence of a question, and its list of gaps as one more piece. */
export function shownEvidence({ evidence, gaps }: Pick<Question, "evidence" | "gaps">, most?: number): Evidence[] {
  if (gaps === undefined) return [...evidence];
  return [...evidence, { title: "The gaps", body: listLines(gaps, most).join("\n") || "None." }];
}

/** The question without its place and section, which front ends show separately. */
export function questionWords({ text, shortText = text }: Pick<Question, "text" | "shortText">): string {
  return capitalised(shortText);
}
