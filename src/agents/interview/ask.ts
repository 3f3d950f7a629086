import { findMarkers } from "../../documents/spec/marker.ts";
import type { Asked } from "../../mediator/questions/passage-question.ts";
import { defined } from "../../model/defined.ts";
import type { Gap } from "../../model/gap.ts";
import { visibleLine } from "../../model/visible-text.ts";
import { openTitle } from "./add-below.ts";
import { glossaryIn } from "./glossary.ts";
import { inOneLine, openWords } from "./open-words.ts";
import type { Passage } from "./passage.ts";
import { type Facts, inFileOrder, isQuestion, sentence, wording } from "./wording.ts";
import type { Written } from "./written.ts";

/** The question about a gap: its place, the words in question, and one plain sentence (SPEC 16.4). */
export function ask(gap: Gap, passages: readonly Passage[], draft: string): Asked {
  const { finding } = gap;
  const isExtended = isExtendedTable(finding, passages);
  const inOrder = isExtended ? passages : inFileOrder(passages);
  const [first] = inOrder;
  const isEmpty = first?.shape.type === "heading" && first.shape.isEmpty && !isTitleOpen(first.text);
  const open = first === undefined || isEmpty || passages.length > 1 ? undefined : openWords(gap, first);
  const marksOf = (passage: Passage) => (open === undefined ? marksIn(gap, passage) : [open.words]);
  const facts = { gap, passages, marks: passages.map((each) => marksOf(each)[0]), open, isEmpty };
  if (first === undefined) return { question: wording(facts), passages: [] };
  const term = finding?.type === "undefined-term" && glossaryIn(draft) !== undefined ? facts.marks[0] : undefined;
  const isPlaced = passages.length === 1 && gap.places[0]?.line === first.place.line;
  return {
    question: visibleLine(`${sectionOf(first)}${wording(facts)}`, 600),
    passages: inOrder.map((passage) => {
      const { text, place, endLine, lastStruck } = passage;
      const nested = lastStruck === undefined ? { whole: false as const } : { nested: lastStruck - endLine };
      return { text, marks: marksOf(passage), ...(isPlaced ? {} : { place }), ...(nested.nested === 0 ? {} : nested) };
    }),
    ...defined({
      fill: open?.fill,
      asks: open?.asks,
      about: open?.about,
      replaces: open === undefined ? (wrongName(facts) ?? choice(facts)) : open.slot,
      sentence: open?.sentence,
      aside: open?.aside,
      keeps: open?.note.endsWith("?") ? inOneLine(open.note) : undefined,
      marker: open?.marker,
      term,
    }),
    ...(isExtended || isAddedTo(facts) ? { add: true } : {}),
    ...(passages.length > 1 && EITHER.has(finding?.type ?? "") ? { either: true } : {}),
    ...(isEmpty ? { empty: true } : {}),
    ...(first.shape.type === "code" ? { code: true } : {}),
  };
}

/** The question about what the person answered and wants to say otherwise: other words take the place of theirs. */
export function askAnew({ title }: Gap, { passage, words }: Written): Asked {
  const { text, place } = passage;
  const question = `${sectionOf(passage)}${sentence(title)} You answered with this. What should it say?`;
  return {
    question,
    passages: [{ text, marks: words === undefined ? [] : [words], place }],
    ...defined({ fill: words }),
  };
}

/** The table that a row is missing in stands before the row that it is missing for. */
function isExtendedTable(finding: Gap["finding"], [first, second]: readonly Passage[]): boolean {
  const isState = finding?.type === "state-unreachable" || finding?.type === "state-no-exit";
  return isState && second !== undefined && first?.shape.type === "row" && first.lastStruck === undefined;
}

/** `## Story 3 - TBD (P3)`: the title itself is asked about first. */
function isTitleOpen(heading: string): boolean {
  return findMarkers(heading).length > 0 && openTitle(heading) === undefined;
}

function sectionOf({ section, shape }: Passage): string {
  return section === "" || shape.type === "heading" ? "" : `section "${visibleLine(section, 80)}": `;
}

const EITHER = new Set(["contradiction", "duplicate-definition"]);

/** A name that is found nowhere, where it is a word, or one with a number, that stands there once: another may be shown in its place. */
function wrongName({ gap: { finding }, passages: [first, second], marks: [mark = ""] }: Facts): string | undefined {
  const isName = finding?.type === "dangling-ref" || finding?.type === "state-undefined";
  const isOnce =
    second === undefined && /^(?!see\b)(?:\p{L}+ )?[\w.#()-]+$/iu.test(mark) && first?.text.split(mark).length === 2;
  return isName && isOnce ? mark : undefined;
}

/** Alternatives in one line: the chosen one may be shown in their place. */
function choice({ gap: { finding }, passages: [first, second], marks: [mark = ""] }: Facts): string | undefined {
  const isOnce = second === undefined && mark !== "" && first?.text.split(mark).length === 2;
  const words = first?.text.includes(`${mark}?`) ? `${mark}?` : mark;
  return finding?.type === "undecided" && isOnce ? words : undefined;
}

/** The author lists it as open: its answer stands within it. */
export function isListed({ origin, finding }: Pick<Gap, "origin" | "finding">): boolean {
  return finding === undefined ? origin === "source" : finding.type === "open-question";
}

/** Rules whose findings are settled by a line more. */
const ADDING = new Set(["missing-then", "missing-scenario", "empty-section", "unused-value"]);

/** A question, a list that lacks something: words go below the passage, which stays. */
function isAddedTo(facts: Facts): boolean {
  const {
    gap,
    open,
    isEmpty,
    passages: [first, second],
  } = facts;
  if (first === undefined || second !== undefined || isEmpty) return false;
  // Where a marker stands in it, the passage is not finished, unless it is a question.
  if (open !== undefined) return open.asks !== undefined;
  const { type } = first.shape;
  if (ADDING.has(gap.finding?.rule ?? "")) return !isCriterion(facts, first);
  // Which of two it is, is said in their place.
  const isChoice = gap.finding?.type === "undecided";
  return (
    (isListed(gap) && type === "item") || (!isChoice && isQuestion(facts) && (type === "item" || type === "paragraph"))
  );
}

/** `WHEN … THE SYSTEM SHALL …` is one sentence: what follows belongs into it. */
function isCriterion({ gap: { finding } }: Facts, { shape }: Passage): boolean {
  if (finding?.rule !== "missing-then" || shape.type !== "item") return false;
  const texts = shape.list.items.flatMap(({ blocks: [own] }) => (own?.type === "paragraph" ? own.text : []));
  return texts.some((text) => /\bSHALL\b/.test(text) && !/\bthen\b/i.test(text));
}

/** The words of a passage that its gap is about: what a check found, or whoever stated it quotes. */
export function marksIn({ title, finding, quotations = [] }: Gap, { text }: Passage): string[] {
  const open = findMarkers(text);
  const titled = Array.from(title.matchAll(/"([^"]{1,200})"/g), ([, words = ""]) => words);
  const parts = (finding?.words ?? quotations).filter((words) => words.length < text.trim().length * 0.8);
  const named = finding === undefined ? [[...parts, ...titled]] : [[subjectIn(finding, text)], parts];
  // Two places that contradict each other have their subject in common, and differ in their words.
  const ordered = finding?.type === "contradiction" ? named.toReversed() : named;
  const found = ordered.map((words) => words.flatMap((each) => standing(text, each)));
  return [...new Set([...found, open.map((marker) => marker.text)].find((words) => words.length > 0) ?? [])];
}

/** What a finding is about: of a limit without a unit the number behind its name, of a link its target. */
function subjectIn({ type, subject }: NonNullable<Gap["finding"]>, text: string): string {
  if (type === "dangling-ref") return /\]\((#[^()\s]{1,100})\)$/.exec(subject)?.[1] ?? subject;
  const at = type === "missing-unit" ? text.toLowerCase().indexOf(subject.toLowerCase()) : -1;
  const [, number] = at === -1 ? [] : (/^[^\d\n]{0,40}(\d(?:[\d,._]*\d)?)/.exec(text.slice(at + subject.length)) ?? []);
  return number ?? subject;
}

/** As it is written there. */
function standing(text: string, words: string): string[] {
  const at = words === "" ? -1 : text.toLowerCase().indexOf(words.toLowerCase());
  return at === -1 ? [] : [text.slice(at, at + words.length)];
}
