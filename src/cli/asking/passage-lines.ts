import type { DiffLine } from "../../model/diff-line.ts";
import { markedWords } from "../../model/passage-answer.ts";
import type { Evidence, Question } from "../../model/question.ts";
import { visibleLine, visibleText } from "../../model/visible-text.ts";
import { questionWords } from "../../model/whole-question.ts";
import type { Paint } from "../paint.ts";
import { wrapText } from "../wrap-line.ts";

interface Layout {
  readonly columns: number;
  readonly paint: Paint;
  /** `3 of 9`; absent where nobody counts. */
  readonly position?: string | undefined;
}

/** Where it is, the passages with the words in question marked, and the question (SPEC 16.4). */
export function passageLines(question: Question, { columns, paint, position }: Layout): string[] {
  const [first] = question.evidence;
  const head = [position, question.header, first?.where, first?.section].filter((part) => part !== undefined);
  const passages = question.evidence.flatMap((passage, index) => {
    const { title, where } = passage;
    const name = question.evidence.length > 1 ? [paint.dim(`${title}  ${visibleLine(where ?? "", 200)}`)] : [];
    const lines = aroundMark(wrapText(withMarks(passage), "  ", columns)).map((line) =>
      line.replace(/‹.*?(?:›|$)/g, (words) => paint.yellow(words)),
    );
    return [...(index > 0 ? [""] : []), ...name, ...lines];
  });
  return [
    ...wrapText(head.map((part) => visibleLine(part, 200)).join(" · "), "", columns).map(paint.bold),
    ...(passages.length === 0 ? [] : ["", ...passages]),
    "",
    ...wrapText(questionWords(question), "", columns),
  ];
}

/** The words in question, wherever they stand, between signs that stand out without colour, too. */
function withMarks(passage: Evidence): string {
  const found = markedWords(passage);
  return found === undefined ? passage.body : passage.body.replaceAll(found, () => `‹${found}›`);
}

/** So many lines of a passage are shown. */
const MOST_LINES = 24;

/** Of a long passage the lines around the words in question. */
function aroundMark(lines: readonly string[]): string[] {
  if (lines.length <= MOST_LINES) return [...lines];
  const marked = lines.findIndex((line) => line.includes("‹"));
  const from = Math.min(Math.max(0, marked - MOST_LINES / 2), lines.length - MOST_LINES);
  const shown = lines.slice(from, from + MOST_LINES);
  return [...(from === 0 ? [] : ["  …"]), ...shown, ...(from + MOST_LINES < lines.length ? ["  …"] : [])];
}

/** What a line wraps to is indented below it, with its sign once. */
export function diffShown(lines: readonly DiffLine[], { columns, paint }: Layout): string[] {
  return lines.flatMap(({ sign, text }) => {
    const colour = sign === "-" ? paint.red : sign === "+" ? paint.green : paint.dim;
    const [first = "", ...more] = wrapText(visibleText(text) || " ", "    ", columns - 2);
    return [`  ${sign}${first.slice(3)}`, ...more.map((line) => `  ${line}`)].map(colour);
  });
}

/** A letter, what it chooses, and the word beside it. */
export type NamedKey<Id extends string = string> = readonly [key: string, id: Id, name: string];

/** What the letters that answer nothing do. */
const OTHERS: Readonly<Record<string, string>> = {
  n: "go on to the next question; this one comes again at the end",
  b: "go back to the question before",
  q: "stop here: what you answered goes into the spec, and `whetstone resume` asks the rest",
};

/** What each letter does, a line each, for whoever types `?`. */
export function letterHelp({ options }: Question, keys: readonly NamedKey[]): string[] {
  return keys.map(([key, id]) => {
    const option = options.find((each) => each.id === id);
    const said = OTHERS[key] ?? [option?.label, option?.description].filter(Boolean).join(": ");
    return `${key}  ${visibleLine(said, 200)}`;
  });
}
