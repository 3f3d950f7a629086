import { estimateTokens } from "../../model/token-estimate.ts";
import { fenceAsData } from "./fence.ts";
import type { SourceIndex, SourceSection } from "./source-index.ts";

/** Up to this many tokens the source stands in the preface whole; above it, its outline does (SPEC 15.4). */
export const WHOLE_SOURCE_TOKENS = 2000;
const OUTLINE_TOKENS = 350;

export function isWholeInPreface(index: SourceIndex): boolean {
  return index.tokens <= WHOLE_SOURCE_TOKENS;
}

/** What the preface says of the source: all of it, or its headings. */
export function sourceInPreface(index: SourceIndex): string {
  if (isWholeInPreface(index)) return `The source, whole:\n\n${fenceAsData(index.text, "markdown")}`;
  return `The source is ${index.lines.length} lines; its outline, with the line of each heading:\n\n${fenceAsData(outline(index))}`;
}

/** The headings down to the deepest level that still fits. */
function outline(index: SourceIndex): string {
  const deepest = Math.max(...index.sections.map((section) => section.level), 1);
  for (let depth = deepest; depth > 1; depth--) {
    const text = headings(index.sections, depth);
    if (estimateTokens(text) <= OUTLINE_TOKENS) return text;
  }
  return firstLines(headings(index.sections, 1), OUTLINE_TOKENS);
}

function headings(sections: readonly SourceSection[], depth: number): string {
  const shown = sections.filter((section) => section.level >= 1 && section.level <= depth);
  const top = Math.min(...shown.map((section) => section.level));
  return shown.map((section) => `${"  ".repeat(section.level - top)}${section.heading} (${section.line})`).join("\n");
}

/** For a source of hundreds of top headings. */
function firstLines(text: string, tokens: number): string {
  const lines = text.split("\n");
  let used = 0;
  const kept = lines.filter((line) => {
    used += estimateTokens(line) + 1;
    return used <= tokens;
  });
  return kept.length === lines.length ? text : `${kept.join("\n")}\n… and ${lines.length - kept.length} more headings`;
}
