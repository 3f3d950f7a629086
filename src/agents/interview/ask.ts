import { findMarkers } from "../../documents/spec/marker.ts";
import type { Asked } from "../../mediator/questions/passage-question.ts";
import { defined } from "../../model/defined.ts";
import type { Gap } from "../../model/gap.ts";
import { visibleLine } from "../../model/visible-text.ts";
import { glossaryIn } from "./glossary.ts";
import { openWords } from "./open-words.ts";
import type { Passage } from "./passage.ts";
import { type Facts, inFileOrder, isQuestion, wording } from "./wording.ts";

/** The question about a gap: its place, the words in question, and one plain sentence (SPEC 16.4). */
export function ask(gap: Gap, passages: readonly Passage[], finding: Gap["finding"], draft: string): Asked {
  const isExtended = isExtendedTable(finding, passages);
  const inOrder = isExtended ? passages : inFileOrder(passages);
  const [first] = inOrder;
  const isEmpty = first?.shape.type === "heading" && first.shape.isEmpty;
  const open = first === undefined || isEmpty || passages.length > 1 ? undefined : openWords(gap, finding, first);
  const marksOf = (passage: Passage) => (open === undefined ? marksIn(gap, finding, passage) : [open.words]);
  const facts = { gap, passages, finding, marks: passages.map((each) => marksOf(each)[0]), open, isEmpty };
  if (first === undefined) return { question: wording(facts), passages: [] };
  const term = finding?.type === "undefined-term" && glossaryIn(draft) !== undefined ? facts.marks[0] : undefined;
  const isPlaced = passages.length === 1 && gap.places[0]?.line === first.place.line;
  return {
    question: visibleLine(`${sectionOf(first)}${wording(facts)}`, 600),
    passages: inOrder.map((passage) => {
      const { text, place, whole } = passage;
      return { text, marks: marksOf(passage), ...(isPlaced ? {} : { place }), ...(whole ? {} : { whole }) };
    }),
    ...defined({ fill: open?.fill, asks: open?.asks, replaces: replacedIn(facts), marker: open?.marker, term }),
    ...(isExtended || isAddedTo(facts) ? { add: true } : {}),
    ...(isEmpty ? { empty: true } : {}),
    ...(first.shape.type === "code" ? { code: true } : {}),
  };
}

/** The table that a row is missing in stands before the row that it is missing for. */
function isExtendedTable(finding: Gap["finding"], [first, second]: readonly Passage[]): boolean {
  const isState = finding?.type === "state-unreachable" || finding?.type === "state-no-exit";
  return isState && second !== undefined && first?.whole === false;
}

function sectionOf({ section, shape }: Passage): string {
  return section === "" || shape.type === "heading" ? "" : `section "${visibleLine(section, 80)}": `;
}

/** What is found there is the wrong name, and another belongs in its place. */
const REPLACED = new Set(["dangling-ref", "state-undefined"]);

function replacedIn({ open, finding, passages, marks: [first] }: Facts): string | undefined {
  if (open !== undefined) return open.isSlot ? open.words : undefined;
  return passages.length === 1 && REPLACED.has(finding?.type ?? "") ? first : undefined;
}

/** Rules whose findings are settled by a line more, not by another wording of the existing content. */
const ADDING = new Set(["unused-value", "missing-then", "missing-scenario", "empty-section"]);

/** The author lists it as open: its answer stands within it. */
export function isListed({ origin }: Pick<Gap, "origin">, finding: Gap["finding"]): boolean {
  return finding === undefined ? origin === "source" : finding.type === "open-question";
}

function isAddedTo(facts: Facts): boolean {
  const [first, second] = facts.passages;
  if (first === undefined || second !== undefined || facts.isEmpty) return false;
  // Where a marker stands in it, the passage is not finished, unless it is a question.
  if (facts.open !== undefined) return facts.open.asks !== undefined;
  if (ADDING.has(facts.finding?.rule ?? "")) return !isCriterion(facts, first);
  return (
    (isListed(facts.gap, facts.finding) && first.shape.type === "item") ||
    (isQuestion(facts) && first.shape.type !== "row" && first.shape.type !== "code")
  );
}

/** `WHEN … THE SYSTEM SHALL …` is one sentence: what follows belongs into it. */
function isCriterion({ finding }: Facts, { shape }: Passage): boolean {
  if (finding?.rule !== "missing-then" || shape.type !== "item") return false;
  const texts = shape.list.items.flatMap(({ blocks: [own] }) => (own?.type === "paragraph" ? own.text : []));
  return texts.some((text) => /\bSHALL\b/.test(text) && !/\bthen\b/i.test(text));
}

/** The words of a passage that its gap is about: what a check found, or whoever stated it quotes. */
export function marksIn(gap: Gap, finding: Gap["finding"], { text }: Passage): string[] {
  const open = findMarkers(text);
  const titled = Array.from(gap.title.matchAll(/"([^"]{1,200})"/g), ([, words = ""]) => words);
  const parts = [...(finding?.words ?? gap.quotations ?? [])].filter(
    (words) => words.length < text.trim().length * 0.8,
  );
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
