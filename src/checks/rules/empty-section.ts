import { found, type Rule, type RuleFinding } from "../rule.ts";
import type { Section } from "../spec/section.ts";
import { spanOf } from "../spec/span.ts";
import type { Spec } from "../spec/spec.ts";
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
  *run(spec) {
    const reported = new Set<Section>();
    // A list of open points with none in it is as it should be.
    for (const section of spec.stated.filter(({ role }) => role !== "open")) {
      yield* emptyHeading(section, spec, reported);
      yield* emptyAnnouncement(section);
      yield* emptyTables(section);
    }
  },
};

/** `[migration]: #migration` shows nothing. */
const LINK_DEFINITION = /^\s*\[[^\]\n]{1,200}\]:\s*<?[^\s>]*[/#.:][^\s>]*>?\s*(?:["'(][^\n]*)?$/;

function isEmpty({ node, sections }: Section): boolean {
  const isContent = (block: (typeof node.blocks)[number]) =>
    block.type !== "rule" &&
    !(block.type === "html" && block.comment) &&
    !(block.type === "paragraph" && block.text.split("\n").every((line) => LINK_DEFINITION.test(line)));
  return node.heading !== undefined && sections.length === 0 && !node.blocks.some(isContent);
}

/** A heading that is a sentence, a name of code or a whole requirement says it all by itself; one may stay empty that says so. */
function speaksForItself({ title, node }: Section): boolean {
  const text = node.heading?.text ?? "";
  return (
    /[.!]$|[[(]optional\b/i.test(title) ||
    title.split(/\s+/).length > 12 ||
    /\w\(.*\)`?$|\b(?:GET|POST|PUT|PATCH|DELETE)\s+\/|\b(?:MUST|SHALL)\b/.test(text)
  );
}

/** The first heading is the document's title, and one right below it the second line of that. */
function isTitle({ node, parent, file }: Section, { sections }: Spec): boolean {
  if (node.level === 2 && parent?.node.level === 1 && parent.node.line + 1 === node.line) return true;
  return sections.find((other) => other.node.heading !== undefined && other.file === file)?.node === node;
}

/** What follows at the same level may be its text: "## Limits" above "## 4.1 Size", or two headings set off together. */
function isContinued(section: Section, { markdown: { lines }, sections }: Spec): boolean {
  const { node, parent, number = "" } = section;
  const { line } = node;
  const next = parent?.sections.find(({ node }) => node.line > line);
  if (next === undefined) return isBannered(section, sections);
  if (isEmpty(next)) return false;
  const depthOf = (each: string): number => each.split(".").length;
  const isSetOff = next.node.line === line + 1 && (lines[line - 2] ?? "").trim() === "";
  return isSetOff || depthOf(next.number ?? "") > depthOf(number);
}

/** A heading three levels up that follows right away is a banner within the section: "#### Details", "# OUTDATED". */
function isBannered({ node }: Section, sections: readonly Section[]): boolean {
  const next = sections.find((other) => other.node.line > node.line);
  return next !== undefined && !isEmpty(next) && node.level - next.node.level >= 3;
}

function* emptyHeading(section: Section, spec: Spec, reported: Set<Section>): Generator<RuleFinding> {
  const [heading] = section.units;
  if (!isEmpty(section) || speaksForItself(section) || heading === undefined || reported.has(section)) return;
  if (isTitle(section, spec) || isContinued(section, spec)) return;
  const isBeside = ({ parent, title }: Section) => parent === section.parent || title === section.title;
  const alike = spec.stated.filter((other) => isBeside(other) && isEmpty(other));
  // Three headings with nothing below them, beside each other or of one name, are one finding: a skeleton.
  const others = alike.length >= 3 ? alike.filter((other) => other !== section) : [];
  for (const other of [section, ...others]) reported.add(other);
  const title = excerpt(section.title);
  const have = others.length > 0 ? ` and ${others.length} more have` : " has";
  const related = others.flatMap(({ units }) => units.slice(0, 1).map((unit) => spanOf(unit)));
  yield found(spanOf(heading), title, `The section "${title}"${have} no text.`, related);
}

/** "The fields are:" at the end of a section, and no field; a heading beside its own may be what it announces. */
function* emptyAnnouncement(section: Section): Generator<RuleFinding> {
  const { units, node, sections, parent } = section;
  const last = node.blocks.filter((block) => block.type !== "rule").at(-1);
  const unit = units.at(-1);
  const isLast = last?.type === "paragraph" && unit?.kind === "paragraph" && unit.line === last.line;
  if (
    !isLast ||
    sections.length > 0 ||
    parent?.sections.at(-1) !== section ||
    !/:[*_]*\s*$/.test(unit.plain) ||
    /`\s*$/.test(unit.text)
  )
    return;
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
