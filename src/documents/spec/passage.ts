import type { Block, Heading, List, ListItem, Paragraph, Table } from "../markdown/block.ts";
import { plainText } from "../markdown/inline.ts";
import { type Markdown, type MarkdownSection, textOfLines } from "../markdown/markdown.ts";
import { isSettled } from "./answered-below.ts";
import { startsWithItemLabel } from "./item-label.ts";
import { isOpenListTitle } from "./open-list.ts";
import { titleLines } from "./title-lines.ts";

/** A cell of a table row with the name of its column. */
export interface NamedCell {
  readonly column: string;
  readonly text: string;
}

/** The smallest stretch of a spec that can state a gap: a heading, a paragraph, a list item or a table row. */
export interface Passage {
  readonly kind: "heading" | "paragraph" | "item" | "row";
  /** Inline markdown as written. Its n-th line stands on line `line + n`, except in a row. */
  readonly text: string;
  readonly line: number;
  readonly endLine: number;
  /** The words of the heading it stands under, or of itself. */
  readonly heading: string;
  /** It stands in a list of gaps, issues or open questions. */
  readonly openList: boolean;
  /** What introduces its list or table: the paragraph before it, else the heading. */
  readonly intro: string;
  /** What stands below: the section's own text for a heading, further blocks for an item. */
  readonly body: string;
  readonly cells: readonly NamedCell[];
}

/** What the passages of one list or section have in common. */
interface Context extends Pick<Passage, "heading" | "openList" | "intro"> {
  readonly markdown: Markdown;
  readonly titles: ReadonlySet<number>;
}

/** Every passage of a spec, in its order. Code and comments state nothing (SPEC 3.1). */
export function passagesOf(markdown: Markdown): Passage[] {
  const passages: Passage[] = [];
  visitSection(
    markdown.root,
    { markdown, titles: titleLines(markdown), heading: "", openList: false, intro: "" },
    passages,
  );
  return passages;
}

function visitSection(section: MarkdownSection, outer: Context, into: Passage[]): void {
  const heading = section.heading ? plainText(section.heading.text) : outer.heading;
  // The title of the whole document says nothing about each of its lists.
  // What stands below a question is about it.
  const isPoint = outer.openList && asks(heading);
  const openList =
    !isPoint &&
    (outer.openList || (!outer.titles.has(section.line) && section.heading !== undefined && isOpenListTitle(heading)));
  if (section.heading) into.push(headingPassage(section, section.heading, heading, outer));
  const context = { ...outer, heading, openList, intro: heading };
  visitBlocks(section.blocks, context, into);
  for (const inner of section.sections) visitSection(inner, context, into);
}

function headingPassage(section: MarkdownSection, own: Heading, heading: string, outer: Context): Passage {
  const { line, blocks, sections } = section;
  const next = sections[0]?.line ?? section.endLine + 1;
  const below = textOfLines(outer.markdown, own.endLine + 1, next - 1).trimEnd();
  const hasList = blocks.some((block) => block.type === "list" || block.type === "table");
  return {
    kind: "heading",
    text: own.text,
    line,
    endLine: below === "" ? own.endLine : own.endLine + below.split("\n").length,
    heading,
    // A heading within a list of open questions is a question itself, unless it only groups a list.
    openList: outer.openList && sections.length === 0 && (asks(heading) || !(hasList || isOpenListTitle(heading))),
    intro: outer.heading,
    body: below.trim(),
    cells: [],
  };
}

function asks(heading: string): boolean {
  return /\?\s*$/.test(heading);
}

function visitBlocks(blocks: readonly Block[], context: Context, into: Passage[]): void {
  let before = "";
  for (const block of blocks) {
    const titled = before !== "" && (block.type === "list" || block.type === "table");
    const inner = titled
      ? { ...context, intro: before, openList: (context.openList && !isLeadOver(before)) || isListTitle(before) }
      : context;
    visitBlock(block, inner, into);
    before = block.type === "paragraph" ? plainText(block.text) : "";
  }
}

/** "TODO: assign people" says what is open itself, and not that the list below it is. */
function isListTitle(before: string): boolean {
  return isOpenListTitle(before) && !/:\s*\S/.test(before);
}

/** "Resolved before this was written:" holds for the list that follows. */
function isLeadOver(before: string): boolean {
  return /:\W*$/.test(before) && isSettled(before);
}

function visitBlock(block: Block, context: Context, into: Passage[]): void {
  if (block.type === "paragraph") {
    for (const piece of splitAtLabels(block)) into.push(paragraphPassage(piece, context));
  } else if (block.type === "list") visitList(block, context, into);
  else if (block.type === "table") visitTable(block, context, into);
  else if (block.type === "quote") visitBlocks(block.blocks, { ...context, openList: false }, into);
  // Inside a quote or an item.
  else if (block.type === "heading") into.push(paragraphPassage(block, context));
}

type TextBlock = Pick<Paragraph, "text" | "line" | "endLine">;

/** Lines that begin with an id are statements of their own, also where no blank line parts them. */
function splitAtLabels(paragraph: Paragraph): TextBlock[] {
  const lines = paragraph.text.split("\n");
  const pieces: TextBlock[] = [];
  let start = 0;
  for (let index = 1; index <= lines.length; index++) {
    if (index < lines.length && !startsWithItemLabel(lines[index] ?? "")) continue;
    const line = paragraph.line + start;
    const endLine = index === lines.length ? paragraph.endLine : paragraph.line + index - 1;
    pieces.push({ text: lines.slice(start, index).join("\n"), line, endLine });
    start = index;
  }
  return pieces;
}

function paragraphPassage(block: TextBlock, context: Context): Passage {
  const { text, line, endLine } = block;
  // Prose beside the list of open questions introduces it; a question in prose is found by its marker or id.
  return { ...shared(context), kind: "paragraph", text, line, endLine, openList: false };
}

function shared(context: Context): Pick<Passage, "heading" | "openList" | "intro" | "body" | "cells"> {
  return { heading: context.heading, openList: context.openList, intro: context.intro, body: "", cells: [] };
}

function visitList(list: List, context: Context, into: Passage[]): void {
  for (const item of list.items) {
    const [first, ...rest] = item.blocks;
    const own = first?.type === "paragraph" || first?.type === "heading" ? first : undefined;
    if (own) into.push(itemPassage(item, own, context));
    const inner = { ...context, openList: false };
    visitBlocks(own ? rest : item.blocks, inner, into);
  }
}

function itemPassage(item: ListItem, own: TextBlock, context: Context): Passage {
  const body = textOfLines(context.markdown, own.endLine + 1, item.endLine).trim();
  const openList = context.openList || isOpenEdgeCase(context.heading, own.text, body);
  return { ...shared(context), kind: "item", text: own.text, line: own.line, endLine: item.endLine, body, openList };
}

/** Spec Kit lists edge cases as questions; one without an answer below it is open. */
function isOpenEdgeCase(heading: string, text: string, body: string): boolean {
  return /^edge cases?\b/i.test(heading) && /\?[\s*_]*$/.test(text) && body === "";
}

function visitTable(table: Table, context: Context, into: Passage[]): void {
  const columns = table.header.cells.map((cell) => plainText(cell));
  for (const row of table.rows) {
    const cells = row.cells.map((text, index) => ({ column: columns[index] ?? "", text }));
    const text = cells.map((cell) => cell.text).join(" | ");
    into.push({ ...shared(context), kind: "row", text, line: row.line, endLine: row.line, cells });
  }
}
