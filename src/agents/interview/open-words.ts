import { isStopWord } from "../../documents/spec/keywords.ts";
import { findMarkers, type Marker, sentencesOf } from "../../documents/spec/marker.ts";
import { defined } from "../../model/defined.ts";
import type { Gap } from "../../model/gap.ts";
import { headOf } from "../../model/passage-answer.ts";
import type { Passage } from "./passage.ts";

/** A marker of a passage, and what structure says about its place (SPEC 16.4). */
export interface OpenWords {
  /** As it is written: `TBD`. */
  readonly marker: string;
  /** Where it stands in the passage. */
  readonly at: number;
  /** With its note: `TODO: which one?`. */
  readonly words: string;
  /** `which one?`; empty where it says nothing more. */
  readonly note: string;
  /** A place of its own: all that the item, paragraph, cell, heading or label says, which an answer takes the place of. */
  readonly fill?: string;
  /** The same, where it is a question: that stays, and the answer goes below it. */
  readonly asks?: string;
  /** The same, where it is a note: a phrase stands behind these words, and the line is opened with them. */
  readonly about?: string;
  /** The marker among other words: a phrase is shown in its place. */
  readonly slot?: string;
  /** The words before it say all that they have to: what takes its place stands in brackets. */
  readonly aside?: true;
  /** The sentence that it stands in, or is: whoever answers in sentences says it anew. */
  readonly sentence?: string;
}

/** The marker that a gap is about; `undefined` where it is about something else. */
export function openWords(gap: Gap, { text, shape }: Passage): OpenWords | undefined {
  const marker = markerOf(gap, text);
  if (marker === undefined) return undefined;
  // Behind a value of front matter stands what its author says of it.
  const whole = shape.type === "front matter" ? text.replace(/\s+#\s.*$/, "") : text.trimEnd();
  const { start, end } = shape.type === "row" ? cellAround(text, marker) : { start: 0, end: whole.length };
  const stop = noteEnd(text, marker, end);
  const words = text.slice(marker.start, stop);
  // Of code in it the marker knows nothing.
  const own = { marker: text.slice(marker.start, marker.end), at: marker.start, words, note: noteIn(words, marker) };
  const isWords = own.note !== "" || isToken(text, marker);
  const slot = bracketed(text, marker.start, stop) ?? (isWords ? words : "");
  const before = text.slice(start, marker.start);
  const head = headOf(before);
  const label = LABEL.exec(before.slice(head.length))?.[0] ?? "";
  const rest = text.slice(start + head.length + label.length, end).trim();
  const isAlone = shape.type !== "code" && SIGNS.test(rest.replace(words, "")) && isBalanced(rest);
  if (!isAlone || !isOnce(text, rest)) {
    const sentence = shape.type === "row" || shape.type === "code" ? undefined : sentenceOf(text, marker, head + label);
    if (slot === "") return { ...own, ...defined({ sentence }) };
    // Of two the person says which they mean.
    if (!isOnce(text, slot)) return own;
    const isAside = sentence === slot || (own.note !== "" && !awaitsWords(text.slice(start, text.indexOf(slot))));
    return { ...own, slot, ...defined({ sentence }), ...(isAside ? { aside: true } : {}) };
  }
  // Without a label or a row its note is all that says what it is about.
  const isSubject = own.note !== "" && label === "" && (shape.type === "item" || shape.type === "paragraph");
  // The full stop is the author's.
  if (!isSubject) return { ...own, fill: /[\p{L}\p{N}]\.$/u.test(rest) ? rest.slice(0, -1) : rest };
  if (own.note.endsWith("?")) return { ...own, words: rest, asks: own.note };
  // "[NEEDS CLARIFICATION: the colours]" names what is missing, "TODO: name them" says what to do.
  const isTopic = own.marker.startsWith("[");
  return { ...own, words: rest, about: own.note, sentence: rest, ...(isTopic ? { slot: rest } : {}) };
}

/** A sentence does not end with "for", or with "MUST support". */
function awaitsWords(before: string): boolean {
  const [last = "", second = ""] = (before.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).toReversed();
  const isAtWord = /[\p{L}\p{N})"'”’*_`]\s*$/u.test(before);
  return !isAtWord || isStopWord(last) || /^(?:must|shall|should|will|can|may)$/.test(second);
}

/** Without the bullet, the id and the label before it; `undefined` where that is not plain. */
function sentenceOf(text: string, marker: Marker, lead: string): string | undefined {
  const { start, end } = sentencesOf(text)(marker);
  const own = text.slice(Math.max(start, lead.length), end).trimEnd();
  // With another marker in it more is open than was asked.
  return isOnce(text, own) && findMarkers(own).length < 2 ? own : undefined;
}

const LABEL = /^[^\n:.!?|]{1,80}:[*_`]*\s+/;
/** What may stand around a marker that says all there is; a currency or a unit says more. */
const SIGNS = /^[\s*_`"'.?!…()[\]<>]*$/;

function isBalanced(text: string): boolean {
  const count = (sign: string) => text.split(sign).length;
  return ["()", "[]", "<>"].every(([opening = "", closing = ""]) => count(opening) === count(closing));
}

function isOnce(text: string, words: string): boolean {
  return text.split(words).length === 2;
}

function markerOf({ finding, text: said }: Gap, text: string): Marker | undefined {
  const markers = findMarkers(text);
  if (finding === undefined) {
    const from = text.indexOf(said);
    const own = markers.find(({ start }) => from !== -1 && start >= from && start < from + said.length);
    return own ?? markers[0];
  }
  if (finding.type !== "explicit-marker") return undefined;
  const words = (finding.words[0] ?? "").replace(/^[:\s]+/, "");
  const start = words === "" ? -1 : text.indexOf(words);
  const known = markers.find((marker) => marker.start === start);
  if (known !== undefined || start === -1) return known ?? markers[0];
  return { text: words, isQuestion: false, start, end: start + words.length };
}

function cellAround(text: string, { start, end }: Marker): { start: number; end: number } {
  const row = text.replace(/\\\|/g, "  ");
  const close = row.indexOf("|", end);
  return { start: row.lastIndexOf("|", start - 1) + 1, end: close === -1 ? text.length : close };
}

/** What stands between a marker and its note: `:`, `(alice):`, ` - `. */
const NOTE = /^(?:\([^()\n]{1,60}\))?[*_]{0,3}\s?[:–—-][*_]{0,3}\s/;
/** Up to the end of its sentence or of the brackets around it. */
const NOTE_TEXT = /^(?:\([^()]*\)|\[[^[\]]*\]|[^()[\]])*?(?:[!?](?=[)\]\s]|$)|(?=[)\]]|\.(?:\s|$)|$))/;

function noteEnd(text: string, { start, end }: Marker, last: number): number {
  const isFirst = !/[\p{L}\p{N}]/u.test(text.slice(text.lastIndexOf("\n", start - 1) + 1, start));
  const rest = text.slice(end, last);
  // At the head of a line of a paragraph it is a note of that line.
  const behind = (isFirst ? rest.split(/\n(?=\S)/)[0] : undefined) ?? rest;
  const [lead] = NOTE.exec(behind) ?? [];
  if (lead === undefined) return end;
  return end + lead.length + (NOTE_TEXT.exec(behind.slice(lead.length))?.[0].trimEnd().length ?? 0);
}

/** What `TODO: name it` and `[NEEDS CLARIFICATION: who?]` say behind their names. */
function noteIn(words: string, { text }: Marker): string {
  const [, inside] = /^\[[^:\]]*:\s*(.*?)\]?$/s.exec(words) ?? [];
  return (inside ?? words.slice(text.length).replace(NOTE, "")).replace(/^[\s*_]+|[\s*_]+$/g, "");
}

/** It stands for words of the sentence; a task that it begins is more than that. */
function isToken(text: string, { start, text: token }: Marker): boolean {
  // "TBD whether for good" is a note.
  if (/^\s+(?:whether|if|which|who|how|ask|check)\b/i.test(text.slice(start + token.length))) return false;
  const isTask = /^(?:TODO|FIXME)$/.test(token) && /(?:^|[\n(:;.–—-])[^\p{L}\p{N}]*$/u.test(text.slice(0, start));
  return !isTask && /^(?:TB[ACD]|tbd|TODO|FIXME|XXX|\?{2,}|\[.*\])$/s.test(token);
}

/** `[TBD: ask Ana]` goes with its brackets; the text of a link, and parentheses, are the sentence's. */
function bracketed(text: string, start: number, end: number): string | undefined {
  const around = text.slice(Math.max(0, start - 1), end + 1);
  return /^(?:\[.*\]|<.*>)$/s.test(around) && !/^[([]/.test(text.slice(end + 1)) ? around : undefined;
}
