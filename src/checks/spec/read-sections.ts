import type { Block, Fence, Table } from "../../documents/markdown/block.ts";
import { markedFile } from "../../documents/markdown/file-mark.ts";
import { plainText } from "../../documents/markdown/inline.ts";
import type { Markdown, MarkdownSection } from "../../documents/markdown/markdown.ts";
import { headingNumber, headingTitle, roleOf, type Section } from "./section.ts";
import { makeUnit, type Unit, type UnitKind } from "./unit.ts";

/** Every section of the document in order, each with the prose, tables and fences that stand directly in it. */
export function readSections(markdown: Markdown): Section[] {
  const sections: Section[] = [];
  visit(markdown.root, undefined, { markdown, sections, files: readFiles(markdown) });
  return sections;
}

interface Reader {
  readonly markdown: Markdown;
  readonly sections: Section[];
  readonly files: readonly { readonly line: number; readonly path: string }[];
}

/** Where each file of a source begins that is made of several. */
function readFiles({ blocks }: Markdown): Reader["files"] {
  return blocks.flatMap((block) => {
    const path = block.type === "html" && block.comment ? markedFile(block.text.split("\n", 1)[0] ?? "") : undefined;
    return path === undefined ? [] : [{ line: block.line, path }];
  });
}

interface Filling {
  readonly reader: Reader;
  readonly section: Section;
  readonly units: Unit[];
  readonly tables: Table[];
  readonly fences: Fence[];
}

function visit(node: MarkdownSection, parent: Section | undefined, reader: Reader): Section {
  const below: Section[] = [];
  const plain = node.heading === undefined ? "" : plainText(node.heading.text);
  const title = headingTitle(plain);
  const [units, tables, fences] = [[] as Unit[], [] as Table[], [] as Fence[]];
  const section: Section = {
    node,
    parent,
    title,
    number: headingNumber(plain),
    // The document's title is no purpose: what stands below it is no example because the title says so.
    role: node.level <= 1 ? "text" : roleOf(title, parent),
    file: reader.files.findLast(({ line }) => line <= node.line)?.path ?? "",
    units,
    tables,
    fences,
    sections: below,
  };
  reader.sections.push(section);
  const filling: Filling = { reader, section, units, tables, fences };
  if (node.heading !== undefined) add(filling, "heading", node.heading, { depth: 0 });
  readBlocks(node.blocks, "paragraph", 0, filling);
  for (const inner of node.sections) below.push(visit(inner, section, reader));
  return section;
}

interface Circumstances {
  readonly depth: number;
  readonly marker?: string;
  readonly hasMore?: boolean;
}

function add(
  { units, section, reader }: Filling,
  kind: UnitKind,
  { line, endLine, text }: { readonly line: number; readonly endLine: number; readonly text: string },
  { depth, marker, hasMore = false }: Circumstances,
): void {
  const { lines } = reader.markdown;
  units.push(makeUnit({ kind, line, endLine, text, section, marker, depth, hasMore, lines }));
}

function readBlocks(blocks: readonly Block[], kind: UnitKind, depth: number, filling: Filling, marker?: string): void {
  blocks.forEach((block, index) => {
    switch (block.type) {
      case "paragraph":
        add(filling, kind, block, {
          depth,
          hasMore: depth > 0 && index + 1 < blocks.length,
          ...(marker === undefined || index > 0 ? {} : { marker }),
        });
        break;
      case "list":
        for (const item of block.items)
          readBlocks(item.blocks, kind === "quote" ? kind : "item", depth + 1, filling, item.marker);
        break;
      case "quote":
        readBlocks(block.blocks, "quote", depth, filling);
        break;
      case "table":
        readTable(block, kind, depth, filling);
        break;
      case "fence":
        filling.fences.push(block);
        break;
      case "heading": // inside a list or a quotation: no section of its own
      case "code":
      case "html":
      case "rule":
        break;
    }
  });
}

function readTable(table: Table, kind: UnitKind, depth: number, filling: Filling): void {
  filling.tables.push(table);
  for (const { line, cells } of table.rows) {
    for (const text of cells) {
      if (text !== "") add(filling, kind === "quote" ? kind : "cell", { line, endLine: line, text }, { depth });
    }
  }
}
