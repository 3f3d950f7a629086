import type { Markdown } from "../markdown/markdown.ts";
import { descendants, type OutlineNode } from "../outline/outline.ts";
import type { ReviewerDocument } from "../values.ts";
import { saysNoIssues, saysNone } from "../words/none-words.ts";

/** The statement that nothing was found, with the scope below it (SPEC 7). */
export function findNoIssues(
  markdown: Markdown,
  outline: OutlineNode,
  isItemLine: (line: number) => boolean,
): ReviewerDocument["noIssuesFound"] {
  for (const node of [outline, ...descendants(outline)]) {
    const heading = node.heading;
    const place = heading === undefined ? undefined : heading.place;
    if (
      heading !== undefined &&
      (saysNoIssues(heading.text) || listsNone(node, place?.area, place?.severity !== undefined))
    ) {
      return {
        line: node.line,
        endLine: node.endLine,
        text: markdown.lines
          .slice(node.line - 1, node.endLine)
          .join("\n")
          .trim(),
      };
    }
    for (const block of node.blocks) {
      if (block.type === "paragraph" && !isItemLine(block.line) && saysNoIssues(block.text)) {
        return { line: block.line, endLine: block.endLine, text: block.text };
      }
    }
  }
  return undefined;
}

/** `## New Issues` over `None.` */
function listsNone(node: OutlineNode, area: string | undefined, severe: boolean): boolean {
  if (area !== "issues" || severe || node.children.length > 0) return false;
  const block = node.blocks.find((one) => one.type !== "rule");
  const text = block?.type === "paragraph" ? block.text : block?.type === "list" ? listText(block) : "";
  return (
    text !== "" && saysNone(text) && !/\b(?:critical|high|medium|low|major|minor|blocking)\b/iu.test(text.slice(0, 80))
  );
}

function listText(block: {
  readonly items: readonly { readonly blocks: readonly { readonly type: string; readonly text?: string }[] }[];
}): string {
  return block.items.length === 1 ? (block.items[0]?.blocks[0]?.text ?? "") : "";
}
