import type { Block, Heading, ListItem, Table } from "../markdown/block.ts";
import { plainText } from "../markdown/inline.ts";
import { type Markdown, type MarkdownSection, textOfLines, titleLines } from "../markdown/markdown.ts";
import { isSettled } from "./answered.ts";
import { startsWithItemLabel } from "./item-label.ts";
import { isOpenListTitle } from "./open-list.ts";

/** A cell of a table row with the name of its column. */
export interface NamedCell {
  readonly column: string;
  readonly text: string;
}

/** The smallest part of a spec that can state a gap: a heading, a paragraph, a list item or a table row. */
export interface SourcePassage {
  readonly kind: "heading" | "paragraph" | "item" | "row";
  /** Inline markdown as written. Its n-th line is line `line + n` of the source, except in a row. */
  readonly text: string;
  readonly line: number;
  readonly endLine: number;
  /** The heading above it in plain text; for a heading, its own text. */
  readonly heading: string;
  /** Whether it is in a list of gaps, issues or open questions. */
  readonly openList: boolean;
  /** What introduces its list or table: the paragraph before it, else the heading. */
  readonly intro: string;
  /** What is below: for a heading the section's own text, for an item its further blocks. */
  readonly body: string;
  readonly cells: readonly NamedCell[];
}

interface Context extends Pick<SourcePassage, "heading" | "openList" | "intro"> {
  readonly markdown: Markdown;
  readonly titles: ReadonlySet<number>;
}

/** Every passage of a spec, in order. Code and comments state nothing (SPEC 3.1). */
export function sourcePassages(markdown: Markdown): SourcePassage[] {
  return inSection(markdown.root, { markdown, titles: titleLines(markdown), heading: "", openList: false, intro: "" });
}

function inSection(section: MarkdownSection, outer: Context): SourcePassage[] {
  const { heading: own, line, blocks, sections } = section;
  const heading = own ? plainText(own.text) : outer.heading;
  // Lists below a question belong to it; the document's title says nothing about the lists in it.
  const isListed = outer.openList || (own !== undefined && !outer.titles.has(line) && isOpenListTitle(heading));
  const context = { ...outer, heading, openList: isListed && !(outer.openList && isPoint(heading)), intro: heading };
  return [
    ...(own ? [headingPassage(section, own, heading, outer)] : []),
    ...inBlocks(blocks, context),
    ...sections.flatMap((inner) => inSection(inner, context)),
  ];
}

function headingPassage(section: MarkdownSection, own: Heading, heading: string, outer: Context): SourcePassage {
  const { line, blocks, sections } = section;
  const next = sections[0]?.line ?? section.endLine + 1;
  const below = textOfLines(outer.markdown, own.endLine + 1, next - 1).trimEnd();
  const endLine = below === "" ? own.endLine : own.endLine + below.split("\n").length;
  // A heading within a list of open questions is a question itself, unless it only groups points.
  const groups = blocks.some(({ type }) => type === "list" || type === "table") || isOpenListTitle(heading);
  const openList = outer.openList && sections.length === 0 && (asks(heading) || !groups);
  const context = { heading, openList, intro: outer.heading };
  return passage("heading", { text: own.text, line, endLine }, context, { body: below.trim() });
}

function asks(heading: string): boolean {
  return /\?\s*$/.test(heading);
}

/** Whether a heading is itself an open point: options with pros and cons below it belong to it. */
function isPoint(heading: string): boolean {
  return asks(heading) || startsWithItemLabel(heading);
}

type Placed = Pick<SourcePassage, "text" | "line" | "endLine">;
type Details = Partial<Pick<SourcePassage, "body" | "cells">>;

function passage(
  kind: SourcePassage["kind"],
  { text, line, endLine }: Placed,
  { heading, openList, intro }: Pick<Context, "heading" | "openList" | "intro">,
  details: Details = {},
): SourcePassage {
  return { kind, text, line, endLine, heading, openList, intro, body: "", cells: [], ...details };
}

function inBlocks(blocks: readonly Block[], context: Context): SourcePassage[] {
  return blocks.flatMap((block, index) => {
    const previous = blocks[index - 1];
    const before = previous?.type === "paragraph" ? plainText(previous.text) : "";
    const openList = (context.openList && !isLeadOver(before)) || isListTitle(before);
    const titled = before === "" ? context : { ...context, intro: before, openList };
    if (block.type === "list") return block.items.flatMap((item) => inItem(item, titled));
    if (block.type === "table") return inTable(block, titled);
    // Prose beside a list of open questions introduces it; a question in prose is found by its marker or id.
    const prose = { ...context, openList: false };
    if (block.type === "quote") return inBlocks(block.blocks, prose);
    const isText = block.type === "paragraph" || block.type === "heading";
    return isText ? splitAtLabels(block).map((piece) => passage("paragraph", piece, prose)) : [];
  });
}

/** Whether a paragraph announces the list below it; "TODO: assign people" is an open point itself. */
function isListTitle(before: string): boolean {
  return isOpenListTitle(before) && !/:\s*\S/.test(before);
}

/** Whether a paragraph says that the list below it is settled: "Resolved before this was written:". */
function isLeadOver(before: string): boolean {
  return /:\W*$/.test(before) && isSettled(before);
}

/** Splits a paragraph at lines that begin with an id: each is a statement, even without blank lines between. */
function splitAtLabels({ text, line, endLine }: Placed): Placed[] {
  const lines = text.split("\n");
  const starts = [0, ...lines.keys()].filter(
    (at, index) => index === 0 || (at > 0 && startsWithItemLabel(lines[at] ?? "")),
  );
  return starts.map((start, index) => {
    const end = starts[index + 1];
    const last = end === undefined ? endLine : line + end - 1;
    return { text: lines.slice(start, end).join("\n"), line: line + start, endLine: last };
  });
}

function inItem({ blocks, endLine }: ListItem, context: Context): SourcePassage[] {
  const [first, ...rest] = blocks;
  const own = first?.type === "paragraph" || first?.type === "heading" ? first : undefined;
  const inner = { ...context, openList: false };
  if (own === undefined) return inBlocks(blocks, inner);
  const { text, line } = own;
  const body = textOfLines(context.markdown, own.endLine + 1, endLine).trim();
  return [passage("item", { text, line, endLine }, context, { body }), ...inBlocks(rest, inner)];
}

function inTable({ header, rows }: Table, context: Context): SourcePassage[] {
  const columns = header.cells.map(plainText);
  return rows.map(({ line, cells }) => {
    const named = cells.map((text, index) => ({ column: columns[index] ?? "", text }));
    return passage("row", { text: cells.join(" | "), line, endLine: line }, context, { cells: named });
  });
}
