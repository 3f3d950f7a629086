import type { ListItem, Table } from "../../documents/markdown/block.ts";
import { plainText } from "../../documents/markdown/inline.ts";
import { isAnsweredBelow, isSettled } from "../../documents/spec/answered-below.ts";
import { keywordsOf } from "../../documents/spec/keywords.ts";
import { findMarkers } from "../../documents/spec/marker.ts";
import { isOpenListTitle, namesQuestions } from "../../documents/spec/open-list.ts";
import { isPoint as isPointTitle } from "../../documents/spec/source-passage.ts";
import { isDoneCell } from "../../documents/spec/stated-gap.ts";
import { groupBy } from "../../model/group-by.ts";
import { rememberFor } from "../../model/remember-for.ts";
import type { Span } from "../finding.ts";
import { found, type Rule, type RuleFinding } from "../rule.ts";
import type { Section, Unit } from "../spec/section.ts";
import { roleOf } from "../spec/section-role.ts";
import { lineSpan, spanOf } from "../spec/span.ts";
import type { Spec } from "../spec/spec.ts";
import { excerpt, visibleText } from "../spec/words.ts";

/** Questions that nobody has answered: in their own section, as edge cases, or in a log (SPEC 16.2). */
export const openQuestion: Rule = {
  id: "open-question",
  type: "open-question",
  severity: "MEDIUM",
  summary: "A question has no answer.",
  fix: "Add the answer, or say what the system does in this case.",
  ask: ({ subject, texts: [text = subject] }) =>
    text.includes("?")
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

/** The section of all questions of a list, also where each has a heading of its own. */
function listOf(section: Section): Section {
  const { parent, role, title } = section;
  return parent?.role === role && !isOpenListTitle(title) ? listOf(parent) : section;
}

const PROPOSED = /\?.{0,20}\b(?:propos|recommend|suggest|leaning)/is;
/** Marks of emphasis and code; `chat_id` is a name. */
const EMPHASIS = /[*`]+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu;

const MOST_QUOTED = 300;

/** A question is quoted whole, without the sentences that lead up to it; of a topic the first words. */
function quoted(text: string): string {
  const line = text.replace(EMPHASIS, "").replace(/\s+/g, " ").trim();
  const end = line.search(/\?(?!\S*\w)/);
  if (end === -1) return excerpt(line, 120);
  const stops = line.slice(0, end).matchAll(/[.!]["')\]]* (?=["'(]?\p{Lu})/gu);
  const start = Math.max(0, ...Array.from(stops, ({ 0: stop, index }) => index + stop.length));
  return excerpt(line.slice(start, end + 1), MOST_QUOTED);
}

function report(text: string, at: Span, list: string): RuleFinding {
  const words = quoted(text);
  const left = PROPOSED.test(text) ? "has a proposal but no decision" : "has no answer";
  const what = text.includes("?") ? left : "is listed as open";
  return { ...found(at, excerpt(words), `"${words}" ${what}.`), list };
}

function asked(unit: Unit, list: string): RuleFinding {
  return report(unit.text.replace(/^\[[ xX]\]\s+/, ""), spanOf(unit), list);
}

function isQuestion(text: string): boolean {
  return /\?[\s*_)"]*$/.test(text);
}

/** `What happens when …?` and nothing behind or below it. */
function isBareQuestion({ kind, depth, hasMore, isTask, text }: Unit): boolean {
  return kind === "item" && depth === 1 && !hasMore && !isTask && isQuestion(text);
}

/** Of each list of edge cases, also below headings of its own: whether a requirement answers one in other words, only a reader can say. */
function* unansweredCases(spec: Spec): Generator<RuleFinding> {
  const lists = groupBy(
    spec.sections.filter(({ role }) => role === "edge"),
    listOf,
  );
  for (const [{ title, units: heading }, sections] of lists) {
    const [at] = heading.map((unit) => spanOf(unit));
    if (at === undefined) continue;
    const units = sections.flatMap((section) => section.units);
    const cases = { title: excerpt(title), at, questions: units.filter(isCase).length };
    yield* unanswered(units.filter(isBareQuestion), spec).map((unit) => ({ ...asked(unit, title), cases }));
  }
}

/** A question of the list, with or without an answer; one with a marker is the marker's. */
function isCase({ kind, depth, isTask, text }: Unit): boolean {
  return kind === "item" && depth === 1 && !isTask && text.includes("?") && findMarkers(text).length === 0;
}

/** `- Q: …` with neither `A:` nor an arrow behind it or in the next item. */
function isUnansweredInLog({ text, hasMore, kind }: Unit, index: number, units: readonly Unit[]): boolean {
  if (!/^\W*Q\d{0,2}\s*[:.]/.test(text) || hasMore || kind === "heading") return false;
  const isBehind = /\bA\d{0,2}\s*[:.]|→|->|—>|\bAnswer\b/i.test(text.slice(2));
  return !isBehind && !/^\W*(?:A\d{0,2}|Answer|Decision|→)\s*[:.]?/i.test(units[index + 1]?.text ?? "");
}

/** The words and numbers of each requirement, and how much one weighs: the fewer have it, the more. */
const requirementsOf = rememberFor(({ stated }: Spec) => {
  const units = stated
    .filter(({ role }) => role !== "edge" && role !== "open")
    .flatMap((section) =>
      section.units.filter(({ kind, text }) => kind !== "heading" && findMarkers(text).length === 0),
    );
  const texts = units.flatMap(({ kind, text }) => (kind === "paragraph" ? text.split(/(?<=[.;])\s+/) : text));
  const requirements = texts.map(wordsOf);
  const uses = new Map<string, number>();
  for (const word of requirements.flatMap((words) => [...words])) uses.set(word, (uses.get(word) ?? 0) + 1);
  return { requirements, weigh: (word: string) => Math.log((texts.length + 1) / ((uses.get(word) ?? 0) + 0.5)), uses };
});

function wordsOf(text: string): Set<string> {
  return new Set([...keywordsOf(text), ...(text.match(/\d{2,}/g) ?? [])]);
}

/** The questions of a list of edge cases that no requirement answers by saying most of their words. */
function unanswered(questions: readonly Unit[], spec: Spec): Unit[] {
  if (questions.length === 0) return [];
  const { requirements, weigh, uses } = requirementsOf(spec);
  const all = questions.map(({ text }) => wordsOf(text));
  // "What happens when": what several questions say and no requirement does is how they ask.
  const isFrame = (word: string) => !uses.has(word) && all.filter((words) => words.has(word)).length > 1;
  const sum = (words: readonly string[]) => words.reduce((total, word) => total + weigh(word), 0);
  return questions.filter((_, index) => {
    const own = [...(all[index] ?? [])];
    const whole = sum(own.filter((word) => !isFrame(word)));
    return !requirements.some((said) => {
      const shared = own.filter((word) => said.has(word));
      return shared.length >= 3 && (shared.length >= own.length * 0.75 || sum(shared) >= whole * 0.6);
    });
  });
}

/** The items, rows, sub-sections or paragraphs below a title that says that they are open. */
function openPoints(section: Section, list: string, lines: readonly string[]): RuleFinding[] {
  const { units, tables, sections, title, parent, node } = section;
  const items = node.blocks.flatMap((block) => (block.type === "list" ? block.items : []));
  // A sub-section of the open points is one point, unless it only groups a list or a table.
  if (parent?.role === "open" && (sections.length > 0 || items.length + tables.length === 0 || isPointTitle(title))) {
    const body = lines.slice((node.blocks[0]?.line ?? 1) - 1, node.blocks.at(-1)?.endLine ?? 0).join("\n");
    const isLeft = sections.length === 0 && isOpen(list, title, body);
    return (isLeft ? units.slice(0, 1) : []).map((heading) => report(title, spanOf(heading), list));
  }
  // "Resolved before this was written:" holds for all that follows.
  const lead = units[1]?.kind === "paragraph" && /:\W*$/.test(units[1].text) ? units[1].text : "";
  if (isSettled(lead)) return [];
  if (items.length > 0) return openItems(items, units, list);
  if (tables.some((table) => table.rows.length > 0)) return tables.flatMap((table) => openRows(table, list, lines));
  const paragraphs = sections.length > 0 ? [] : units.filter(({ kind }) => kind === "paragraph");
  const isLeft = ({ text }: Unit, index: number) =>
    isOpen(list, text, "", "", isDoubt) && !isAnsweredBelow(text, paragraphs[index + 1]?.text ?? "");
  return paragraphs.filter(isLeft).map((unit) => asked(unit, list));
}

const RECORD =
  /^\W*(?:$|id\b|no\b|nr\b|owner|assign|who\b|status|state\b|priority|severity|impact|due|date|deadline|target|raised|needed|block)/i;

/** Who is to answer it by when is no answer. */
function openRows({ header, rows }: Table, list: string, lines: readonly string[]): RuleFinding[] {
  const isRecord = (_: string, index: number) => RECORD.test(header.cells[index] ?? "");
  return rows.flatMap(({ line, cells }) => {
    if (cells.some((text, index) => isDoneCell({ column: plainText(header.cells[index] ?? ""), text }))) return [];
    const said = cells.filter((cell, index) => !isRecord(cell, index));
    if (!isOpen(list, said.join("\n"), cells.filter(isRecord).join("\n")) || said.join("") === "") return [];
    return report(said.find((cell) => /\?|\s\S+\s/.test(cell)) ?? said.join(" "), lineSpan(lines, line), list);
  });
}

/** A line in bold, "**Open problems:**", says of the list below it what a heading would. */
function labelledPoints({ node: { blocks }, units }: Section): RuleFinding[] {
  return blocks.flatMap((block, index) => {
    const before = blocks[index - 1];
    const label = before?.type === "paragraph" ? /^\*\*([^*\n]+?):?\*\*:?$/.exec(before.text)?.[1] : undefined;
    if (block.type !== "list" || label === undefined || roleOf(label, undefined) !== "open") return [];
    return openItems(block.items, units, label);
  });
}

/** `above` is the label of the item that they stand below. */
function openItems(items: readonly ListItem[], units: readonly Unit[], list: string, above = ""): RuleFinding[] {
  return items.flatMap(({ line, endLine, blocks }) => {
    const unit = units.find((each) => each.line === line && each.kind === "item");
    if (unit === undefined || /^\[[xX]\]\s/.test(unit.text)) return [];
    const points = above === "" && /^[^?]+:\W*$/.test(unit.text) ? pointsBelow(blocks) : [];
    if (points.length > 0) return isSettled(unit.text) ? [] : openItems(points, units, list, unit.text);
    const below = unit.lines.slice(unit.endLine, endLine).join("\n");
    const isLeft = !isAnsweredBelow(unit.text, below) && isOpen(list, unit.text, below, above);
    return isLeft ? asked(unit, list) : [];
  });
}

/** "Unknown behaviors:" groups what stands below it; "Owner: Ann" there says more of the point itself. */
function pointsBelow(blocks: ListItem["blocks"]): readonly ListItem[] {
  const items = blocks.flatMap((block) => (block.type === "list" ? block.items : []));
  const isLabelled = ({ blocks: [own] }: ListItem) => own?.type === "paragraph" && /^[^.?]{1,40}:[\s*_]/.test(own.text);
  return items.some(isLabelled) ? [] : items;
}

const SAYS_OPEN =
  /\b(?:open|unresolved|undecided|unanswered|unclear|unknowns?|pending|outstanding|tb[ad]|needed|required|to be)\b/i;
/** "Open questions / assumptions": what is assumed or decided stands among what is asked. */
const IS_MIXED = /question.*\b(?:assumption|decision)|\b(?:assumption|decision).*question/i;

/** Below "Questions" alone stand all kinds of things: only what asks is a question there; a statement below "Clarifications needed" is what was needed. */
function isOpen(list: string, text: string, below = "", above = "", isLeft = isPoint): boolean {
  const isGiven = /\b(?:clarifications?|answers?)\b/i.test(list) && /:\s+\S|\.[\s*_"]*$/.test(text);
  const isMixed =
    IS_MIXED.test(`${list.slice(0, 200)} ${above.slice(0, 200)}`) || (namesQuestions(list) && !isOpenListTitle(list));
  const isAsked = isMixed ? isQuestion(text) : text.includes("?") || (SAYS_OPEN.test(list) && !isGiven && isLeft(text));
  // "What parts of the design are still TBD?" is the template's own.
  return isAsked && !isSettled(text, below) && !/\bstill\s+TBD\?/.test(text);
}

const PARKED =
  /\b(?:(?:out of|not in|beyond) scope|revisit(?:ed)?|deferr?(?:ed)?|postponed|parked|locked|later|for now|future|no longer|not (?:needed|required|planned|blocking)|non-?blocking|rejected|intentional(?:ly)?|deliberate(?:ly)?|by design)\b/i;
const DOUBT =
  /\b(?:not (?:yet |quite |entirely )?(?:sure|clear|certain|known|decided|defined|agreed|settled)|unsure|unclear|uncertain|unknown|undecided|whether|placeholder|might|maybe|perhaps|could|tb[acd]|to be \w+ed|needs? to (?:be )?(?:decide|define|clarif|discuss|determin|agree|investigat)\w*|remains? open)\b/i;
const LACKS = /\b(?:no|not|never|missing|lacks?|need(?:s|ed)?|vs)\b|n['’]t\b/i;
const ASKS =
  /^\W*(?:[^:.]{1,60}[:–—]\W*)?(?:how|which|what|who|when|where|why|if|should|do|does|can|confirm|decide|define|choose|clarify|determine|agree|investigate|explore|evaluate)\b/i;
const SAYS =
  /\b(?:is|are|was|were|has|have|will|must|shall|should|does|do|can|we|it|they|i|uses?|stays?|keeps?|supports?)\b/i;

/** "Add tests for it" is work to do. */
const TASK = /^\W*(?:add|replace|publish|remove|implement|fix|write|create|migrate|refactor|extend|improve|ensure)\b/i;

const MOST_WORDS_OF_TOPIC = 14;

/** A topic, or words that ask or miss something. A plain statement in a list of open points may as well be a decision. */
function isPoint(text: string): boolean {
  const isShort = (text.match(/[\p{L}\p{N}'’-]+/gu)?.length ?? 0) <= MOST_WORDS_OF_TOPIC && !text.includes("。");
  const isTopic = isShort && !SAYS.test(text) && !TASK.test(text);
  return !PARKED.test(text) && (isTopic || ASKS.test(text) || DOUBT.test(text) || LACKS.test(text));
}

/** Prose below "Unresolved questions" that is in doubt; what leads over to something else is not. */
function isDoubt(text: string): boolean {
  return DOUBT.test(visibleText(text)) && !PARKED.test(text) && !/:\W*$/.test(text);
}
