import type { ListItem, Table } from "../../documents/markdown/block.ts";
import { plainText, withoutCode } from "../../documents/markdown/inline.ts";
import { isAnswered, isQuestion, isSettled, isTentative } from "../../documents/stated/answered.ts";
import { itemLabel, startsWithItemLabel } from "../../documents/stated/item-label.ts";
import { findMarkers } from "../../documents/stated/marker.ts";
import { openList } from "../../documents/stated/open-list.ts";
import { isDoneCell } from "../../documents/stated/stated-gap.ts";
import { groupBy } from "../../model/group-by.ts";
import type { Span } from "../finding.ts";
import { lineSpan, spanOf } from "../reading/span.ts";
import type { Section, Spec, Unit } from "../reading/spec.ts";
import { excerpt } from "../reading/words.ts";
import { found, type Rule, type RuleFinding } from "../rule.ts";

/** Questions without an answer: in their own section, as edge cases, or in a log (SPEC 16.2). */
export const openQuestion: Rule = {
  id: "open-question",
  type: "open-question",
  severity: "MEDIUM",
  summary: "A question has no answer.",
  fix: "Add the answer, or say what the system does in this case.",
  answer: { adds: "answer" },
  ask: ({ subject, texts: [text = subject] }) =>
    /[?？]/.test(text)
      ? "the spec does not answer this yet. What is the answer?"
      : "this is listed as open. What should the spec say about it?",
  *run(spec) {
    yield* unansweredCases(spec);
    for (const section of spec.sections) {
      const { role, units } = section;
      const list = listOf(section).title;
      if (role === "log") yield* units.filter(isUnansweredInLog).map((unit) => asked(unit, list));
      else if (role === "open") yield* openPoints(section, list, spec.markdown.lines);
      else if (role === "text") yield* labelledPoints(section);
    }
  },
};

/** The section of the whole list, even if each question has a heading. */
function listOf(section: Section): Section {
  const { parent, role, title } = section;
  return parent?.role === role && openList(title) === undefined ? listOf(parent) : section;
}

/** Marks of emphasis and code, not the underscore of a name such as `chat_id`. */
const EMPHASIS = /[*`]+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu;

const MOST_QUOTED = 300;

/** How a text is quoted: a question whole, without the sentences before it; a topic by its first words. */
function quoted(text: string): string {
  const line = text.replace(EMPHASIS, "").replace(/\s+/g, " ").trim();
  const end = line.search(/[?？](?!\S*\w)/);
  if (end === -1) return excerpt(line, 120);
  const stops = line.slice(0, end).matchAll(/(?<=[\p{L}\p{N}]{3})[.!]["')\]]* (?=["'(]?\p{Lu})/gu);
  const start = Math.max(0, ...Array.from(stops, ({ 0: stop, index }) => index + stop.length));
  return excerpt(line.slice(start, end + 1), MOST_QUOTED);
}

const PROPOSED = /\?.{0,20}\b(?:propos|recommend|suggest|leaning)/is;

function report(text: string, at: Span, list: string): RuleFinding {
  const words = quoted(text);
  const left = PROPOSED.test(text) ? "has a proposal but no decision" : "has no answer";
  const what = /[?？]/.test(text) ? left : "is listed as open";
  return { ...found(at, excerpt(words), `"${words}" ${what}.`), list };
}

function asked(unit: Unit, list: string): RuleFinding {
  return report(unit.text.replace(/^\[[ xX]\]\s+/, ""), spanOf(unit), list);
}

/** Open questions in lists of edge cases; a requirement may answer one in words that only a reader understands. */
function* unansweredCases(spec: Spec): Generator<RuleFinding> {
  const lists = groupBy(
    spec.sections.filter(({ role }) => role === "edge"),
    listOf,
  );
  for (const [{ title, units: heading }, sections] of lists) {
    const [at] = heading.map((unit) => spanOf(unit));
    if (at === undefined) continue;
    const questions = sections.flatMap(({ units }) => units.filter(isCase));
    const cases = { title: excerpt(title), at, questions: questions.length };
    const bare = questions.filter(({ hasMore, text }) => !hasMore && isQuestion(text));
    yield* bare.map((unit) => ({ ...asked(unit, title), cases }));
  }
}

/** Whether an item is a question of the list, answered or not; one with a marker is reported as the marker. */
function isCase({ kind, depth, isTask, text }: Unit): boolean {
  return kind === "item" && depth === 1 && !isTask && /[?？]/.test(text) && findMarkers(text).length === 0;
}

/** Whether `- Q: …` has neither `A:` nor an arrow after it or in the next item. */
function isUnansweredInLog({ text, hasMore, kind }: Unit, index: number, units: readonly Unit[]): boolean {
  if (!/^\W*Q\d{0,2}\s*[:.]/.test(text) || hasMore || kind === "heading") return false;
  const isBehind = /\bA\d{0,2}\s*[:.]|→|->|—>|\bAnswer\b/i.test(text.slice(2));
  return !isBehind && !/^\W*(?:A\d{0,2}|Answer|Decision|→)\s*[:.]?/i.test(units[index + 1]?.text ?? "");
}

/** The open items, rows, subsections or paragraphs below a title that announces open points. */
function openPoints(section: Section, list: string, lines: readonly string[]): RuleFinding[] {
  const { units, tables, sections, title, parent, node } = section;
  const items = node.blocks.flatMap((block) => (block.type === "list" ? block.items : []));
  const isNamed = isQuestion(title) || startsWithItemLabel(title);
  // A subsection is one point, unless it only groups a list or a table.
  if (parent?.role === "open" && (sections.length > 0 || items.length + tables.length === 0 || isNamed)) {
    const isLeft = sections.length === 0 && isOpenHeading(section, list, isNamed);
    return (isLeft ? units.slice(0, 1) : []).map((heading) => report(title, spanOf(heading), list));
  }
  // "Resolved before this was written:" settles all that follows.
  const lead = units[1]?.kind === "paragraph" && /:\W*$/.test(units[1].text) ? units[1].text : "";
  if (isSettled(lead)) return [];
  if (items.length > 0) return openItems(items, units, list);
  if (tables.some((table) => table.rows.length > 0)) return tables.flatMap((table) => openRows(table, list, lines));
  return sections.length > 0 ? [] : openParagraphs(section).map((unit) => asked(unit, list));
}

/** Whether a heading is an open point: it is not settled below, and asks, has a question below it, or has no text. */
function isOpenHeading(section: Section, list: string, isNamed: boolean): boolean {
  const { title, units } = section;
  const body = units
    .slice(1)
    .map(({ text }) => text)
    .join("\n");
  if (isSettled(title, body)) return false;
  return isNamed || (body === "" ? isOpen(list, title) : openParagraphs(section).length > 0);
}

/** A line of the RFC template. */
const TEMPLATE_LINE = /\bWhat parts of the design are still\s+TBD\?/;

/** Paragraphs that ask a question and do not answer it; other prose may say anything. */
function openParagraphs({ units }: Section): Unit[] {
  const paragraphs = units.filter(({ kind }) => kind === "paragraph");
  const isLeft = ({ text }: Unit, index: number) =>
    /[?？]/.test(text) &&
    !isSettled(text) &&
    !isAnswered(text, paragraphs[index + 1]?.text) &&
    !TEMPLATE_LINE.test(text);
  return paragraphs.filter(isLeft);
}

const RECORD_COLUMN =
  /^\W*(?:$|id\b|no\b|nr\b|owner|assign|who\b|status|state\b|priority|severity|impact|due|date|deadline|target|raised|needed|block)/i;

/** The open rows of a table. Owners, dates and the like are no answer. */
function openRows({ header, rows }: Table, list: string, lines: readonly string[]): RuleFinding[] {
  const isRecord = (_: string, index: number) => RECORD_COLUMN.test(header.cells[index] ?? "");
  return rows.flatMap(({ line, cells }) => {
    if (cells.some((text, index) => isDoneCell({ column: plainText(header.cells[index] ?? ""), text }))) return [];
    const texts = cells.filter((cell, index) => cell !== "" && !isRecord(cell, index));
    const question = texts.find((cell) => /[?？]/.test(cell));
    const point = question ?? texts.find((cell) => /\s\S+\s/.test(cell)) ?? texts.join(" ");
    const beside = texts.slice(texts.indexOf(point) + 1).join("\n");
    return isOpen(list, point, question && beside) ? report(point, lineSpan(lines, line), list) : [];
  });
}

/** The open points of lists below a bold line such as "**Open problems:**", which works like a heading. */
function labelledPoints({ node: { blocks }, units }: Section): RuleFinding[] {
  return blocks.flatMap((block, index) => {
    const before = blocks[index - 1];
    const label = before?.type === "paragraph" ? /^\*\*([^*\n]+?):?\*\*:?$/.exec(before.text)?.[1] : undefined;
    if (block.type !== "list" || label === undefined || openList(label) === undefined) return [];
    return openItems(block.items, units, label);
  });
}

function openItems(items: readonly ListItem[], units: readonly Unit[], list: string, above = ""): RuleFinding[] {
  return items.flatMap(({ line, endLine, blocks }) => {
    const unit = units.find((candidate) => candidate.line === line && candidate.kind === "item");
    if (unit === undefined) return [];
    const points = above === "" && /^[^?？]+:\W*$/.test(unit.text) ? pointsBelow(blocks) : [];
    if (points.length > 0) return isSettled(unit.text) ? [] : openItems(points, units, list, unit.text);
    return isOpen(list, unit.text, unit.lines.slice(unit.endLine, endLine).join("\n")) ? asked(unit, list) : [];
  });
}

/** The points below an item that only groups them ("Unknown behaviors:"); "Owner: Ann" is a detail, no point. */
function pointsBelow(blocks: ListItem["blocks"]): readonly ListItem[] {
  const items = blocks.flatMap((block) => (block.type === "list" ? block.items : []));
  const isLabelled = ({ blocks: [lead] }: ListItem) =>
    lead?.type === "paragraph" && /^[^.?]{1,40}:[\s*_]/.test(lead.text);
  return items.some(isLabelled) ? [] : items;
}

/** Whether a point is open: an unanswered question or, in a list of open points, an unticked box, topic or choice. */
function isOpen(list: string, text: string, below = ""): boolean {
  if (isSettled(text, below) || isAnswered(text, below)) return false;
  if (openList(list) !== "points") return isQuestion(text);
  return /[?？]|^\[ \]\s/.test(text) || isTopic(withoutCode(itemLabel(text)?.rest ?? text));
}

const ASKS = /^\W*(?:[^:.]{1,60}[:–—]\W*|[^*]{1,60}\*\*\W*)?(?:how|which|what|who|when|where|why|whether|if)\b/i;
const MOST_WORDS = 14;

/** Whether a text names a topic: a question, a choice, or a few words without a full stop. */
function isTopic(text: string): boolean {
  if (ASKS.test(text) || isTentative(text) || /\b(?:or|vs)\b/i.test(text)) return true;
  const isStatement = /[.!。](?:[\s*_)]|$)|^[^:]{1,60}:[\s*_]*[\p{L}\p{N}]/u.test(text.trim());
  return !isStatement && (text.match(/[\p{L}\p{N}'’-]+/gu)?.length ?? 0) <= MOST_WORDS;
}
