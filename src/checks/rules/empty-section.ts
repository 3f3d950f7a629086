import { findMarkers } from "../../documents/stated/marker.ts";
import { lineSpan, spanOf } from "../reading/span.ts";
import type { Section, Spec } from "../reading/spec.ts";
import { excerpt, visibleText } from "../reading/words.ts";
import { found, type Rule, type RuleFinding } from "../rule.ts";

/** Headings, lines ending in a colon, tables and lists with nothing below them (SPEC 16.2). */
export const emptySection: Rule = {
  id: "empty-section",
  type: "empty-section",
  severity: "MEDIUM",
  summary: "A heading, a line ending in a colon, a table or a list has nothing under it.",
  fix: "Fill it in, say that it does not apply, or remove it.",
  answer: { adds: "line" },
  ask: ({ subject, texts: [text = ""] }) =>
    text.startsWith("|")
      ? "the table has no rows. Which rows belong in it?"
      : `nothing follows "${subject}". What comes after it?`,
  run(spec) {
    // An empty list of open points is fine.
    const sections = spec.stated.filter(({ role }) => role !== "open");
    const empty = sections.filter((section) => isLeftEmpty(section, spec));
    const rest = sections.flatMap((section) => [...emptyAnnouncement(section), ...emptyBlocks(section, spec)]);
    return [...emptyHeadings(empty), ...rest];
  },
};

/** A comment of one line is the author's remark and counts as content; a longer one comes from a template. */
function isEmpty({ node, sections }: Section): boolean {
  const isContent = (block: (typeof node.blocks)[number]) =>
    block.type !== "rule" &&
    !(block.type === "html" && block.comment && block.endLine > block.line) &&
    !(block.type === "paragraph" && visibleText(block.text) === "");
  return node.heading !== undefined && sections.length === 0 && !node.blocks.some(isContent);
}

function isLeftEmpty(section: Section, spec: Spec): boolean {
  const { parent } = section;
  if (!isEmpty(section) || needsNoText(section) || isTitle(section, spec) || isContinued(section, spec)) return false;
  return parent === undefined || !isLeftOut(parent);
}

/** Whether a section only says that it is to be decided: then empty subsections are no further finding. */
function isLeftOut({ units }: Section): boolean {
  const [first, ...others] = units.filter(({ kind }) => kind !== "heading");
  const [marker] = first === undefined || others.length > 0 ? [] : findMarkers(first.text);
  return marker !== undefined && !/[\p{L}\p{N}]/u.test(first?.text.replace(marker.text, "") ?? "");
}

/** Headings that an OpenSpec change may leave empty. */
const UNCHANGED = /^(?:new|added|modified|removed|renamed) (?:capabilities|requirements)$/i;

/** Whether a heading needs no text: a sentence, code, a label with its value, a requirement, or an optional one. */
function needsNoText({ title, node, parent }: Section): boolean {
  const label = labelOf(title);
  const isKind = (other: Section) => labelOf(other.title) === label && !isEmpty(other);
  return (
    /[.!]$|[[(]optional\b/i.test(title) ||
    !/\p{L}/u.test(title) ||
    title.split(/\s+/).length > 12 ||
    // "Platform: Windows" has its value; "Scenario: late" does not, if another scenario has text.
    (label !== undefined && parent?.sections.some(isKind) !== true) ||
    UNCHANGED.test(title) ||
    /\w\(.*\)`?$|\b(?:GET|POST|PUT|PATCH|DELETE)\s+\/|\b(?:MUST|SHALL)\b/.test(node.heading?.text ?? "")
  );
}

/** `Phase` of "Phase 2: Setup". */
function labelOf(title: string): string | undefined {
  return /^([^:]{1,40}?)[\s\d.]*:\s*\S/.exec(title)?.[1];
}

/** Whether a heading is the document's title (unless front matter has it), or a second line of the title. */
function isTitle({ node, parent, file }: Section, { sections, front }: Spec): boolean {
  if (node.level === 2 && parent?.node.level === 1 && parent.node.line + 1 === node.line) return true;
  if (front.length > 0 && node.level > 1) return false;
  return sections.find((other) => other.node.heading !== undefined && other.file === file)?.node === node;
}

/** Titles that begin with as many equal characters are of one kind: "Changes in the API", "Changes in the page". */
const LEAST_ALIKE = 8;

/** Whether the next sections may be its content: numbered below it, two of one kind, or right after a banner. */
function isContinued(section: Section, { markdown, sections }: Spec): boolean {
  const { file, parent, number = "" } = section;
  const { line, level } = section.node;
  const next = sections.find((other) => other.node.line > line && other.file === file);
  if (next === undefined || isEmpty(next)) return false;
  if (next.parent !== parent) return level - next.node.level >= 3;
  const isSetOff = next.node.line === line + 1 && (markdown.lines[line - 2] ?? "").trim() === "";
  const [, , another] = parent?.sections.slice(parent.sections.findIndex(({ node }) => node.line === line)) ?? [];
  const isGroup = another?.title.startsWith(next.title.slice(0, LEAST_ALIKE));
  return isSetOff || isGroup || (next.number ?? "").split(".").length > number.split(".").length;
}

/** Three or more empty headings, beside each other or with one name, are one finding: a skeleton. */
function* emptyHeadings(empty: readonly Section[]): Generator<RuleFinding> {
  const reported = new Set<Section>();
  for (const section of empty) {
    if (reported.has(section)) continue;
    const alike = empty.filter(({ parent, title }) => parent === section.parent || title === section.title);
    const [first = section, ...others] = alike.length >= 3 ? alike.filter((other) => !reported.has(other)) : [section];
    for (const included of [first, ...others]) reported.add(included);
    const title = excerpt(section.title);
    const [at, ...related] = [first, ...others].flatMap(({ units }) => units.slice(0, 1).map((unit) => spanOf(unit)));
    if (at !== undefined) yield found(at, title, `${titlesOf([first, ...others])} empty.`, related);
  }
}

/** `Section "A" is`, `Sections "A", "B" and 2 more are`. */
function titlesOf(sections: readonly Section[]): string {
  const titles = [...new Set(sections.map(({ title }) => `"${excerpt(title)}"`))];
  const [first, second] = titles;
  if (sections.length === 1) return `Section ${first} is`;
  if (second === undefined) return `${sections.length} sections ${first} are`;
  const more = sections.length - 2;
  return `Sections ${first}${more === 0 ? " and " : ", "}${second}${more === 0 ? "" : ` and ${more} more`} are`;
}

/** "The fields are:" with nothing after it, at the end of its parent. */
function emptyAnnouncement({ units, node, sections, parent }: Section): RuleFinding[] {
  const last = node.blocks.findLast((block) => block.type !== "rule");
  const unit = units.at(-1);
  if (last?.type !== "paragraph" || unit?.kind !== "paragraph" || unit.line !== last.line) return [];
  const isEnd = sections.length === 0 && parent?.sections.at(-1)?.node === node;
  if (!isEnd || !/:[*_]*\s*$/.test(unit.plain) || /`\s*$/.test(unit.text)) return [];
  const words = excerpt(unit.text.split("\n").at(-1) ?? "");
  return [found(spanOf(unit), words, `Nothing follows "${words}".`)];
}

/** A table without rows, unless its header is its content; a list of bullets without text. */
function emptyBlocks({ node: { blocks }, title }: Section, { markdown: { lines } }: Spec): RuleFinding[] {
  return blocks.flatMap((block) => {
    if (block.type === "list" && block.items.every((item) => item.blocks.length === 0))
      return found(lineSpan(lines, block.line), excerpt(title), `The list under "${excerpt(title)}" is empty.`);
    if (block.type !== "table" || block.rows.some(({ cells }) => cells.some((cell) => cell !== ""))) return [];
    const names = excerpt(block.header.cells.join(", "));
    if (/<|\]\(/.test(names)) return [];
    return found(lineSpan(lines, block.line), names, `The table (${names}) has no rows.`);
  });
}
