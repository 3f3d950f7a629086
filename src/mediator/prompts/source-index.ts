import { plainText } from "../../documents/markdown/inline.ts";
import { allSections, type MarkdownSection, parseMarkdown } from "../../documents/markdown/markdown.ts";
import { estimateTokens } from "../../model/token-estimate.ts";
import { keywordsOf } from "./keywords.ts";

/** A heading of the source with the text directly below it, down to the next heading of any level. */
export interface SourceSection {
  readonly heading: string;
  readonly level: number;
  readonly line: number;
  /** Of its own text. */
  readonly endLine: number;
  /** With everything within it. */
  readonly wholeEndLine: number;
  readonly parent: SourceSection | undefined;
}

/** The source as prompts need it. Made once in a session. */
export interface SourceIndex {
  readonly text: string;
  readonly lines: readonly string[];
  readonly tokens: number;
  readonly sections: readonly SourceSection[];
  /** Keywords of each section, heading included. */
  readonly keywords: readonly ReadonlySet<string>[];
  readonly headingKeywords: readonly ReadonlySet<string>[];
  /** How rare a keyword is among the sections. */
  readonly weightOf: (keyword: string) => number;
}

export function indexSource(source: string): SourceIndex {
  const markdown = parseMarkdown(source);
  const sections = flatten(markdown.root, markdown.lines.length);
  const keywords = sections.map((section) =>
    keywordsOf(markdown.lines.slice(section.line - 1, section.endLine).join("\n")),
  );
  const counts = new Map<string, number>();
  for (const set of keywords) for (const keyword of set) counts.set(keyword, (counts.get(keyword) ?? 0) + 1);
  return {
    text: markdown.text,
    lines: markdown.lines,
    tokens: estimateTokens(markdown.text),
    sections,
    keywords,
    headingKeywords: sections.map((section) => keywordsOf(section.heading)),
    weightOf: (keyword) => Math.log(1 + sections.length / Math.max(1, counts.get(keyword) ?? 1)),
  };
}

/** The section whose own text has this line. */
export function sectionAt(index: SourceIndex, line: number): SourceSection | undefined {
  let found: SourceSection | undefined;
  for (const section of index.sections) {
    if (section.line > line) break;
    if (line <= section.wholeEndLine) found = section;
  }
  return found;
}

/** `3. Matching > 3.2 Wildcards`. */
export function headingPath(section: SourceSection): string {
  return section.parent === undefined || section.parent.level <= 1
    ? section.heading
    : `${headingPath(section.parent)} > ${section.heading}`;
}

function flatten(root: MarkdownSection, lastLine: number): SourceSection[] {
  const opening = { heading: "", level: 0, line: 1, wholeEndLine: lastLine, parent: undefined };
  const placed: (Omit<SourceSection, "endLine"> & { endLine: number })[] = [];
  if (root.blocks.length > 0) placed.push({ ...opening, endLine: lastLine });
  const parents = new Map<MarkdownSection, SourceSection>();
  for (const section of allSections(root)) {
    const last = placed.at(-1);
    if (last !== undefined) last.endLine = Math.max(last.line, section.line - 1);
    const own = {
      heading: plainText(section.heading?.text ?? ""),
      level: section.level,
      line: section.line,
      endLine: section.endLine,
      wholeEndLine: section.endLine,
      parent: parents.get(section),
    };
    placed.push(own);
    for (const inner of section.sections) parents.set(inner, own);
  }
  return placed.map((section) => (section.level === 0 ? { ...section, wholeEndLine: section.endLine } : section));
}
