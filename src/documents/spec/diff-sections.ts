import { plainText } from "../markdown/inline.ts";
import { type Markdown, type MarkdownSection, parseMarkdown } from "../markdown/markdown.ts";

/** What two versions of a spec differ in, below one heading. */
export interface SectionChange {
  /** The headings down to it: `Errors > Timeouts`; empty for what stands before the first. */
  readonly path: string;
  readonly kind: "added" | "removed" | "changed";
  /** The line of the heading, in the version that has it; in the second where both do. */
  readonly line: number;
  /** What stands directly below the heading, without the sections below it. */
  readonly before: string;
  readonly after: string;
}

/**
 * The sections that differ between two versions, in the order of the second, then those that only the first has.
 * Sections are the same by the headings above them, and by their number where a heading occurs several times.
 */
export function diffSections(before: string, after: string): SectionChange[] {
  const old = bodies(parseMarkdown(before));
  const now = bodies(parseMarkdown(after));
  const changes: SectionChange[] = [];
  for (const [key, { path, line, text }] of now) {
    const was = old.get(key);
    if (was === undefined) changes.push({ path, kind: "added", line, before: "", after: text });
    else if (was.text !== text) changes.push({ path, kind: "changed", line, before: was.text, after: text });
  }
  for (const [key, { path, line, text }] of old) {
    if (!now.has(key)) changes.push({ path, kind: "removed", line, before: text, after: "" });
  }
  return changes;
}

interface Body {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

function bodies(markdown: Markdown): Map<string, Body> {
  const found = new Map<string, Body>();
  visit(markdown.root, []);
  return found;

  function visit(section: MarkdownSection, above: readonly string[]): void {
    const names = section.heading ? [...above, plainText(section.heading.text)] : above;
    const path = names.join(" > ");
    const next = section.sections[0]?.line ?? section.endLine + 1;
    const text = markdown.lines
      .slice(section.heading?.endLine ?? 0, next - 1)
      .join("\n")
      .trim();
    if (section.heading !== undefined || text !== "") found.set(freeKey(path), { path, line: section.line, text });
    for (const inner of section.sections) visit(inner, names);
  }

  function freeKey(path: string): string {
    let key = path;
    for (let turn = 2; found.has(key); turn++) key = `${path}\n${turn}`;
    return key;
  }
}
