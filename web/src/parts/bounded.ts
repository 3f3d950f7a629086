import { visibleText } from "../../../src/model/visible-text.ts";

const LONGEST_LINE = 20_000;
const LONGEST = 600_000;

/** Control characters made visible, endless lines and texts cut: the page must stay usable whatever comes. */
export function bounded(text: string): string {
  const lines = visibleText(text.slice(0, LONGEST))
    .split("\n")
    .map((line) => (line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)} …` : line));
  return text.length > LONGEST ? `${lines.join("\n")}\n\n… cut here` : lines.join("\n");
}

/** Some lines of a document. */
export function linesOf(text: string, line: number, endLine: number): string {
  return text
    .split("\n")
    .slice(line - 1, endLine)
    .join("\n");
}
