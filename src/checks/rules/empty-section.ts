import { found, type Rule, type RuleFinding } from "../rule.ts";
import type { Section } from "../spec/section.ts";
import { lineSpan, spanOf } from "../spec/span.ts";
import type { Spec } from "../spec/spec.ts";
import { excerpt } from "../spec/words.ts";

/** Headings, announcements and tables that nothing follows (SPEC 16.2). */
export const emptySection: Rule = {
  id: "empty-section",
  type: "empty-section",
  severity: "MEDIUM",
  summary: "A heading, a line that ends in a colon, or the head of a table has nothing below it.",
  fix: "Write it, say that there is nothing to say, or remove it.",
  ask: ({ subject, texts: [text = ""] }) =>
    text.startsWith("|")
      ? "the table has no rows. Which rows belong in it?"
      : `nothing follows "${subject}". What comes after it?`,
  run(spec) {
    // A list of open points with none in it is as it should be.
    const sections = spec.stated.filter(({ role }) => role !== "open");
    const empty = sections.filter((section) => isLeftEmpty(section, spec));
    const rest = sections.flatMap((section) => [
      ...emptyAnnouncement(section),
      ...emptyTables(section, spec),
      ...emptyLists(section, spec),
    ]);
    return [...emptyHeadings(empty), ...rest];
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

function isLeftEmpty(section: Section, spec: Spec): boolean {
  return isEmpty(section) && !speaksForItself(section) && !isTitle(section, spec) && !isContinued(section, spec);
}

/** "Platform: Windows"; what is counted or named so is to be described below: "Phase 1: Setup", "Scenario: too late". */
const LABELLED =
  /^(?!(?:requirement|scenario|story|feature|rule|option|decision|example|step|task|component|module|endpoint|api|function|appendix|section|case|goal|milestone|epic|issue|question|background)s?:)(?:[A-Z][\p{L}-]* ?){1,2}: ?\S/iu;
/** What a change of an OpenSpec layout leaves as it is. */
const UNCHANGED = /^(?:new|added|modified|removed|renamed) (?:capabilities|requirements)$/i;

/** A heading that is a sentence, a name of code or a whole requirement says it all by itself; one may stay empty that says so. */
function speaksForItself({ title, node }: Section): boolean {
  return (
    /[.!]$|[[(]optional\b/i.test(title) ||
    title.split(/\s+/).length > 12 ||
    LABELLED.test(title) ||
    UNCHANGED.test(title) ||
    /\w\(.*\)`?$|\b(?:GET|POST|PUT|PATCH|DELETE)\s+\/|\b(?:MUST|SHALL)\b/.test(node.heading?.text ?? "")
  );
}

/** The first heading is the document's title, and one right below it the second line of that. */
function isTitle({ node, parent, file }: Section, { sections }: Spec): boolean {
  if (node.level === 2 && parent?.node.level === 1 && parent.node.line + 1 === node.line) return true;
  return sections.find((other) => other.node.heading !== undefined && other.file === file)?.node === node;
}

/** What follows may be its text: "## Limits" above "## 4.1 Size", two headings set off together, a banner far above its level. */
function isContinued({ node: { line, level }, parent, number = "" }: Section, { markdown, sections }: Spec): boolean {
  const next = sections.find((other) => other.node.line > line);
  if (next === undefined || isEmpty(next)) return false;
  if (next.parent !== parent) return level - next.node.level >= 3;
  const isSetOff = next.node.line === line + 1 && (markdown.lines[line - 2] ?? "").trim() === "";
  return isSetOff || (next.number ?? "").split(".").length > number.split(".").length;
}

/** Three headings with nothing below them, beside each other or of one name, are one finding: a skeleton. */
function* emptyHeadings(empty: readonly Section[]): Generator<RuleFinding> {
  const reported = new Set<Section>();
  for (const section of empty) {
    if (reported.has(section)) continue;
    const alike = empty.filter(({ parent, title }) => parent === section.parent || title === section.title);
    const [first = section, ...others] = alike.length >= 3 ? alike.filter((each) => !reported.has(each)) : [section];
    for (const each of [first, ...others]) reported.add(each);
    const title = excerpt(section.title);
    const have = others.length > 0 ? ` and ${others.length} more have` : " has";
    const [at, ...related] = [first, ...others].flatMap(({ units }) => units.slice(0, 1).map((unit) => spanOf(unit)));
    if (at !== undefined) yield found(at, title, `The section "${title}"${have} no text.`, related);
  }
}

/** "The fields are:" at the end of a section, and no field; a heading beside its own may be what it announces. */
function emptyAnnouncement({ units, node, sections, parent }: Section): RuleFinding[] {
  const last = node.blocks.findLast((block) => block.type !== "rule");
  const unit = units.at(-1);
  if (last?.type !== "paragraph" || unit?.kind !== "paragraph" || unit.line !== last.line) return [];
  const isEnd = sections.length === 0 && parent?.sections.at(-1)?.node === node;
  if (!isEnd || !/:[*_]*\s*$/.test(unit.plain) || /`\s*$/.test(unit.text)) return [];
  const words = excerpt(unit.text.split("\n").at(-1) ?? "");
  return [found(spanOf(unit), words, `Nothing follows "${words}".`)];
}

function emptyTables({ tables }: Section, { markdown: { lines } }: Spec): RuleFinding[] {
  const empty = tables.filter(({ rows }) => !rows.some(({ cells }) => cells.some((cell) => cell !== "")));
  return empty.map(({ line, header }) => {
    const names = excerpt(header.cells.join(", "));
    return found(lineSpan(lines, line), names, `The table (${names}) has no rows.`);
  });
}

/** A bullet and nothing behind it; in a list of others it is a slip. */
function emptyLists({ node: { blocks }, title }: Section, { markdown: { lines } }: Spec): RuleFinding[] {
  return blocks
    .filter((block) => block.type === "list" && block.items.every((item) => item.blocks.length === 0))
    .map(({ line }) => found(lineSpan(lines, line), excerpt(title), `The list below "${excerpt(title)}" is empty.`));
}
