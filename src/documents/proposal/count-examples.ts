import type { Block } from "../markdown/block.ts";
import { descendants, type OutlineNode } from "../outline/outline.ts";

/** How many examples a resolution gives: those that are titled, or else the blocks below `### Examples`. */
export function countExamples(sections: readonly OutlineNode[]): number {
  let titled = 0;
  let blocks = 0;
  for (const section of sections) {
    const inExamples = section.heading?.part === "examples";
    for (const node of [section, ...descendants(section)]) {
      if (node !== section && isTitled(node)) titled++;
      titled += node.blocks.filter((block) => block.type === "paragraph" && isExampleLine(block.text)).length;
      if (inExamples) blocks += node.blocks.reduce((sum, block) => sum + shown(block), 0);
    }
  }
  return titled > 0 ? titled : blocks;
}

function isTitled(node: OutlineNode): boolean {
  return /^(?:worked )?(?:example|scenario|case)\b(?!s)/u.test(node.heading?.folded ?? "");
}

function isExampleLine(text: string): boolean {
  return /^\W{0,4}(?:Worked )?Example\b[^\n]{0,80}?:/u.test(text);
}

function shown(block: Block): number {
  switch (block.type) {
    case "fence":
    case "code":
    case "table":
      return 1;
    case "list":
      return block.items.length;
    default:
      return 0;
  }
}
