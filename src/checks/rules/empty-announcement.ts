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

function checkSection({ node }: Section): RuleFinding[] {
  const last = node.blocks[node.blocks.length - 1];
  if (last?.type !== "paragraph" || !announces(last.text) || node.sections.length > 0) return [];
  return [report(last)];
}

function announces(text: string): boolean {
  return /\b(?:following|as follows|below|these)\b[^.\n]{0,80}:\s*$/i.test(text);
}

function report({ endLine }: Block): RuleFinding {
  return {
    line: endLine,
    endLine,
    message: "Something is announced here, and nothing follows.",
    fix: "Write what is announced, or remove the announcement.",
  };
}
