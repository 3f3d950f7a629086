import widthOf from "fast-string-truncated-width";
import { wrapAnsi } from "fast-wrap-ansi";
import { visibleText } from "../model/visible-text.ts";

type PrintResult = (text: string, layout?: (safe: string) => string) => void;

/** Where results go. */
interface Screen {
  result: PrintResult;
  report: PrintResult;
  readonly onScreen: boolean;
  readonly columns: number;
}

/** Where prose goes. */
interface Prose {
  readonly terminal: boolean;
  readonly columns: number;
  readonly least?: number;
}

/** Lines for a file or a pipe are as long as they are. */
export function printWrapped(lines: readonly string[], output: Screen, print: "result" | "report" = "result"): void {
  const layout = (text: string) => atWords(text, { terminal: output.onScreen, columns: output.columns, least: 0 });
  // At once: a write for each takes longer than what is said.
  if (lines.length > 0) output[print](lines.join("\n"), layout);
}

/** Cells below each other: each as wide as the widest of its column, but the last of a row. */
export function aligned(rows: readonly (readonly string[])[]): string[][] {
  const width = (column: number) => rows.reduce((most, row) => Math.max(most, row[column]?.length ?? 0), 0);
  const widths = (rows[0] ?? []).map((_, column) => width(column));
  return rows.map((row) => row.map((cell, at) => (at === row.length - 1 ? cell : cell.padEnd(widths[at] ?? 0))));
}

/** A line broken at words to the columns; what follows stands below its last column, where that leaves room. */
export function wrapLine(line: string, columns: number, { hanging = BEFORE_LAST, least = 0 } = {}): string {
  if (widthOf(line).width <= columns) return line;
  const leads = [hanging, BLANKS].map((pattern) => pattern.exec(line)?.[0] ?? "");
  const lead = leads.find((each) => widthOf(each).width < columns * 0.6) ?? "";
  const indent = Math.max(widthOf(lead).width, least);
  const below = QUOTED.test(lead) ? lead.replace(/[^>]/g, " ") : " ".repeat(indent);
  return lead + wrapAnsi(line.slice(lead.length), columns - indent, { hard: true }).replaceAll("\n", `\n${below}`);
}

/** Broken at words on a terminal, prose with the rest of each line indented; a file or a pipe gets lines as they are. */
export function atWords(text: string, { terminal, columns, least = 2 }: Prose): string {
  const lines = text.split("\n");
  return (terminal ? lines.map((line) => wrapLine(line, columns, { least })) : lines).join("\n");
}

/** Somebody else's text, neutralised and indented; what is quoted or listed in it stays so where it is broken. */
export function wrapText(text: string, indent: string, columns: number): string[] {
  const width = Math.max(20, Math.min(columns, 120));
  const lines = visibleText(text).replaceAll("\t", "    ").split("\n");
  return lines.flatMap((line) =>
    line.trim() === "" ? "" : wrapLine(indent + line.trimEnd(), width, { hanging: MARKS }).split("\n"),
  );
}

/** Columns stand two blanks apart; what marks a line of a diff or a list is none, and may begin a colour. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character is the subject.
const BEFORE_LAST = /^ {0,40}(?:(?:\u001b\[[\d;]{1,40}m)?[-+*] ){0,2}(?:[^ ]{1,200}(?: [^ ]{1,200}){0,3} {2,40}){0,3}/;
const MARKS = /^ {0,40}(?:> |[-*+] |\d{1,4}\. ){0,9}/;
const QUOTED = /^ {0,40}> /;
const BLANKS = /^ {0,40}/;
