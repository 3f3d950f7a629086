import { clipLines, fits } from "./clip.ts";
import { fenceAsData } from "./fence.ts";
import type { SourceIndex, SourceSection } from "./source-index.ts";

/** Up to this many tokens the source stands in the preface whole; above it, its outline does (SPEC 15.4). */
export const WHOLE_SOURCE_TOKENS = 2000;
const OUTLINE_TOKENS = 350;
const LEAST_HEADINGS = 6;

export function isWholeInPreface(index: SourceIndex): boolean {
  return index.tokens <= WHOLE_SOURCE_TOKENS;
}

/** What the preface says of the source: all of it, or its headings. */
export function sourceInPreface(index: SourceIndex): string {
  if (isWholeInPreface(index)) return `The source, whole:\n\n${fenceAsData(index.text, "markdown")}`;
  return `The source is ${index.lines.length} lines; its outline, with the line of each heading:\n\n${fenceAsData(outline(index))}`;
}

/** The headings down to the deepest level that still fits; if those say too little, as many of the next as do. */
function outline(index: SourceIndex): string {
  const levels = [...new Set(index.sections.map((section) => section.level))].filter((level) => level > 0).sort();
  const fitting = levels.map((depth) => headings(index.sections, depth)).filter((text) => fits(text, OUTLINE_TOKENS));
  const deepest = fitting.at(-1) ?? "";
  if (fitting.length === levels.length || deepest.split("\n").length >= LEAST_HEADINGS) return deepest;
  return clipLines(headings(index.sections, levels[fitting.length] ?? 1), OUTLINE_TOKENS);
}

function headings(sections: readonly SourceSection[], depth: number): string {
  const shown = sections.filter((section) => section.level >= 1 && section.level <= depth);
  const top = Math.min(...shown.map((section) => section.level));
  return shown.map((section) => `${"  ".repeat(section.level - top)}${section.heading} (${section.line})`).join("\n");
}
