import { visibleText } from "../../../src/model/visible-text.ts";

const LONGEST_LINE = 20_000;
const LONGEST = 600_000;

/** Makes control characters visible and cuts very long lines and texts, so that no document can break the page. */
export function bounded(text: string): string {
  const lines = visibleText(text.slice(0, LONGEST))
    .split("\n")
    .map((line) => (line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)} …` : line));
  return text.length > LONGEST ? `${lines.join("\n")}\n\n… cut here` : lines.join("\n");
}

/** Lines `line` to `endLine` of a document, 1-based and inclusive. */
export function linesOf(text: string, line: number, endLine: number): string {
  return text
    .split("\n")
    .slice(line - 1, endLine)
    .join("\n");
}
