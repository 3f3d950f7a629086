import { ruleOf } from "../../checks/registry.ts";
import type { Rule } from "../../checks/rule.ts";
import { findMarkers } from "../../documents/stated/marker.ts";
import type { Asked } from "../../mediator/questions/passage-question.ts";
import { defined } from "../../model/defined.ts";
import type { Gap } from "../../model/gap.ts";
import { visibleLine } from "../../model/visible-text.ts";
import { openTitle } from "./add-below.ts";
import { glossaryIn } from "./glossary-form.ts";
import { openWords } from "./open-words.ts";
import type { Passage } from "./passage.ts";
import { type Facts, inFileOrder, isQuestion, sentence, wording } from "./wording.ts";
import type { Written } from "./written.ts";

/** The question about a gap: its place, the words in question, and one plain sentence (SPEC 16.4). */
export function ask(gap: Gap, passages: readonly Passage[], draft: string): Asked {
  const isExtended = isExtendedTable(gap, passages);
  const inOrder = isExtended ? passages : inFileOrder(passages);
  const [first] = inOrder;
  const isEmpty = first?.shape.type === "heading" && first.shape.isEmpty && !isTitleOpen(first.text);
  const open = first === undefined || isEmpty || passages.length > 1 ? undefined : openWords(gap, first);
  const marksOf = (passage: Passage) => (open === undefined ? marksIn(gap, passage) : [open.words]);
  const facts = { gap, passages, marks: passages.map((each) => marksOf(each)[0]), open, isEmpty };
  if (first === undefined) return { question: wording(facts), passages: [] };
  const form = answerForm(gap);
  const term = form.adds === "term" && glossaryIn(draft) !== undefined ? facts.marks[0] : undefined;
  return {
    question: visibleLine(wording(facts), 600),
    passages: inOrder.map((passage) => {
      const { text, place, endLine, lastStruck } = passage;
      const nested = lastStruck === undefined ? { whole: false as const } : { nested: lastStruck - endLine };
      return { text, marks: marksOf(passage), place, ...(nested.nested === 0 ? {} : nested) };
    }),
    ...defined({
      section: sectionOf(first),
      fill: open?.fill,
      asks: open?.asks,
      replaces: open === undefined ? (wrongName(facts) ?? choice(facts)) : open.slot,
      sentence: open?.sentence,
      marker: open?.marker,
      term,
    }),
    ...(isExtended || isAddedTo(facts) ? { add: true } : {}),
    ...(passages.length > 1 && form.either ? { either: true } : {}),
    ...(isEmpty ? { empty: true } : {}),
    ...(form.adds === "outcome" ? { outcome: true } : {}),
    ...(first.shape.type === "code" ? { code: true } : {}),
  };
}

/** The question about a reopened answer: new words replace the person's earlier ones. */
export function askAnew({ title }: Gap, { passage, words }: Written): Asked {
  const { text, place } = passage;
  const question = `${sentence(title)} You answered with this. What should it say?`;
  return {
    question,
    passages: [{ text, marks: words === undefined ? [] : [words], place }],
    ...defined({ section: sectionOf(passage), fill: words }),
  };
}

/** Whether the first passage is the table that lacks a row, and the second the row that needs it. */
function isExtendedTable(gap: Gap, [first, second]: readonly Passage[]): boolean {
  return (
    answerForm(gap).adds === "row" &&
    second !== undefined &&
    first?.shape.type === "row" &&
    first.lastStruck === undefined
  );
}

/** Whether a heading such as `## Story 3 - TBD (P3)` has an open title, which is asked about before its empty section. */
function isTitleOpen(heading: string): boolean {
  return findMarkers(heading).length > 0 && openTitle(heading) === undefined;
}

function sectionOf({ section, shape }: Passage): string | undefined {
  return section === "" || shape.type === "heading" ? undefined : visibleLine(section, 80);
}

/** A name that is defined nowhere, if it is one plain token that occurs once: typed words can replace it. */
function wrongName({ gap, passages: [first, second], marks: [mark = ""] }: Facts): string | undefined {
  const isOnce =
    second === undefined && /^(?!see\b)(?:\p{L}+ )?[\w.#()-]+$/iu.test(mark) && first?.text.split(mark).length === 2;
  return answerForm(gap).replaces === "name" && isOnce ? mark : undefined;
}

/** Alternatives in one line: the chosen one may be shown in their place. */
function choice({ gap, passages: [first, second], marks: [mark = ""] }: Facts): string | undefined {
  const isOnce = second === undefined && mark !== "" && first?.text.split(mark).length === 2;
  const words = first?.text.includes(`${mark}?`) ? `${mark}?` : mark;
  return answerForm(gap).replaces === "choice" && isOnce ? words : undefined;
}

/** Whether the author lists the gap as open: its answer is nested in the list item. */
export function isListed(gap: Pick<Gap, "origin" | "finding">): boolean {
  return gap.finding === undefined ? gap.origin === "source" : answerForm(gap).adds === "answer";
}

/** What the rule that found a gap says about its answer. */
export function answerForm({ finding }: Pick<Gap, "finding">): NonNullable<Rule["answer"]> {
  return (finding && ruleOf(finding)?.answer) ?? {};
}

/** The additions that settle a finding whatever its passage is. */
const ADDING = new Set<string | undefined>(["line", "outcome", "part"]);

/** Whether typed words go below the passage, which stays: it is a question, or lacks a line. */
function isAddedTo(facts: Facts): boolean {
  const {
    gap,
    open,
    isEmpty,
    passages: [first, second],
  } = facts;
  if (first === undefined || second !== undefined || isEmpty) return false;
  // A passage with a marker is edited, unless the marker is a question.
  if (open !== undefined) return open.asks !== undefined;
  const { type } = first.shape;
  const { adds, replaces } = answerForm(gap);
  if (ADDING.has(adds)) return !isCriterion(facts, first);
  // A choice between alternatives is made where they stand.
  const isChoice = replaces === "choice";
  return (
    (isListed(gap) && type === "item") || (!isChoice && isQuestion(facts) && (type === "item" || type === "paragraph"))
  );
}

/** Whether the item is an EARS criterion (`WHEN … THE SYSTEM SHALL …`), whose outcome belongs into the same sentence. */
function isCriterion({ gap }: Facts, { shape }: Passage): boolean {
  if (answerForm(gap).adds !== "outcome" || shape.type !== "item") return false;
  const texts = shape.list.items.flatMap(({ blocks: [own] }) => (own?.type === "paragraph" ? own.text : []));
  return texts.some((text) => /\bSHALL\b/.test(text) && !/\bthen\b/i.test(text));
}

/** The words of a passage that its gap is about: the check's subject, or the quotations of the gap. */
export function marksIn({ title, finding, quotations = [] }: Gap, { text }: Passage): string[] {
  const open = findMarkers(text);
  const titled = Array.from(title.matchAll(/"([^"]{1,200})"/g), ([, words = ""]) => words);
  const parts = (finding?.words ?? quotations).filter((words) => words.length < text.trim().length * 0.8);
  const named = finding === undefined ? [[...parts, ...titled]] : [[subjectIn(finding, text)], parts];
  // Contradicting passages share the subject, so their differing words are marked first.
  const ordered = finding?.type === "contradiction" ? named.toReversed() : named;
  const found = ordered.map((words) => words.flatMap((each) => standing(text, each)));
  return [...new Set([...found, open.map((marker) => marker.text)].find((words) => words.length > 0) ?? [])];
}

/** The words to mark for a finding: the number of a limit without a unit, the target of a link, otherwise the subject. */
function subjectIn({ type, subject }: NonNullable<Gap["finding"]>, text: string): string {
  if (type === "dangling-ref") return /\]\((#[^()\s]{1,100})\)$/.exec(subject)?.[1] ?? subject;
  const at = type === "missing-unit" ? text.toLowerCase().indexOf(subject.toLowerCase()) : -1;
  const [, number] = at === -1 ? [] : (/^[^\d\n]{0,40}(\d(?:[\d,._]*\d)?)/.exec(text.slice(at + subject.length)) ?? []);
  return number ?? subject;
}

/** The words in the spelling of the passage. */
function standing(text: string, words: string): string[] {
  const at = words === "" ? -1 : text.toLowerCase().indexOf(words.toLowerCase());
  return at === -1 ? [] : [text.slice(at, at + words.length)];
}
