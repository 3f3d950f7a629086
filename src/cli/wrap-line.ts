import widthOf from "fast-string-truncated-width";
import { wrapAnsi } from "fast-wrap-ansi";
import { visibleText } from "../model/visible-text.ts";

type PrintResult = (text: string, layout?: (safe: string) => string) => void;

interface Screen {
  result: PrintResult;
  report: PrintResult;
  readonly onScreen: boolean;
  readonly columns: number;
}

interface Prose {
  readonly terminal: boolean;
  readonly columns: number;
  readonly least?: number;
}

/** Prints lines, wrapped only on a terminal. */
export function printWrapped(lines: readonly string[], output: Screen, print: "result" | "report" = "result"): void {
  const layout = (text: string) => atWords(text, { terminal: output.onScreen, columns: output.columns, least: 0 });
  // In one write, because a write per line is slow.
  if (lines.length > 0) output[print](lines.join("\n"), layout);
}

/** Pads the cells of each column to the same width, except the last of a row. */
export function aligned(rows: readonly (readonly string[])[]): string[][] {
  const width = (column: number) => rows.reduce((most, row) => Math.max(most, row[column]?.length ?? 0), 0);
  const widths = (rows[0] ?? []).map((_, column) => width(column));
  return rows.map((row) => row.map((cell, at) => (at === row.length - 1 ? cell : cell.padEnd(widths[at] ?? 0))));
}

/** Wraps a line at words; continuation lines are indented to its last column if there is room. */
export function wrapLine(line: string, columns: number, { hanging = BEFORE_LAST, least = 0 } = {}): string {
  if (widthOf(line).width <= columns) return line;
  const leads = [hanging, BLANKS].map((pattern) => pattern.exec(line)?.[0] ?? "");
  const lead = leads.find((each) => widthOf(each).width < columns * 0.6) ?? "";
  const indent = Math.max(widthOf(lead).width, least);
  const below = QUOTED.test(lead) ? lead.replace(/[^>]/g, " ") : " ".repeat(indent);
  return lead + wrapAnsi(line.slice(lead.length), columns - indent, { hard: true }).replaceAll("\n", `\n${below}`);
}

/** Wraps at words on a terminal, with continuation lines indented; a file or a pipe gets lines as they are. */
export function atWords(text: string, { terminal, columns, least = 2 }: Prose): string {
  const lines = text.split("\n");
  return (terminal ? lines.map((line) => wrapLine(line, columns, { least })) : lines).join("\n");
}

/** Wraps and neutralises text from elsewhere; quotes and lists keep their marks and indentation. */
export function wrapText(text: string, indent: string, columns: number): string[] {
  const width = Math.max(20, Math.min(columns, 120));
  const lines = visibleText(text).replaceAll("\t", "    ").split("\n");
  return lines.flatMap((line) =>
    line.trim() === "" ? "" : wrapLine(indent + line.trimEnd(), width, { hanging: MARKS }).split("\n"),
  );
}

/** Columns are separated by two spaces; the mark of a diff or list line, which may be coloured, is not a column. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character is the subject.
const BEFORE_LAST = /^ {0,40}(?:(?:\u001b\[[\d;]{1,40}m)?[-+*] ){0,2}(?:[^ ]{1,200}(?: [^ ]{1,200}){0,3} {2,40}){0,3}/;
const MARKS = /^ {0,40}(?:> |[-*+] |\d{1,4}\. ){0,9}/;
const QUOTED = /^ {0,40}> /;
const BLANKS = /^ {0,40}/;
