import type { Block, ListItem } from "../markdown/block.ts";
import { allSections, parseMarkdown } from "../markdown/markdown.ts";
import type { FileView } from "./file-view.ts";

/** How many lines belong to a line (from 0): those nested in its list item, or those directly in the section of its heading. */
export function linesBelow({ text, lineTexts }: FileView, at: number): number {
  const { root, blocks } = parseMarkdown(text);
  const line = at + 1;
  const section = [...allSections(root)].find(({ heading }) => heading?.line === line);
  let end = (section === undefined ? itemAt(blocks, line) : section.blocks.at(-1))?.endLine ?? line;
  while (end > line && lineTexts[end - 1]?.trim() === "") end--;
  return end - line;
}

/** The innermost list item that contains a line. */
function itemAt(blocks: readonly Block[], line: number): ListItem | undefined {
  const block = blocks.find((each) => each.line <= line && line <= each.endLine);
  if (block?.type === "quote") return itemAt(block.blocks, line);
  const item =
    block?.type === "list" ? block.items.find((each) => each.line <= line && line <= each.endLine) : undefined;
  return item && (itemAt(item.blocks, line) ?? item);
}
