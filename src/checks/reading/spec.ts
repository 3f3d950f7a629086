import type { Block, Fence, Table } from "../../documents/markdown/block.ts";
import { frontMatterOf, withoutFrontMatter } from "../../documents/markdown/front-matter.ts";
import { plainText, withoutCode } from "../../documents/markdown/inline.ts";
import {
  fileBegun,
  type Markdown,
  type MarkdownSection,
  parseMarkdown,
  titleLines,
} from "../../documents/markdown/markdown.ts";
import { blankAppendix } from "../../documents/stated/appendix.ts";
import { splitLines } from "../../model/split-lines.ts";
import { headingNumber, headingTitle, isSilent, roleOf, type SectionRole } from "./section-role.ts";

/** A spec as the rules see it: sections with a role, and the prose in them. */
export interface Spec {
  readonly markdown: Markdown;
  /** The front matter, one unit per line: only markers are looked for there. */
  readonly front: readonly Unit[];
  /** In document order; the first has what is before any heading. */
  readonly sections: readonly Section[];
  /** The sections that make claims about the system. */
  readonly stated: readonly Section[];
  readonly units: readonly Unit[];
  /** The units of stated sections, without headings and quotations. */
  readonly claims: readonly Unit[];
}

export interface Section {
  readonly node: MarkdownSection;
  readonly parent: Section | undefined;
  /** The heading without its number and markup; empty before the first heading. */
  readonly title: string;
  /** The number that the heading begins with: `3.1`. */
  readonly number: string | undefined;
  readonly role: SectionRole;
  /** It makes no claims about the system. */
  readonly isSilent: boolean;
  /** The file, in a joined source: ids and numbers of different files are unrelated. */
  readonly file: string;
  /** The units directly in the section, its heading first; not those of subsections. */
  readonly units: readonly Unit[];
  readonly tables: readonly Table[];
  readonly fences: readonly Fence[];
  /** The direct subsections. */
  readonly sections: readonly Section[];
}

type UnitKind = "heading" | "paragraph" | "item" | "cell" | "quote";

/** A piece of prose: a heading, a paragraph, the text of a list item, a table cell. */
export interface Unit {
  readonly kind: UnitKind;
  readonly line: number;
  readonly endLine: number;
  /** Where to look for the text in its first line: two cells of a row may have the same text. */
  readonly from: number;
  /** Inline markdown as written. */
  readonly text: string;
  /** The text with code spans and comments blanked, of the same length. */
  readonly plain: string;
  readonly section: Section;
  /** The number or bullet of a list item. */
  readonly marker: string | undefined;
  /** The nesting depth in lists; 0 outside of lists. */
  readonly depth: number;
  /** `- [ ]` or `- [x]`. */
  readonly isTask: boolean;
  /** The column header of a cell; absent for the first cell of a row. */
  readonly column: string | undefined;
  /** Whether its list item has further blocks. */
  readonly hasMore: boolean;
  readonly lines: readonly string[];
}

export function readSpec(text: string): Spec {
  const source = blankAppendix(text);
  const markdown = parseMarkdown(withoutFrontMatter(source));
  const sections: Section[] = [];
  visit(markdown.root, undefined, { markdown, sections, files: readFiles(markdown), titles: titleLines(markdown) });
  const stated = sections.filter((section) => !section.isSilent);
  const units = sections.flatMap((section) => section.units);
  const claims = units.filter(({ kind, section }) => kind !== "heading" && kind !== "quote" && !section.isSilent);
  return { markdown, front: frontUnits(source, sections), sections, stated, units, claims };
}

function frontUnits(source: string, [root]: readonly Section[]): readonly Unit[] {
  const lines = splitLines(frontMatterOf(source));
  if (root === undefined) return [];
  const section: OpenSection = { ...root, units: [], tables: [], fences: [], sections: [] };
  for (const [at, text] of lines.entries()) {
    const [, key] = /^\s*([\w-]+):(?:\s|$)/.exec(text) ?? [];
    const placed = { line: at + 1, endLine: at + 1, text };
    if (key !== undefined) addUnit(section, lines, "paragraph", placed, 0, false, undefined, key);
  }
  return section.units;
}

interface Reader {
  readonly markdown: Markdown;
  readonly sections: Section[];
  readonly titles: ReadonlySet<number>;
  readonly files: readonly { readonly line: number; readonly path: string }[];
}

/** Where each file of a joined source begins. */
function readFiles({ blocks }: Markdown): Reader["files"] {
  return blocks.flatMap((block) => {
    const path = fileBegun(block);
    return path === undefined ? [] : [{ line: block.line, path }];
  });
}

interface OpenSection extends Section {
  readonly units: Unit[];
  readonly tables: Table[];
  readonly fences: Fence[];
  readonly sections: Section[];
}

function visit(node: MarkdownSection, parent: Section | undefined, reader: Reader): Section {
  const plain = plainText(node.heading?.text ?? "");
  const title = headingTitle(plain);
  // The title gives no role: "Examples" as a title does not make all of the document an example.
  const isTitle = node.heading === undefined || reader.titles.has(node.line);
  const role = isTitle ? "text" : roleOf(title, parent?.role);
  const file = reader.files.findLast(({ line }) => line <= node.line)?.path ?? "";
  const none = { units: [], tables: [], fences: [], sections: [] };
  const number = headingNumber(plain);
  const section: OpenSection = { node, parent, title, number, role, isSilent: isSilent(role), file, ...none };
  reader.sections.push(section);
  const { lines } = reader.markdown;
  if (node.heading !== undefined) addUnit(section, lines, "heading", node.heading, 0);
  readBlocks(node.blocks, "paragraph", 0, section, lines);
  for (const inner of node.sections) section.sections.push(visit(inner, section, reader));
  return section;
}

/** With an object literal for speed: a long spec has a hundred thousand units. */
function addUnit(
  section: OpenSection,
  lines: readonly string[],
  kind: UnitKind,
  { line, endLine, text, from = 0 }: Pick<Unit, "line" | "endLine" | "text"> & Partial<Pick<Unit, "from">>,
  depth: number,
  hasMore = false,
  marker?: string,
  column?: string,
): void {
  const isTask = text.startsWith("[") && /^\[[ xX]\]\s/.test(text);
  const plain = withoutCode(text);
  section.units.push({
    kind,
    line,
    endLine,
    from,
    text,
    plain,
    section,
    marker,
    depth,
    isTask,
    column,
    hasMore,
    lines,
  });
}

function readBlocks(
  blocks: readonly Block[],
  kind: UnitKind,
  depth: number,
  section: OpenSection,
  lines: readonly string[],
  marker?: string,
): void {
  const inner = (other: UnitKind) => (kind === "quote" ? kind : other);
  blocks.forEach((block, index) => {
    if (block.type === "paragraph") {
      const hasMore = depth > 0 && index + 1 < blocks.length;
      addUnit(section, lines, kind, block, depth, hasMore, index > 0 ? undefined : marker);
    } else if (block.type === "list") {
      for (const item of block.items) readBlocks(item.blocks, inner("item"), depth + 1, section, lines, item.marker);
    } else if (block.type === "quote") readBlocks(block.blocks, "quote", depth, section, lines);
    else if (block.type === "fence") section.fences.push(block);
    else if (block.type === "table") {
      section.tables.push(block);
      for (const { line, cells } of block.rows) {
        let from = 0;
        cells.forEach((text, index) => {
          const column = index === 0 ? undefined : (block.header.cells[index] ?? "");
          from = Math.max(from, lines[line - 1]?.indexOf(text, from) ?? 0);
          const cell = { line, endLine: line, text, from };
          if (text !== "") addUnit(section, lines, inner("cell"), cell, depth, false, undefined, column);
          from += text.length;
        });
      }
    }
  });
}
