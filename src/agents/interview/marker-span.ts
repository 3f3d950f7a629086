import { findMarkers, type Marker } from "../../documents/spec/marker.ts";
import type { Passage } from "./passage.ts";

/** The words whose place an answer may take; `undefined` where structure does not tell to where the marker goes. */
export function fillable({ text, shape }: Passage): string | undefined {
  if (shape.type === "heading" || shape.type === "code") return undefined;
  const [marker, ...more] = findMarkers(text);
  if (marker === undefined || more.length > 0 || isAuthorsQuestion(marker)) return undefined;
  const span = spanOf(text, marker, shape.type === "row");
  const words = span === undefined ? "" : text.slice(span.start, span.end);
  return words !== "" && text.indexOf(words) === text.lastIndexOf(words) ? words : undefined;
}

/** What stands behind "Open question:" is the author's own sentence. */
function isAuthorsQuestion({ category, text }: Marker): boolean {
  return category === "OQ" && !text.startsWith("[");
}

interface Offsets {
  readonly start: number;
  readonly end: number;
}

function spanOf(text: string, marker: Marker, isRow: boolean): Offsets | undefined {
  const { start, end, text: words } = marker;
  if (words.startsWith("[")) return words.endsWith("]") ? { start, end } : undefined;
  const close = closingAt(text, end, text[start - 1] ?? "");
  if (close !== undefined && !isSlot(marker, text.slice(end, close))) return bracketed(text, start, close);
  const [lead] = LEAD.exec(text.slice(end)) ?? [];
  return lead === undefined ? alone(text, marker) : announced(text, marker, lead, isRow);
}

/** `(TBD px base, scalable)`: the words behind it are the author's; in `(TBC with ops)`, `(TBD: size?)` they are the marker's. */
function isSlot({ category }: Marker, behind: string): boolean {
  return (
    category === "TBD" &&
    /^\s+\p{L}/u.test(behind) &&
    !/^\s+(?:with|pending|depending|once|until|by|see|ask)\b/.test(behind)
  );
}

/** `[TODO: which one?]` and `<TBD>` go whole; of `(TBC with ops)` the parentheses stay. */
function bracketed(text: string, start: number, close: number): Offsets | undefined {
  if (text[start - 1] === "(") return { start, end: close };
  // The text of a link is no marker's bracket.
  return /^[([]/.test(text.slice(close + 1)) ? undefined : { start: start - 1, end: close + 1 };
}

const CLOSING: Readonly<Record<string, string>> = { "(": ")", "[": "]", "<": ">" };

/** Where the bracket closes that opens right before a marker. */
function closingAt(text: string, from: number, open: string): number | undefined {
  const closing = CLOSING[open];
  if (closing === undefined) return undefined;
  let depth = 1;
  for (let at = from; at < text.length; at++) {
    if (text[at] === open) depth++;
    if (text[at] === closing) depth--;
    if (depth === 0) return at;
  }
  return undefined;
}

/** What stands between a marker and the words that it announces: `:`, `(alice):`, ` - `. */
const LEAD = /^(?:\([^()\n]{1,60}\))?(?:\*\*|__)?(?:\s?:|\s[–—-](?=\s))(?:\*\*|__)?/;

/** `TODO: name the columns`, up to the end of its sentence. */
function announced(text: string, marker: Marker, lead: string, isRow: boolean): Offsets | undefined {
  const [emphasis = ""] = /(?:\*\*|__)$/.exec(text.slice(0, marker.start)) ?? [];
  const isWhole = (emphasis !== "") === /\*\*|__/.test(lead);
  const words = text.slice(marker.end + lead.length);
  const length = sentenceLength(words, isRow);
  if (!isWhole || length === undefined || mayBeMore(words.slice(0, length), marker, lead, text)) return undefined;
  return { start: marker.start - emphasis.length, end: marker.end + lead.length + length };
}

/** A second dash, emphasis that ends in it, and a statement of the author's own behind a TBD are no part of the marker. */
function mayBeMore(words: string, { start, category }: Marker, lead: string, text: string): boolean {
  const isDash = !lead.includes(":");
  const isFirst = !/[\p{L}\p{N}]/u.test(text.slice(0, start).replace(/^\s*(?:>\s*)*\d{1,9}[.)]\s/, ""));
  const isStatement = isDash ? words.includes(":") : /^\s*\p{Lu}.*\s\S+$/su.test(words);
  return (
    // "Export as TBD - CSV was asked for": only what stands alone is a marker's remark.
    (isDash && (!isFirst || /\s[–—-]\s/.test(words))) ||
    (words.match(/[*_`]/g)?.length ?? 0) % 2 === 1 ||
    (category === "TBD" && isFirst && isStatement && !words.includes("?"))
  );
}

/** Where a sentence ends without its full stop; `undefined` where it asks, and another sentence follows it. */
function sentenceLength(text: string, isRow: boolean): number | undefined {
  const [block = ""] = text.split(isRow ? /\s*\|/ : /\n\s*(?:\n|[-*+]\s|\d{1,9}[.)]\s|>)/, 1);
  const stop = /[.!?](?=\s+(?!\p{Ll})|\s*$)/u.exec(block);
  if (stop === null) return block.trimEnd().length;
  if (stop[0] === ".") return stop.index;
  return block.slice(stop.index + 1).trim() === "" ? stop.index + 1 : undefined;
}

/** A word in the place of another: `holds TBD items`. The words behind TODO, and "TBC with ops", are the marker's. */
function alone(text: string, marker: Marker): Offsets | undefined {
  const { start, end, category } = marker;
  const behind = text.slice(end);
  const goesOn = /^[*_]*\s+[\p{L}\p{N}"'`]/u.test(behind) || (category !== "TBD" && /^\s?\(/.test(behind));
  const isWord = category === "TBD" && (isSlot(marker, behind) || /^[*_]*\s+[\p{N}"'`]|^[*_]/u.test(behind));
  return goesOn && !isWord ? undefined : { start, end };
}
