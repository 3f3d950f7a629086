import type { Block } from "../../documents/markdown/block.ts";
import type { Rule, RuleFinding } from "../rule.ts";
import { isPlaceholder, isPlaceholderSection } from "../spec/placeholder.ts";
import type { Section } from "../spec/section.ts";

/** A heading that announces something and keeps nothing of it (SPEC 16.2). */
export const emptySection: Rule = {
  id: "empty-section",
  type: "empty-section",
  severity: "MEDIUM",
  summary: "A section is announced and has no content, or only a placeholder.",
  onByDefault: true,
  run: (spec) => spec.sections.flatMap(checkSection),
};

function checkSection(section: Section): RuleFinding[] {
  const { heading, sections, blocks, level } = section.node;
  if (heading === undefined || sections.length > 0) return [];
  const isEmpty = !blocks.some(hasContent);
  if (isEmpty && level === 1) return []; // a title
  if (!isEmpty && !isPlaceholderSection(section)) return [];
  return [
    {
      line: heading.line,
      endLine: heading.line,
      message: `The section "${section.title}" ${isEmpty ? "has no content" : "holds only a placeholder"}.`,
      fix: 'Write what belongs here, write "None." where that is the answer, or remove the heading.',
    },
  ];
}

function hasContent(block: Block): boolean {
  switch (block.type) {
    case "rule":
      return false;
    case "html":
      return !block.comment;
    case "table": // a header alone announces rows
      return block.rows.some(({ cells }) => cells.some((cell) => !isBlank(cell)));
    case "list":
      return block.items.some(({ blocks }) => blocks.some(hasContent));
    default:
      return true;
  }
}

/** "", "-", "…": a cell that was left for later. */
function isBlank(cell: string): boolean {
  return /^[\s.…_–—-]*$/.test(cell) || isPlaceholder(cell);
}
