import type { Block, Fence, ListItem, Table } from "../../documents/markdown/block.ts";
import { plainText } from "../../documents/markdown/inline.ts";
import type { Markdown, MarkdownSection } from "../../documents/markdown/markdown.ts";
import { headingNumber, headingTitle, roleOf, type Section } from "./section.ts";
import { createUnitReader, type Unit, type UnitKind, type UnitReader } from "./unit.ts";
import type { WordTable } from "./words.ts";

/** Every section of the document in order, each with the prose, tables and fences that stand directly in it. */
export function readSections(markdown: Markdown, words: WordTable): Section[] {
  const sections: Section[] = [];
  visit(markdown.root, undefined, sections, createUnitReader(words));
  return sections;
}

function visit(node: MarkdownSection, parent: Section | undefined, into: Section[], read: UnitReader): Section {
  const below: Section[] = [];
  const section = readSection(node, parent, below, read);
  into.push(section);
  // The document's title is no purpose: what stands below it is not an example because the title says so.
  for (const inner of node.sections) below.push(visit(inner, node.level <= 1 ? undefined : section, into, read));
  return section;
}

interface Filling {
  readonly read: UnitReader;
  readonly units: Unit[];
  readonly tables: Table[];
  readonly fences: Fence[];
}

function readSection(
  node: MarkdownSection,
  parent: Section | undefined,
  sections: readonly Section[],
  read: UnitReader,
): Section {
  const heading = node.heading;
  const plain = heading === undefined ? "" : plainText(heading.text);
  const title = headingTitle(plain);
  const filling: Filling = { read, units: [], tables: [], fences: [] };
  const role = node.level <= 1 ? "binding" : roleOf(title, parent);
  const section: Section = {
    node,
    parent,
    title,
    number: headingNumber(plain),
    role,
    sections,
    units: filling.units,
    tables: filling.tables,
    fences: filling.fences,
  };
  if (heading !== undefined) {
    const { line, endLine, text } = heading;
    filling.units.push(filling.read({ kind: "heading", line, endLine, text, section, marker: undefined }));
  }
  readBlocks(node.blocks, "paragraph", section, filling);
  return section;
}

function readBlocks(
  blocks: readonly Block[],
  kind: UnitKind,
  section: Section,
  filling: Filling,
  marker?: string,
): void {
  for (const block of blocks) {
    switch (block.type) {
      case "paragraph": {
        const { line, endLine, text } = block;
        filling.units.push(filling.read({ kind, line, endLine, text, section, marker }));
        break;
      }
      case "list":
        for (const item of block.items) readItem(item, kind, section, filling);
        break;
      case "quote":
        readBlocks(block.blocks, "quote", section, filling);
        break;
      case "table":
        readTable(block, kind, section, filling);
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
  }
}

function readItem(item: ListItem, kind: UnitKind, section: Section, filling: Filling): void {
  readBlocks(item.blocks, kind === "quote" ? kind : "item", section, filling, item.marker);
}

function readTable(table: Table, kind: UnitKind, section: Section, filling: Filling): void {
  filling.tables.push(table);
  for (const row of table.rows) {
    for (const text of row.cells) {
      if (text === "") continue;
      filling.units.push(
        filling.read({
          kind: kind === "quote" ? kind : "cell",
          line: row.line,
          endLine: row.line,
          text,
          section,
          marker: undefined,
        }),
      );
    }
  }
}
