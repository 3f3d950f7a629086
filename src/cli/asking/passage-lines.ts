import type { Question } from "../../model/question.ts";
import { visibleLine, visibleText } from "../../model/visible-text.ts";
import type { Paint } from "../paint.ts";
import { wrapped } from "./question-lines.ts";

/** A line of a diff, as it is shown before an answer is taken. */
export interface ShownDiffLine {
  readonly sign: "-" | "+" | " ";
  readonly text: string;
}

interface Layout {
  readonly columns: number;
  readonly paint: Paint;
  /** `3 of 9`; absent where nobody counts. */
  readonly position?: string | undefined;
}

/** Where it is, the passages with the words in question marked, and the question (SPEC 16.4). */
export function passageLines(question: Question, { columns, paint, position }: Layout): string[] {
  const [first] = question.evidence;
  const head = [position, question.header, first?.where].filter((part) => part !== undefined && part !== "");
  const passages = question.evidence.flatMap(({ title, where, body, marks = [] }, index) => {
    const name = question.evidence.length > 1 ? [paint.dim(`${title}  ${visibleLine(where ?? "", 200)}`)] : [];
    const lines = wrapped(body, "  ", columns).map((line) => marked(line, marks, paint));
    return [...(index > 0 ? [""] : []), ...name, ...lines];
  });
  return [
    paint.bold(head.map((part) => visibleLine(part ?? "", 200)).join(" · ")),
    ...(passages.length === 0 ? [] : ["", ...passages]),
    "",
    ...wrapped(withoutPlace(question.text, first?.where), "", columns),
  ];
}

/** The place stands at the head already. */
function withoutPlace(text: string, where: string | undefined): string {
  const rest = where !== undefined && text.startsWith(`${where}, `) ? text.slice(where.length + 2) : text;
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}

/** Marked by colour, or by ‹ › where there is none. */
function marked(line: string, marks: readonly string[], paint: Paint): string {
  const words = marks.flatMap((mark) => visibleText(mark).split("\n")).map((mark) => mark.trim());
  const found = words.filter((mark) => mark !== "" && line.includes(mark)).toSorted((a, b) => b.length - a.length)[0];
  if (found === undefined) return line;
  const shown = paint.yellow(paint.underline(found));
  return line.replace(found, () => (shown === found ? `‹${found}›` : shown));
}

export function diffShown(lines: readonly ShownDiffLine[], { columns, paint }: Layout): string[] {
  return lines.flatMap(({ sign, text }) => {
    const colour = sign === "-" ? paint.red : sign === "+" ? paint.green : paint.dim;
    return wrapped(visibleText(text) || " ", "    ", columns).map((line) => colour(`  ${sign}${line.slice(3)}`));
  });
}
