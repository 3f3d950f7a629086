import widthOf from "fast-string-truncated-width";
import { wrapAnsi } from "fast-wrap-ansi";
import type { Output } from "./output.ts";

/** Lines for a file or a pipe are as long as they are. */
export function printWrapped(lines: readonly string[], output: Pick<Output, "result" | "onScreen" | "columns">): void {
  const layout = output.onScreen ? (line: string) => wrapLine(line, output.columns) : undefined;
  for (const line of lines) output.result(line, layout);
}

/** A line broken at words to the columns; what follows stands below its last column, where that leaves room. */
export function wrapLine(line: string, columns: number): string {
  const leads = [BEFORE_LAST, BLANKS].map((pattern) => pattern.exec(line)?.[0] ?? "");
  const lead = leads.find((each) => widthOf(each).width < columns * 0.6) ?? "";
  const indent = widthOf(lead).width;
  const wrapped = wrapAnsi(line.slice(lead.length), columns - indent, { hard: true });
  return lead + wrapped.replaceAll("\n", `\n${" ".repeat(indent)}`);
}

/** Prose, broken at words on a terminal; a file or a pipe gets lines as they are. */
export function atWords(text: string, { terminal, columns }: Pick<Output, "terminal" | "columns">): string {
  const lines = text.split("\n");
  return (terminal ? lines.map((line) => wrapLine(line, columns)) : lines).join("\n");
}

/** Columns stand two blanks apart. */
const BEFORE_LAST = /^ {0,40}(?:[^ ]{1,200}(?: [^ ]{1,200}){0,3} {2,40}){0,3}/;
const BLANKS = /^ {0,40}/;
