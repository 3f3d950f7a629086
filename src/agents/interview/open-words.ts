import { areLabelled } from "../../documents/spec/labelled-lines.ts";
import { findMarkers, type Marker } from "../../documents/spec/marker.ts";
import type { Gap } from "../../model/gap.ts";
import { LEAD } from "../../model/passage-answer.ts";
import { leadingId } from "../../model/requirement-id.ts";
import type { Passage } from "./passage.ts";

/** A marker of a passage, and what structure says about its place (SPEC 16.4). */
export interface OpenWords {
  /** As it is written: `TBD`. */
  readonly marker: string;
  /** Where it stands in the passage. */
  readonly at: number;
  /** With its brackets or its note: `[TODO: which one?]`. */
  readonly words: string;
  /** The words that stand alone, whose place an answer takes; absent inside a sentence. */
  readonly fill?: string;
  /** A question that is all the passage says: the answer goes below it, and of the marker only the question stays. */
  readonly asks?: string;
  /** A token or a note in brackets inside a sentence, or one that is all the passage says: words may be shown in its place. */
  readonly isSlot?: true;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** The marker that a gap is about; `undefined` where it is about something else. */
export function openWords(gap: Gap, finding: Gap["finding"], passage: Passage): OpenWords | undefined {
  const { text, shape } = passage;
  const marker = markerOf(gap, finding, text);
  if (marker === undefined) return undefined;
  const part = shape.type === "row" ? cellAround(text, marker) : partAround(text, marker);
  const whole = wholeSpan(text, marker, part);
  // Parentheses are the sentence's.
  const isParenthesis = text[whole.start] === "(";
  const span = text.slice(whole.start, whole.end);
  const words = isParenthesis ? span.slice(1, -1) : span;
  const own = { marker: marker.text, at: marker.start, words };
  if (text.split(words).length > 2) return own;
  const alone = shape.type === "code" || isSentence(marker) ? undefined : aloneIn(text, part, whole);
  if (alone === undefined) {
    const isSlot = isParenthesis ? isNoted(words, marker) : isToken(text, marker, part, whole);
    return { ...own, ...(isSlot ? { isSlot } : {}) };
  }
  // Where only a note says what is missing, it must not go unread.
  if (shape.type === "row" || alone.isLabelled || !isNoted(words, marker)) return { ...own, fill: alone.words };
  const asks = alone.isNamed || shape.type === "heading" ? undefined : questionOf(words, marker);
  return { ...own, ...(asks === undefined ? { isSlot: true } : { asks }) };
}

const TOKEN = /^(?:TB[ACD]|tbd|TODO|FIXME|XXX|\?{2,})$/;

/** It stands for words of the sentence; before brackets or at the head of a task it may stand for more. */
function isToken(text: string, { start, end, text: token }: Marker, part: Span, whole: Span): boolean {
  const isTask = /^(?:TODO|FIXME)$/.test(token) && !/[\p{L}\p{N}]/u.test(text.slice(part.start, start));
  const isBare = whole.start >= start - 1 && whole.end <= end + 1;
  return (
    (TOKEN.test(token) || /^\[.*\]$/s.test(token)) &&
    isBare &&
    !isTask &&
    !/^\s*[([?]/.test(text.slice(whole.end, part.end))
  );
}

/** `keyboard shortcut?` of `TODO: keyboard shortcut?`. */
function questionOf(words: string, { text }: Marker): string | undefined {
  const note = (words === text ? words.slice(words.indexOf(":") + 1) : words.replace(text, ""))
    .replace(/^\s*(?:\([^()\n]*\))?[\s*_:[<–—-]*/, "")
    .replace(/[\s*_\]>]+$/, "");
  return /\?\)?$/.test(note) ? note : undefined;
}

function markerOf(gap: Gap, finding: Gap["finding"], text: string): Marker | undefined {
  const markers = findMarkers(text);
  if (finding === undefined) {
    const from = text.indexOf(gap.text);
    const own = markers.find(({ start }) => from !== -1 && start >= from && start < from + gap.text.length);
    return own ?? markers[0];
  }
  if (finding.type !== "explicit-marker") return undefined;
  const said = (finding.words[0] ?? "").replace(/^[:\s]+/, "");
  const start = said === "" ? -1 : text.indexOf(said);
  const known = markers.find((marker) => marker.start === start);
  if (known !== undefined || start === -1) return known ?? markers[0];
  return { text: said, isQuestion: false, start, end: start + said.length };
}

/** What stands behind "Open question:" is the author's own sentence. */
function isSentence({ isQuestion, text }: Marker): boolean {
  return isQuestion && !text.startsWith("[");
}

function cellAround(text: string, { start, end }: Span): Span {
  const row = text.replace(/\\\|/g, "  ");
  const close = row.indexOf("|", end);
  return { start: row.lastIndexOf("|", start - 1) + 1, end: close === -1 ? text.length : close };
}

/** Where a blank line or the bullet of a nested item begins something else. */
const PARTS = /(?<=\n)(?=\s*(?:>\s*)*(?:\n|(?:[-*+]|\d{1,9}[.)])\s))/;

/** The item or paragraph around a marker, without what is nested in it; of lines that all have a label its own. */
function partAround(text: string, { start: at }: Span): Span {
  let start = 0;
  for (const part of text.split(areLabelled(text.split("\n")) ? /(?<=\n)/ : PARTS)) {
    if (at < start + part.length) return { start, end: start + part.trimEnd().length };
    start += part.length;
  }
  return { start: 0, end: text.length };
}

const CLOSING: Readonly<Record<string, string>> = { "(": ")", "[": "]", "<": ">" };
/** What stands between a marker and its note: `:`, `(alice):`. */
const NOTE = /^(?:\([^()\n]{1,60}\))?[*_]{0,3}\s?:[*_]{0,3}\s/;
/** `TBD - created by archiving a change. Update it.`: what stands behind it on its line is all of the placeholder. */
const DASH = /^\s[-–—]\s/;
const SENTENCE_END = /[.!?](?=\s|$)/;

/** A marker with its brackets, or with the note that it announces, up to the end of its sentence, line or bracket. */
function wholeSpan(text: string, { start, end, text: words }: Marker, part: Span): Span {
  const close = words.startsWith("[") ? undefined : closingAt(text.slice(0, part.end), end, text[start - 1] ?? "");
  // The text of a link is no marker's bracket.
  if (close !== undefined && !/^[([]/.test(text.slice(close + 1))) return { start: start - 1, end: close + 1 };
  const isFirst = !/[\p{L}\p{N}]/u.test(text.slice(text.lastIndexOf("\n", start - 1) + 1, start));
  const rest = text.slice(end, part.end);
  // At the head of a line of a paragraph it is that line.
  const behind = (isFirst ? rest.split(/\n(?=\S)/)[0] : undefined) ?? rest;
  if (isFirst && DASH.test(behind)) return { start, end: end + behind.trimEnd().length };
  const [lead] = NOTE.exec(behind) ?? [];
  if (lead === undefined) return { start, end };
  const note = behind.slice(lead.length, lead.length + (closingAt(behind.slice(lead.length), 0, "(") ?? behind.length));
  const stop = SENTENCE_END.exec(note);
  const length = stop === null ? note.trimEnd().length : stop.index + (stop[0] === "." ? 0 : 1);
  return { start, end: end + lead.length + length };
}

/** `TODO: spinner delay`, `[NEEDS CLARIFICATION: masked?]`: it says what is missing. */
function isNoted(words: string, { text }: Marker): boolean {
  const note = words === text ? words.slice(words.indexOf(":") + 1 || words.length) : words.replace(text, "");
  return /[\p{L}\p{N}]/u.test(note);
}

/** Where the bracket closes that opens right before a marker. */
function closingAt(text: string, from: number, open: string): number | undefined {
  let depth = 1;
  for (let at = from; at < text.length && CLOSING[open] !== undefined; at++) {
    if (text[at] === open) depth++;
    if (text[at] === CLOSING[open]) depth--;
    if (depth === 0) return at;
  }
  return undefined;
}

const LABEL = /^[^\n:.!?|]{1,80}:[*_`]*\s+(?=[^\p{L}\p{N}]*$)/u;

interface Alone {
  readonly words: string;
  /** An id stands before them: the line is a requirement. */
  readonly isNamed: boolean;
  /** A label says what the words are about. */
  readonly isLabelled: boolean;
}

/** All that stands there but a bullet, an id and a label; `undefined` where there are other words. */
function aloneIn(text: string, part: Span, whole: Span): Alone | undefined {
  const before = text.slice(part.start, whole.start);
  const [lead = ""] = LEAD.exec(before) ?? [];
  const id = leadingId(before.slice(lead.length));
  const named = `${lead}${id === undefined ? "" : `${id.before}${id.id}${id.behind}`}`;
  const [label = ""] = LABEL.exec(before.slice(named.length)) ?? [];
  const around = `${before.slice(named.length + label.length)}${text.slice(whole.end, part.end)}`;
  if (/[\p{L}\p{N}]/u.test(around)) return undefined;
  // Signs around it are the author's; a question mark says that it is open, too.
  const [doubt = ""] = /^(?:\?+|\.{3}|…)/.exec(text.slice(whole.end, part.end)) ?? [];
  const words = text.slice(whole.start, whole.end + doubt.length);
  return { words, isNamed: id !== undefined, isLabelled: label !== "" };
}
