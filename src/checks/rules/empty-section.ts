import type { Block } from "../../documents/markdown/block.ts";
import type { Rule, RuleFinding } from "../rule.ts";
import type { Section } from "../spec/section.ts";
import { spanOf } from "../spec/span.ts";
import { excerpt } from "../spec/words.ts";

/** Headings, announcements and tables that nothing follows (SPEC 16.2). */
export const emptySection: Rule = {
  id: "empty-section",
  type: "empty-section",
  severity: "MEDIUM",
  summary: "A heading, a line that ends in a colon, or the head of a table has nothing below it.",
  run: ({ stated }) => {
    const reported = new Set<Section>();
    return stated.flatMap((section) => [
      ...emptyHeading(section, reported),
      ...emptyAnnouncement(section),
      ...emptyTable(section),
    ]);
  },
};

function hasContent(blocks: readonly Block[]): boolean {
  return blocks.some((block) => block.type !== "rule" && !(block.type === "html" && block.comment));
}

function isEmpty({ node, sections }: Section): boolean {
  return node.heading !== undefined && sections.length === 0 && !hasContent(node.blocks);
}

/** A heading that is a sentence, a name of code or a whole requirement says it all by itself. */
function speaksForItself({ title, node }: Section): boolean {
  const text = node.heading?.text ?? "";
  return (
    /[.!]$/.test(title) ||
    title.split(/\s+/).length > 12 ||
    /\w\(.*\)`?$|\b(?:GET|POST|PUT|PATCH|DELETE)\s+\/|\b(?:MUST|SHALL)\b/.test(text) ||
    node.level <= 1
  );
}

function emptyHeading(section: Section, reported: Set<Section>): RuleFinding[] {
  const [heading] = section.units;
  if (!isEmpty(section) || speaksForItself(section) || heading === undefined || reported.has(section)) return [];
  const siblings = (section.parent?.sections ?? []).filter(isEmpty);
  // Three headings in a row with nothing below them are one finding: a list that is written as headings, or a skeleton.
  const others = siblings.length >= 3 ? siblings.filter((other) => other !== section) : [];
  for (const other of [section, ...others]) reported.add(other);
  return [
    {
      at: spanOf(heading),
      related: others.flatMap(({ units }) => units.slice(0, 1).map((unit) => spanOf(unit))),
      subject: excerpt(section.title),
      message: `The section "${excerpt(section.title)}"${others.length > 0 ? ` and ${others.length} beside it have` : " has"} no text.`,
      fix: "Write it, say that there is nothing to say, or remove the heading.",
    },
  ];
}

/** "The fields are:" at the end of a section, and no field. */
function emptyAnnouncement({ units, node, sections }: Section): RuleFinding[] {
  const last = node.blocks.filter((block) => block.type !== "rule").at(-1);
  const unit = units.at(-1);
  const isLast = last?.type === "paragraph" && unit?.kind === "paragraph" && unit.line === last.line;
  if (!isLast || sections.length > 0 || !/:[*_]*\s*$/.test(unit.plain) || /`\s*$/.test(unit.text)) return [];
  const words = excerpt(unit.text.split("\n").at(-1) ?? "");
  return [
    {
      at: spanOf(unit),
      subject: words,
      message: `Nothing follows "${words}".`,
      fix: "Write what it announces, or remove the line.",
    },
  ];
}

function emptyTable({ tables, units }: Section): RuleFinding[] {
  const lines = units[0]?.lines ?? [];
  return tables
    .filter(({ rows }) => rows.every(({ cells }) => cells.every((cell) => cell === "")))
    .map(({ line, header }) => {
      const names = excerpt(header.cells.join(", "));
      return {
        at: { line, column: 1, endLine: line, endColumn: (lines[line - 1] ?? "").length + 1 },
        subject: names,
        message: `The table (${names}) has no rows.`,
        fix: "Fill it, or remove it.",
      };
    });
}
