import { fileBegun, type Markdown } from "../markdown/markdown.ts";

/** Lines of document titles: the first level-1 heading of each file, which says nothing about the lists below it. */
export function titleLines({ blocks }: Markdown): ReadonlySet<number> {
  const lines = new Set<number>();
  let isFirst = true;
  for (const block of blocks) {
    if (block.type === "heading") {
      if (isFirst && block.level === 1) lines.add(block.line);
      isFirst = false;
    } else if (fileBegun(block) !== undefined) isFirst = true;
  }
  return lines;
}
