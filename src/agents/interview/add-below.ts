import type { ListItem } from "../../documents/markdown/block.ts";
import { cellCount, LEAD } from "../../model/passage-answer.ts";
import { type LeadingId, leadingId, nextId } from "../../model/requirement-id.ts";
import { splitLines } from "../../model/split-lines.ts";
import type { LineEdit } from "./exact-change.ts";
import { glossaryIn } from "./glossary.ts";
import type { Passage } from "./passage.ts";

/** The person's words below a passage; the bullet, the cells and the next id are the layout's (SPEC 16.4). */
export function addBelow(
  draft: string,
  passage: Passage,
  words: string,
  { isAnswer = false, ...ids }: Ids & { readonly isAnswer: boolean | undefined },
): LineEdit | undefined {
  if (passage.shape.type === "code") return addBelowCode(draft, passage.shape, words);
  const line = lastLineOf(passage, isAnswer);
  const text = newLines(ids, passage, words, isAnswer);
  return text === undefined ? undefined : { kind: "add-after", line, endLine: line, new: text };
}

interface Ids {
  /** A text that has every id that is taken. */
  readonly known: string;
  /** An id that is referred to and not defined. */
  readonly missing?: string | undefined;
}

/** A question with its answer below it: nested in an item, else a paragraph. */
export function withAnswer({ shape }: Passage, question: string, words: string): string {
  if (shape.type === "item") return `${question}\n${itemLines({ known: "" }, shape, question, words, true)}`;
  const quote = /^(?:[ \t]*>[ \t]?)*/.exec(question)?.[0] ?? "";
  return [question, "", ...words.split("\n")]
    .map((line, at) => (at === 0 ? line : `${quote}${line}`.trimEnd()))
    .join("\n");
}

type CodeShape = Extract<Passage["shape"], { type: "code" }>;

/** A paragraph below the block: lines of the code itself are edited. */
function addBelowCode(draft: string, { line, endLine, isFence }: CodeShape, words: string): LineEdit {
  const [lead = ""] = OPENING.exec(splitLines(draft)[line - 1] ?? "") ?? [];
  const own = isFence ? lead.replace(/[^\s>]/g, " ") : "";
  const lines = words.split("\n").map((each) => (each === "" ? each : `${own}${each}`));
  return { kind: "add-after", line: endLine, endLine, new: lines.join("\n") };
}

/** A fence may open behind the bullet of its item. */
const OPENING = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)?/;

/** Behind all that belongs to it: what is nested in an item, the line below a table's head. */
function lastLineOf({ shape, endLine, text }: Passage, isAnswer: boolean): number {
  switch (shape.type) {
    case "item":
      return Math.max(endLine, itemAbove(shape, isAnswer || asks(text, shape.item.marker)).endLine);
    case "row":
      return Math.max(endLine, shape.table.header.line + 1);
    case "heading":
    case "paragraph":
      return Math.max(endLine, shape.endLine);
    default:
      return endLine;
  }
}

type ItemShape = Extract<Passage["shape"], { type: "item" }>;

/** Numbers are cited: a new item of a numbered list goes behind its last, and takes no number that another has. */
function itemAbove({ item, list }: ItemShape, isWithin: boolean): ListItem {
  const isNumbered = /^\d/.test(item.marker) && !isWithin;
  return (isNumbered ? list.items.at(-1) : undefined) ?? item;
}

/** An answer to a question stands within it, as the Then of a numbered scenario does; any other item beside it. */
function asks(text: string, marker: string): boolean {
  const isScenario = /^\d/.test(marker) && /\bwhen\b/i.test(text) && !/\b(?:then|shall|must)\b/i.test(text);
  return isScenario || /\?(?:[\s*_"')\]]|$)/.test(text);
}

/** The outcome of a scenario with its Then, written as the When above it is; none where the words bring their own. */
export function withThen(passage: string, words: string): string {
  const when = [...passage.matchAll(/(\*\*|__|)(when)\1/gi)].at(-1);
  if (when === undefined || /^\W*then\b/i.test(words)) return words;
  const [, mark = "", word = ""] = when;
  return `${mark}${word === word.toUpperCase() ? "THEN" : "Then"}${mark} ${words}`;
}

/** One line of the glossary. */
export function addTerm(draft: string, term: string, meaning: string): LineEdit | undefined {
  const glossary = glossaryIn(draft);
  if (glossary === undefined) return undefined;
  const text = glossary.entry(term, meaning.replace(/\s*\n\s*/g, " "));
  return { kind: "add-after", line: glossary.line, endLine: glossary.line, new: text };
}

function newLines(ids: Ids, { shape, text }: Passage, words: string, isAnswer: boolean): string | undefined {
  switch (shape.type) {
    case "item":
      return itemLines(ids, shape, text, words, isAnswer || asks(text, shape.item.marker));
    case "row":
      return rowLines(shape.table.header.cells.length, words);
    case "paragraph":
      return isAnswer || text.trimEnd().endsWith("?") ? words : withId(ids, text, words);
    default:
      return words;
  }
}

/** The indentation, the bullet and a box of a list item. */
const ITEM_LEAD = /^(\s*(?:>\s*)*)([-*+]|\d{1,9}[.)])(\s+)(\[[ xX]\]\s+)?/;

const BULLET = /^\s*(?:>\s*)*[-*+]\s+(?:\[[ xX]\]\s+)?/;

function itemLines(ids: Ids, shape: ItemShape, text: string, said: string, isAnswer: boolean): string {
  const { marker } = shape.item;
  // A number in front of an answer may be the answer: only a bullet is the list's.
  const isLine = isAnswer && !said.includes("\n");
  const words = isLine ? said.replace(BULLET, "") : said;
  if (!isLine && ITEM_LEAD.test(words)) return words;
  const [, indent = "", , gap = " ", box = ""] = ITEM_LEAD.exec(text) ?? [];
  const own = /^\d/.test(marker) ? "-" : marker;
  const bullet = isAnswer ? own : nextMarker(shape, itemAbove(shape, isAnswer).marker);
  const nested = isAnswer ? `${indent}${" ".repeat(marker.length)}${gap}` : indent;
  const lead = `${nested}${bullet}${isAnswer ? " " : gap}${isAnswer ? "" : box.replace(/[xX]/, " ")}`;
  const below = " ".repeat(lead.length);
  const [first = "", ...rest] = (isAnswer ? words : withId(ids, text, words)).split("\n");
  return [`${lead}${first}`, ...rest.map((line) => (line.trim() === "" ? "" : `${below}${line}`))].join("\n");
}

function nextMarker({ list: { items } }: ItemShape, marker: string): string {
  // Some number every item 1, and leave the counting to the renderer.
  if (items.length > 1 && items.every((item) => item.marker === marker)) return marker;
  return marker.replace(/^\d+/, (number) => String(Number(number) + 1));
}

/** The missing or the next id in front of the words, in the form that the passage has it in; none where they bring their own. */
function withId({ known, missing = "" }: Ids, passage: string, words: string): string {
  const found = ownId(passage);
  if (found === undefined || leadingId(words) !== undefined) return words;
  const kind = (id: string) => id.replace(/\d+$/, "");
  const id = kind(missing) === kind(found.id) ? missing : nextId(known, found.id);
  return `${found.before}${id}${found.behind}${words}`;
}

/** The id that a passage begins with; "G4 (Validation) can …" names a thing, and is not the id of the line. */
export function ownId(passage: string): LeadingId | undefined {
  const found = leadingId(passage.replace(LEAD, ""));
  return found !== undefined && /[:.)\]*_–—-]/.test(`${found.before}${found.behind}`) ? found : undefined;
}

/** Whole rows, as they are; `undefined` where they have another number of cells. */
function rowLines(cells: number, words: string): string | undefined {
  return words.split("\n").every((line) => cellCount(line) === cells) ? words : undefined;
}
