import type { ListItem } from "../../documents/markdown/block.ts";
import { isAnsweredBelow, isSettled } from "../../documents/spec/answered-below.ts";
import { keywordsOf } from "../../documents/spec/keywords.ts";
import { rememberFor } from "../../model/remember-for.ts";
import { found, type Rule, type RuleFinding } from "../rule.ts";
import type { Section, Unit } from "../spec/section.ts";
import { roleOf } from "../spec/section-role.ts";
import { lineSpan, spanOf } from "../spec/span.ts";
import type { Spec } from "../spec/spec.ts";
import { excerpt } from "../spec/words.ts";

/** Questions that nobody has answered: in their own section, as edge cases, or in a log (SPEC 16.2). */
export const openQuestion: Rule = {
  id: "open-question",
  type: "open-question",
  severity: "MEDIUM",
  summary: "A question stands there, and nothing beside it answers it.",
  fix: "Write the answer beside it, or what the system does in this case.",
  ask: ({ subject, texts: [text = subject] }) =>
    `${text.includes("?") ? "the spec does not answer this yet" : "this is listed as an open question"}. What is the answer?`,
  *run(spec) {
    for (const section of spec.sections)
      for (const finding of inSection(section, spec)) yield { list: listOf(section), ...finding };
  },
};

/** The title above all questions of a list, also where each has a heading of its own. */
function listOf({ parent, role, title }: Section): string {
  return parent?.role === role ? listOf(parent) : title;
}

function inSection(section: Section, spec: Spec): RuleFinding[] {
  switch (section.role) {
    case "open":
      return openItems(section, spec);
    case "edge":
      return unanswered(section.units.filter(isBareQuestion), spec).map(asked);
    case "log":
      return unansweredInLog(section.units).map((unit) => asked(unit));
    case "text":
      return labelledItems(section, spec);
    default:
      return [];
  }
}

/** A line in bold, "**Open problems:**", says of the list below it what a heading would. */
function labelledItems({ node: { blocks }, units }: Section, { markdown: { lines } }: Spec): RuleFinding[] {
  return blocks.flatMap((block, index) => {
    const before = blocks[index - 1];
    const label = before?.type === "paragraph" ? /^\*\*([^*\n]+?):?\*\*:?$/.exec(before.text)?.[1] : undefined;
    if (block.type !== "list" || label === undefined || roleOf(label, undefined) !== "open") return [];
    return block.items.flatMap((item) => openItem(item, units, lines, label)).map((each) => ({ ...each, list: label }));
  });
}

function asked(unit: Unit): RuleFinding {
  return report(unit.text.replace(/^\[[ xX]\]\s+/, ""), spanOf(unit));
}

function report(text: string, at: RuleFinding["at"]): RuleFinding {
  const words = excerpt(text.replace(EMPHASIS, ""), 120);
  const beside = PROPOSED.test(text) ? "only a proposal stands beside it" : "nothing beside it answers it";
  const what = text.includes("?") ? `is asked here, and ${beside}` : "is listed as open";
  return found(at, excerpt(words), `"${words}" ${what}.`);
}

const PROPOSED = /\?.{0,20}\b(?:propos|recommend|suggest|leaning)/is;

/** Marks of emphasis and code; `chat_id` is a name. */
const EMPHASIS = /[*`]+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu;

/** `What happens when …?` and nothing behind or below it. */
function isBareQuestion(unit: Unit): boolean {
  return unit.kind === "item" && unit.depth === 1 && !unit.hasMore && !unit.isTask && isQuestion(unit.text);
}

function isQuestion(text: string): boolean {
  return /\?[\s*_)"]*$/.test(text);
}

/** The words and numbers of each requirement, and how much one weighs: the fewer have it, the more. */
const requirementsOf = rememberFor(({ stated }: Spec) => {
  const units = stated
    .filter(({ role }) => role !== "edge" && role !== "open")
    .flatMap((section) => section.units.filter(({ kind }) => kind !== "heading"));
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
  const asked = questions.map(({ text }) => wordsOf(text));
  // "What happens when": what several questions say and no requirement does is how they ask.
  const isFrame = (word: string) => !uses.has(word) && asked.filter((words) => words.has(word)).length > 1;
  const sum = (words: readonly string[]) => words.reduce((total, word) => total + weigh(word), 0);
  return questions.filter(({ text }) => {
    const all = [...wordsOf(text)];
    const whole = sum(all.filter((word) => !isFrame(word)));
    const isAnswer = (said: ReadonlySet<string>) => {
      const shared = all.filter((word) => said.has(word));
      return shared.length >= 3 && (shared.length >= all.length * 0.75 || sum(shared) >= whole * 0.6);
    };
    return !requirements.some(isAnswer);
  });
}

/** The items, rows or sub-sections of a list of open points. */
function openItems(section: Section, spec: Spec): RuleFinding[] {
  const isOwnTitle = section.parent?.role !== "open";
  const lists = section.node.blocks.flatMap((block) => (block.type === "list" ? block.items : []));
  const rows = section.tables.flatMap(({ rows }) => rows);
  const { lines } = spec.markdown;
  // A sub-section of the open points is one point, unless it only groups a list.
  if (!isOwnTitle && (section.sections.length > 0 || lists.length === 0 || /\?\s*$/.test(section.title)))
    return point(section, lines);
  if (isSettled(leadIn(section))) return [];
  if (lists.length > 0) return lists.flatMap((item) => openItem(item, section.units, lines, listOf(section)));
  if (rows.length > 0)
    return rows
      .filter(({ cells }) => isOpen(listOf(section), cells.join("\n")) && cells.some((cell) => cell !== ""))
      .map(({ line, cells }) =>
        report(cells.find((cell) => /\?|\s\S+\s/.test(cell)) ?? cells.join(" "), lineSpan(lines, line)),
      );
  if (section.sections.length > 0) return [];
  const paragraphs = section.units.filter(({ kind }) => kind === "paragraph");
  return paragraphs
    .filter(
      ({ text }, index) =>
        /\?/.test(text) && !isSettled(text) && !isAnsweredBelow(text, paragraphs[index + 1]?.text ?? ""),
    )
    .map(asked);
}

/** "Resolved before this was written:" holds for all that follows. */
function leadIn({ units }: Section): string {
  const [, first] = units;
  return first?.kind === "paragraph" && /:\W*$/.test(first.text) ? first.text : "";
}

const SAYS_OPEN =
  /\b(?:open|unresolved|undecided|unanswered|unclear|unknowns?|pending|outstanding|tb[ad]|needed|required|to be)\b/i;

/** "Open questions / assumptions": what is assumed or decided stands among what is asked. */
const IS_MIXED = /question.*\b(?:assumption|decision)|\b(?:assumption|decision).*question/i;

/** Below "Questions" alone stand all kinds of things: only what asks is a question there. */
function isOpen(title: string, text: string, below = ""): boolean {
  const isAsked = IS_MIXED.test(title.slice(0, 200)) ? isQuestion(text) : text.includes("?") || SAYS_OPEN.test(title);
  return isAsked && !isSettled(text, below);
}

function point(section: Section, lines: readonly string[]): RuleFinding[] {
  const { units, node, sections, title } = section;
  const [heading] = units;
  const body = lines.slice((node.blocks[0]?.line ?? 1) - 1, node.blocks.at(-1)?.endLine ?? 0).join("\n");
  if (heading === undefined || sections.length > 0 || !isOpen(listOf(section), title, body)) return [];
  return [report(title, spanOf(heading))];
}

function openItem(item: ListItem, units: readonly Unit[], lines: readonly string[], title: string): RuleFinding[] {
  const unit = units.find(({ line, kind }) => line === item.line && kind === "item");
  const below = ({ endLine }: Unit) => lines.slice(endLine, item.endLine).join("\n");
  if (
    unit === undefined ||
    /^\[[xX]\]\s/.test(unit.text) ||
    isGiven(title, unit.text) ||
    isAnsweredBelow(unit.text, below(unit)) ||
    !isOpen(title, unit.text, below(unit))
  )
    return [];
  return [asked(unit)];
}

/** "Audio style: retro chiptune" or a whole sentence below "Clarifications needed" is what was needed. */
function isGiven(title: string, text: string): boolean {
  const isAsked = /\b(?:clarifications?|answers?)\b/i.test(title);
  return isAsked && !text.includes("?") && /:\s+\S|\.[\s*_"]*$/.test(text);
}

/** `- Q: …` with neither `A:` nor an arrow behind it or in the next item. */
function unansweredInLog(units: readonly Unit[]): Unit[] {
  return units.filter((unit, index) => {
    if (!/^\W*Q\d{0,2}\s*[:.]/.test(unit.text) || unit.hasMore || unit.kind === "heading") return false;
    const next = units[index + 1]?.text ?? "";
    return (
      !/\bA\d{0,2}\s*[:.]|→|->|—>|\bAnswer\b/i.test(unit.text.slice(2)) &&
      !/^\W*(?:A\d{0,2}|Answer|Decision|→)\s*[:.]?/i.test(next)
    );
  });
}
