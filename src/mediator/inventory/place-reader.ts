import { readSpec } from "../../checks/spec/spec.ts";
import { plainText } from "../../documents/markdown/inline.ts";
import type { SourcePlace } from "../../model/gap.ts";

/** Places of a source, as a person would point at them. */
export interface PlaceReader {
  /** The paragraph, item or row that a line belongs to; the line itself where it belongs to none. */
  placeOf(line: number): SourcePlace;
  /** The lines of the section that the heading on this line opens. */
  sectionAt(line: number): { readonly line: number; readonly endLine: number } | undefined;
  /** Its words, quoted. */
  quote(place: SourcePlace): string;
}

/** Lines that a quotation takes at most. */
const MOST_LINES = 12;

export function placeReader(source: string): PlaceReader {
  const { markdown, sections, units } = readSpec(source);
  const headings: string[] = [];
  const ranges: { line: number; endLine: number }[] = [];
  for (const { node } of sections) {
    for (let line = node.line; line <= node.endLine; line++) headings[line] = plainText(node.heading?.text ?? "");
  }
  for (const { line, endLine } of units) for (let at = line; at <= endLine; at++) ranges[at] = { line, endLine };
  const byLine = new Map(sections.map(({ node }) => [node.heading?.line ?? 0, node]));
  return {
    placeOf: (line) => ({ heading: headings[line] ?? "", ...(ranges[line] ?? { line, endLine: line }) }),
    sectionAt: (line) => byLine.get(line),
    quote: ({ line, endLine }) =>
      markdown.lines
        .slice(line - 1, Math.min(endLine, line + MOST_LINES - 1))
        .map((text) => `> ${text.trim()}`)
        .join("\n"),
  };
}
