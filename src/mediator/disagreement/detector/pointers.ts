import type { Lines } from "../../../documents/values.ts";

/** "Section 4 defines it", "see section 2.1". */
const POINTER = /\b(?:section|sections|§)\s?(\d{1,3}(?:\.\d{1,3}){0,3})\b/giu;

/** The numbered sections that an answer points to, as far as the document has them. */
export function sectionsPointedTo(answer: string, lines: readonly string[]): Lines[] {
  const numbers = new Set([...answer.matchAll(POINTER)].map((match) => match[1] ?? ""));
  return [...numbers].flatMap((number) => sectionNumbered(number, lines));
}

function sectionNumbered(number: string, lines: readonly string[]): Lines[] {
  const starts = new RegExp(`^(#{1,6})\\s+(?:section\\s+|§\\s?)?${number.replaceAll(".", "\\.")}(?:[.:)]|\\s)`, "i");
  const found: Lines[] = [];
  let fence: string | undefined;
  let open: { line: number; level: number } | undefined;
  lines.forEach((text, index) => {
    const mark = /^\s{0,3}(`{3,}|~{3,})/.exec(text)?.[1];
    if (mark !== undefined) fence = fence === undefined ? mark : mark.startsWith(fence) ? undefined : fence;
    const level = fence === undefined ? (/^(#{1,6})\s/.exec(text)?.[1]?.length ?? 0) : 0;
    if (level === 0) return;
    if (open && level <= open.level) {
      found.push({ line: open.line, endLine: index });
      open = undefined;
    }
    if (!open && starts.test(text)) open = { line: index + 1, level };
  });
  if (open) found.push({ line: open.line, endLine: lines.length });
  return found;
}
