import { found, type Rule, type RuleFinding } from "../rule.ts";
import type { Section } from "../spec/section.ts";
import { spanOf } from "../spec/span.ts";
import { excerpt } from "../spec/words.ts";

/** Headings, announcements and tables that nothing follows (SPEC 16.2). */
export const emptySection: Rule = {
  id: "empty-section",
  type: "empty-section",
  severity: "MEDIUM",
  summary: "A heading, a line that ends in a colon, or the head of a table has nothing below it.",
  fix: "Write it, say that there is nothing to say, or remove the heading.",
  ask: ({ subject, texts: [text = ""] }) =>
    text.startsWith("|")
      ? "the table has no rows. Which rows belong in it?"
      : `nothing follows "${subject}". What comes after it?`,
  *run({ stated }) {
    const reported = new Set<Section>();
    for (const section of stated) {
      yield* emptyHeading(section, reported);
      yield* emptyAnnouncement(section);
      yield* emptyTables(section);
    }
  },
};

function isEmpty({ node, sections }: Section): boolean {
  const isContent = (block: (typeof node.blocks)[number]) =>
    block.type !== "rule" && !(block.type === "html" && block.comment);
  return node.heading !== undefined && sections.length === 0 && !node.blocks.some(isContent);
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

function* emptyHeading(section: Section, reported: Set<Section>): Generator<RuleFinding> {
  const [heading] = section.units;
  if (!isEmpty(section) || speaksForItself(section) || heading === undefined || reported.has(section)) return;
  const siblings = (section.parent?.sections ?? []).filter(isEmpty);
  // Three headings in a row with nothing below them are one finding: a list that is written as headings, or a skeleton.
  const others = siblings.length >= 3 ? siblings.filter((other) => other !== section) : [];
  for (const other of [section, ...others]) reported.add(other);
  const title = excerpt(section.title);
  const have = others.length > 0 ? ` and ${others.length} beside it have` : " has";
  const related = others.flatMap(({ units }) => units.slice(0, 1).map((unit) => spanOf(unit)));
  yield found(spanOf(heading), title, `The section "${title}"${have} no text.`, related);
}

/** "The fields are:" at the end of a section, and no field. */
function* emptyAnnouncement({ units, node, sections }: Section): Generator<RuleFinding> {
  const last = node.blocks.filter((block) => block.type !== "rule").at(-1);
  const unit = units.at(-1);
  const isLast = last?.type === "paragraph" && unit?.kind === "paragraph" && unit.line === last.line;
  if (!isLast || sections.length > 0 || !/:[*_]*\s*$/.test(unit.plain) || /`\s*$/.test(unit.text)) return;
  const words = excerpt(unit.text.split("\n").at(-1) ?? "");
  const fix = "Write what it announces, or remove the line.";
  yield { ...found(spanOf(unit), words, `Nothing follows "${words}".`), fix };
}

function* emptyTables({ tables, units }: Section): Generator<RuleFinding> {
  for (const { line, header, rows } of tables) {
    if (rows.some(({ cells }) => cells.some((cell) => cell !== ""))) continue;
    const names = excerpt(header.cells.join(", "));
    const at = { line, column: 1, endLine: line, endColumn: (units[0]?.lines[line - 1] ?? "").length + 1 };
    yield { ...found(at, names, `The table (${names}) has no rows.`), fix: "Fill it, or remove it." };
  }
}
