import type { Lines } from "../../../documents/values.ts";

export interface HeadingLine {
  readonly line: number;
  readonly level: number;
  readonly text: string;
  /** Down to the next heading of its level or above. */
  readonly endLine: number;
}

/** The headings of a document, fences left out. */
export function headingLines(lines: readonly string[]): HeadingLine[] {
  const found: { line: number; level: number; text: string; endLine: number }[] = [];
  let fence: string | undefined;
  lines.forEach((text, index) => {
    const mark = /^\s{0,3}(`{3,}|~{3,})/.exec(text)?.[1];
    if (mark !== undefined) fence = fence === undefined ? mark : mark.startsWith(fence) ? undefined : fence;
    const level = fence === undefined ? (/^(#{1,6})\s/.exec(text)?.[1]?.length ?? 0) : 0;
    if (level === 0) return;
    for (let at = found.length - 1; at >= 0; at--) {
      const open = found[at];
      if (open && open.level >= level && open.endLine === lines.length) open.endLine = index;
      if (open && open.level < level && open.endLine === lines.length) break;
    }
    found.push({ line: index + 1, level, text, endLine: lines.length });
  });
  return found;
}

/** "Section 4 defines it", "see section 2.1". */
const POINTER = /\b(?:sections?|§)\s?(\d{1,3}(?:\.\d{1,3}){0,3})\b/giu;

/** The numbered sections that an answer points to, as far as the document has them. */
export function sectionsPointedTo(answer: string, headings: () => readonly HeadingLine[]): Lines[] {
  if (!/section|§/i.test(answer)) return [];
  const numbers = new Set([...answer.matchAll(POINTER)].map((match) => match[1] ?? ""));
  return [...numbers].flatMap((number) => {
    const starts = new RegExp(`^#{1,6}\\s+(?:section\\s+|§\\s?)?${number.replaceAll(".", "\\.")}(?:[.:)]|\\s)`, "i");
    return headings().filter((heading) => starts.test(heading.text));
  });
}
