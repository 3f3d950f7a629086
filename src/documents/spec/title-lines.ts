import { fileBegun, type Markdown } from "../markdown/markdown.ts";

/** The lines of the titles: of each file of a source its first heading, where that is of level 1. A title says nothing about each list below it. */
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
