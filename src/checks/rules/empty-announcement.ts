import type { Block } from "../../documents/markdown/block.ts";
import type { Rule, RuleFinding } from "../rule.ts";
import type { Section } from "../spec/section.ts";

/** "The following limits apply:" and nothing follows (SPEC 16.2). */
export const emptyAnnouncement: Rule = {
  id: "empty-announcement",
  type: "empty-section",
  severity: "MEDIUM",
  summary: "A list or a table is announced and does not follow.",
  onByDefault: true,
  run: (spec) => spec.sections.flatMap(checkSection),
};

function checkSection(section: Section): RuleFinding[] {
  const { blocks, sections } = section.node;
  const last = blocks[blocks.length - 1];
  // A section that holds nothing else is reported as empty.
  const headers = blocks.length < 2 ? [] : blocks.filter(isHeaderAlone);
  const isOpen = last?.type === "paragraph" && announces(last.text) && sections.length === 0;
  return [...headers, ...(isOpen ? [last] : [])].map(report);
}

function isHeaderAlone(block: Block): boolean {
  return block.type === "table" && block.rows.length === 0;
}

function announces(text: string): boolean {
  return /\b(?:following|as follows|below|these|are|includes?|consists? of|apply|applies)\b[^.\n]{0,80}:\s*$/i.test(
    text,
  );
}

function report({ type, line, endLine }: Block): RuleFinding {
  return {
    line: type === "table" ? line : endLine,
    endLine,
    message: "Something is announced here, and nothing follows.",
    fix: "Write what is announced, or remove the announcement.",
  };
}
