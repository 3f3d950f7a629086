import type { Block, List } from "../markdown/block.ts";
import { parseMarkdown } from "../markdown/markdown.ts";
import type { FileView } from "./file-view.ts";

const NONE = { before: false, after: false };

/** Where added lines need one: between blocks, not within a list, a table, a paragraph or code (SPEC 5, Spec Changes). */
export function blankLinesAround(view: FileView, line: number, added: string): typeof NONE {
  if (line + 1 < view.frontMatter) return NONE;
  const { blocks } = parseMarkdown(added);
  const above = chainAt(view, line);
  if (isWithin(view, line, above, blocks)) return NONE;
  const followed = line + 1 < view.lines.length && !view.isBlank(line + 1);
  return {
    before: !joins(view, above, blocks[0], added),
    after: followed && !joins(view, chainAt(view, line + 1), blocks.at(-1), added),
  };
}

/** Text that begins a block of its own, and cannot stand in the middle of a line. */
export function beginsBlock(added: string): boolean {
  const first = parseMarkdown(added).blocks[0];
  return first !== undefined && (first.type !== "paragraph" || isTableRow(added));
}

/** The blocks that a line stands in, the outermost first. */
function chainAt(view: FileView, line: number): Block[] {
  const chain: Block[] = [];
  let blocks: readonly Block[] = view.markdown.blocks;
  for (;;) {
    const block = blocks.find((candidate) => candidate.line <= line + 1 && line + 1 <= candidate.endLine);
    if (block === undefined) return chain;
    chain.push(block);
    blocks = innerBlocks(block, line);
  }
}

function innerBlocks(block: Block, line: number): readonly Block[] {
  if (block.type === "quote") return block.blocks;
  if (block.type !== "list") return [];
  return block.items.find((item) => item.line <= line + 1 && line + 1 <= item.endLine)?.blocks ?? [];
}

/** The next line continues the same paragraph, table or code, and what is added can stand in it. */
function isWithin(view: FileView, line: number, chain: readonly Block[], added: readonly Block[]): boolean {
  const leaf = chain.at(-1);
  if (leaf === undefined || leaf.endLine <= line + 1) return false;
  // A blank line in a fence is code like any other.
  if (leaf.type === "fence") return true;
  if (view.isBlank(line + 1)) return false;
  if (leaf.type === "paragraph") return added.length === 1 && added[0]?.type === "paragraph";
  return leaf.type === "code" || leaf.type === "html";
}

function joins(view: FileView, chain: readonly Block[], edge: Block | undefined, added: string): boolean {
  if (chain.at(-1)?.type === "table") return edge?.type === "paragraph" && isTableRow(added);
  if (edge?.type !== "list") return false;
  const around = chain.filter((block) => block.type === "list");
  const indent = indentOf(added);
  // What is nested in an item is part of its list, whatever its own bullets are.
  const outer = around.at(-1);
  if (outer !== undefined && indent > indentOf(view.lineText(outer.line - 1))) return !isLoose(outer);
  const lists = around.filter((block) => sameKind(block, edge));
  const list = lists.find((candidate) => indentOf(view.lineText(candidate.line - 1)) === indent) ?? lists.at(-1);
  return list !== undefined && !isLoose(list);
}

function isTableRow(added: string): boolean {
  return added.trimStart().startsWith("|");
}

function sameKind(a: List, b: List): boolean {
  return a.ordered === b.ordered && a.items[0]?.marker.at(-1) === b.items[0]?.marker.at(-1);
}

function isLoose({ items }: List): boolean {
  return items.some((item, index) => index > 0 && item.line > (items[index - 1]?.endLine ?? item.line) + 1);
}

function indentOf(text: string): number {
  return text.length - text.trimStart().length;
}
