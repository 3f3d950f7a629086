import { findMarkers } from "../../documents/spec/marker.ts";
import type { Asked } from "../../mediator/questions/asked-passages.ts";
import type { Gap } from "../../model/gap.ts";
import { cellCount } from "../../model/passage-answer.ts";
import { leadingId } from "../../model/requirement-id.ts";
import { lacksUnit } from "../../model/unit-answer.ts";
import { visibleLine } from "../../model/visible-text.ts";
import { glossaryIn } from "./glossary.ts";
import { fillable } from "./marker-span.ts";
import type { Passage } from "./passage.ts";
import { type Facts, inFileOrder, isQuestion, wording } from "./wording.ts";

/** The question about a gap: its place, the words in question, and one plain sentence (SPEC 16.4). */
export function ask(gap: Gap, passages: readonly Passage[], finding: Gap["finding"], draft: string): Asked {
  const inOrder = inFileOrder(passages);
  const [first] = inOrder;
  const marksOf = (passage: Passage) => marksIn(gap, finding, passage);
  const isEmpty = first?.shape.type === "heading" && first.shape.isEmpty;
  const fill =
    first === undefined || isEmpty || passages.length > 1
      ? undefined
      : (placeholder(finding, first) ?? fillable(first));
  const facts = { gap, passages, finding, marks: passages.map((each) => marksOf(each)[0]), fill, isEmpty };
  if (first === undefined) return { question: wording(facts), passages: [] };
  const term = finding?.type === "undefined-term" && glossaryIn(draft) !== undefined ? facts.marks[0] : undefined;
  const isPlaced = gap.places.length > 0 && passages.length === 1;
  return {
    question: visibleLine(`${sectionOf(first)}${wording(facts)}`, 600),
    passages: inOrder.map((passage) => {
      const { text, place } = passage;
      return { text, marks: marksOf(passage), ...(isPlaced ? {} : { place }) };
    }),
    ...(fill === undefined ? {} : { fill }),
    ...(term === undefined ? {} : { term }),
    ...(fill === undefined && isAddedTo(facts) ? { add: true } : {}),
    ...(isEmpty ? { empty: true } : {}),
    ...(first.shape.type === "code" ? { code: true } : {}),
    ...(passages.every(({ whole }) => whole) ? {} : { whole: false }),
  };
}

/** Words whose place an answer takes, where they stand there once: a template's brackets, a reference, "(undecided)". */
function placeholder(finding: Gap["finding"], { text, shape }: Passage): string | undefined {
  const [found = ""] = finding?.words ?? [];
  const words = finding === undefined || shape.type === "heading" ? undefined : replaceable(finding, found, text);
  return words !== undefined && text.split(words).length === 2 ? words : undefined;
}

function replaceable({ rule, type, subject }: NonNullable<Gap["finding"]>, found: string, text: string) {
  if (type === "missing-unit") return bareNumber(subject, text);
  if (type === "dangling-ref") return /\((#[^()\s]{1,100})\)/.exec(subject)?.[1] ?? subject;
  if (rule === "template-text") return /^\[.*\]$/.exec(found.replace(/^[:\s]+/, ""))?.[0];
  if (type === "undecided") return isAsked(found, text) ? undefined : found;
  const isBracketed = /^[([]$/.test(text[text.indexOf(found) - 1] ?? "");
  return rule === "explicit-marker" && isBracketed && findMarkers(text).length === 0 ? found : undefined;
}

/** Alternatives that are the whole line, or in a sentence, are a question, which keeps its words. */
function isAsked(found: string, text: string): boolean {
  const [before = "", behind = ""] = text.split(found, 2);
  const own = before.replace(/^\s*(?:>\s*)*(?:(?:[-*+]|\d{1,9}[.)])\s+)?/, "");
  const id = leadingId(own);
  const label = id === undefined ? own : own.slice(`${id.before}${id.id}${id.behind}`.length);
  const isWhole = !/[\p{L}\p{N}]/u.test(`${label}${behind}`);
  return isWhole || (/[\p{L}\p{N}]:/u.test(label.trimEnd().replace(/[*_`]/g, "")) && SENTENCE.test(found));
}

const SENTENCE = /\b(?:is|are|be|must|shall|should|can|may|will|has|have|uses?)\b/i;

/** The number without its unit, behind the name of what it measures; in a row it has a cell of its own. */
function bareNumber(name: string, text: string): string | undefined {
  const at = text.toLowerCase().indexOf(name.toLowerCase());
  const behind = at === -1 ? "" : text.slice(at + name.length);
  if (cellCount(text) === 0) return /^[^\d\n]{0,40}(\d(?:[\d,._]*\d)?)/.exec(behind)?.[1];
  const cells = behind.split("|").map((cell) => cell.replace(/[*`<>≤≥=~\s]/g, ""));
  return cells.find((cell) => lacksUnit(cell));
}

function sectionOf({ section, shape }: Passage): string {
  return section === "" || shape.type === "heading" ? "" : `section "${visibleLine(section, 80)}": `;
}

/** Rules whose findings are settled by a line more, not by another wording of what stands there. */
const ADDING = new Set(["unused-value", "missing-then", "missing-scenario", "empty-section"]);

function isAddedTo(facts: Facts): boolean {
  const [first, second] = facts.passages;
  // Which of the options of a list holds is said below the list.
  if (second !== undefined) return facts.finding?.type === "undecided" && first?.shape.type === "item";
  // Where a marker stands in it, the passage is not finished.
  if (first === undefined || findMarkers(first.text).length > 0) return false;
  const isListed = facts.gap.id.startsWith("GAP-OQ-") && first.shape.type === "item";
  // A line of code typed at a question is one more: the passage is no answer to write anew.
  return isListed || isQuestion(facts) || first.shape.type === "code" || ADDING.has(facts.finding?.rule ?? "");
}

/** The words of a passage that its gap is about: what a check found or whoever stated it quotes, else the markers in it. */
export function marksIn(gap: Gap, finding: Gap["finding"], { text }: Passage): string[] {
  const titled = Array.from(gap.title.matchAll(/"([^"]{1,200})"/g), ([, words = ""]) => words);
  const parts = [...(finding?.words ?? gap.quotations ?? [])].filter(
    (words) => words.length < text.trim().length * 0.8,
  );
  const named = finding === undefined ? [[...parts, ...titled]] : [[finding.subject], parts];
  // Two places that contradict each other have their subject in common, and differ in their words.
  const ordered = finding?.type === "contradiction" ? named.toReversed() : named;
  const found = ordered.map((words) => words.flatMap((each) => standing(text, each)));
  const markers = findMarkers(text).map((marker) => marker.text);
  return [...new Set([...found, markers].find((words) => words.length > 0) ?? [])];
}

/** As it is written there. */
function standing(text: string, words: string): string[] {
  const at = words === "" ? -1 : text.toLowerCase().indexOf(words.toLowerCase());
  return at === -1 ? [] : [text.slice(at, at + words.length)];
}
