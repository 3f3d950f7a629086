import type { Section, Unit } from "../../checks/spec/section.ts";
import { isPassedOver, isSilent } from "../../checks/spec/section-role.ts";
import { readSpec } from "../../checks/spec/spec.ts";
import { plainText } from "../../documents/markdown/inline.ts";
import type { SourcePlace } from "../../model/gap.ts";

/** Places of a source, as a person would point at them. */
export interface PlaceReader {
  /** The paragraph, item or row that a line belongs to; the line itself where it belongs to none. */
  placeOf(line: number): SourcePlace;
  /** The lines of the section that the heading on this line opens. */
  sectionAt(line: number): { readonly line: number; readonly endLine: number } | undefined;
  /** In a template's guidance, a checklist, a table of contents or a log nothing is stated (SPEC 16.2). */
  isPassedOver(line: number): boolean;
  /** Nor in what is left for later, unless the author names it with an id. */
  isSilent(line: number): boolean;
  /** Its words, quoted. */
  quote(place: SourcePlace): string;
}

/** Lines that a quotation takes at most. */
const MOST_LINES = 12;

export function placeReader(source: string): PlaceReader {
  const { markdown, sections, units } = readSpec(source);
  const sectionOf: Section[] = [];
  const unitOf: Unit[] = [];
  for (const section of sections) {
    for (let line = section.node.line; line <= section.node.endLine; line++) sectionOf[line] = section;
  }
  for (const unit of units) for (let line = unit.line; line <= unit.endLine; line++) unitOf[line] = unit;
  const byLine = new Map(sections.map(({ node }) => [node.heading?.line ?? 0, node]));
  return {
    placeOf: (line) => {
      const { line: first, endLine } = unitOf[line] ?? { line, endLine: line };
      return { heading: plainText(sectionOf[line]?.node.heading?.text ?? ""), line: first, endLine };
    },
    sectionAt: (line) => byLine.get(line),
    isPassedOver: (line) => isPassedOver(sectionOf[line]?.role ?? "text"),
    isSilent: (line) => isSilent(sectionOf[line]?.role ?? "text"),
    quote: ({ line, endLine }) =>
      markdown.lines
        .slice(line - 1, Math.min(endLine, line + MOST_LINES - 1))
        .map((text) => `> ${text.trim()}`)
        .join("\n"),
  };
}
