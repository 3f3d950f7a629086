import { findMarkers, type Marker, sentencesOf } from "../../documents/stated/marker.ts";
import { defined } from "../../model/defined.ts";
import type { Gap } from "../../model/gap.ts";
import { headOf, leadOf } from "../../model/passage-answer.ts";
import type { Passage } from "./passage.ts";

/** A marker of a passage, and what structure says about its place (SPEC 16.4). */
export interface OpenWords {
  /** As it is written: `TBD`. */
  readonly marker: string;
  /** Its offset in the passage. */
  readonly at: number;
  /** The marker with its note: `TODO: which one?`. */
  readonly words: string;
  /** `which one?`; empty where the marker says nothing more. */
  readonly note: string;
  /** A place of its own: all that the item, paragraph, cell, heading or label says. An answer replaces it. */
  readonly fill?: string;
  /** The question of a marker that is all the passage says: it stays, and the answer goes below it. */
  readonly asks?: string;
  /** The marker among other words, with its note and square brackets: typed words are shown in its place. */
  readonly slot?: string;
  /** The sentence that the marker stands in; the slot itself where the marker is a sentence of its own. */
  readonly sentence?: string;
}

/** The marker that a gap is about; `undefined` where the gap is about something else. */
export function openWords(gap: Gap, { text, shape }: Passage): OpenWords | undefined {
  const marker = markerOf(gap, text);
  if (marker === undefined) return undefined;
  // A comment behind a value of front matter is no part of the value.
  const whole = shape.type === "front matter" ? text.replace(/\s+#\s.*$/, "") : text.trimEnd();
  const { start, end } = shape.type === "row" ? cellAround(text, marker) : { start: 0, end: whole.length };
  const stop = noteEnd(text, marker, end);
  const words = text.slice(marker.start, stop);
  // Markers are found in the text without its code, so their own text may lack some.
  const own = { marker: text.slice(marker.start, marker.end), at: marker.start, words, note: noteIn(words, marker) };
  const isWords = own.note !== "" || isToken(text, marker);
  const around = bracketed(text, marker.start, stop) ?? (isWords ? words : "");
  const slot = around.startsWith("(") ? words : around;
  const before = text.slice(start, marker.start);
  const head = headOf(before);
  const label = LABEL.exec(before.slice(head.length))?.[0] ?? "";
  const rest = text.slice(start + head.length + label.length, end).trim();
  const isAlone = shape.type !== "code" && SIGNS.test(rest.replace(words, "")) && isBalanced(rest);
  if (!isAlone || !isOnce(text, rest)) {
    const hasSentences = shape.type !== "row" && shape.type !== "code";
    const sentence = hasSentences ? sentenceOf(text, marker, head + label) : undefined;
    // The same marker in two cells of a row: only the person can say which of them is meant.
    return isOnce(text, slot || words) ? { ...own, ...placeInLine(own, slot, sentence, text.slice(start, end)) } : own;
  }
  // A question stays above its answer, except behind a label or in a row.
  const isAsked = own.note.endsWith("?") && label === "" && (shape.type === "item" || shape.type === "paragraph");
  if (isAsked) return { ...own, words: rest, asks: own.note };
  // The full stop belongs to a line that says more than the marker.
  const isLine = before.slice(leadOf(before).length).trim() !== "" && /[\p{L}\p{N}]\.$/u.test(rest);
  return { ...own, fill: isLine ? rest.slice(0, -1) : rest };
}

/** Where words go that are typed at a marker among other words of a line. */
function placeInLine(
  { marker, note }: Pick<OpenWords, "marker" | "note">,
  slot: string,
  sentence: string | undefined,
  line: string,
): Pick<OpenWords, "slot" | "sentence"> {
  const [before = "", behind = "", more] = slot === "" ? [] : line.split(slot);
  // The same marker twice: only the person can say which of them is meant.
  if (more !== undefined) return {};
  // "(or to G1, undecided)": the sentence around the brackets says more than that something is open.
  const isInBrackets = slot === "" && /\([^()]*$/.test(line.slice(0, line.indexOf(marker)));
  if (slot === "") return isInBrackets ? {} : defined({ sentence });
  // "(limit: ???)", "max. ??? MB": a bare marker among other words is no sentence of its own.
  const isWhole = isBalanced(before) && (note !== "" || /^\s*(?:\.|$)/.test(behind));
  const isSentence = sentence?.replace(/\.$/, "") === slot && isWhole;
  return {
    slot,
    ...(isSentence && !goesOn(behind)
      ? { sentence: slot }
      : defined({ sentence: sentence === slot ? undefined : sentence })),
  };
}

/** A note that is wrapped, maybe within a quotation, without its line breaks. */
export function inOneLine(note: string): string {
  return note.replace(/\s*\n[\s>]*/g, " ");
}

/** Whether a sentence goes on behind a marker, which then stands for some of its words. */
function goesOn(behind: string): boolean {
  return /^(?:,|\s+[\p{Ll}\p{N}])/u.test(behind);
}

/** The marker's sentence without the bullet, the id and the label before it; `undefined` where it cannot be told apart. */
function sentenceOf(text: string, marker: Marker, lead: string): string | undefined {
  const { start, end } = sentencesOf(text)(marker);
  const own = text.slice(Math.max(start, lead.length), end).trimEnd();
  // Another marker in it is a question of its own.
  return isOnce(text, own) && findMarkers(own).length < 2 ? own : undefined;
}

const LABEL = /^[^\n:.!?|]{1,80}[:?][*_`]*\s+/;
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

/** A note in brackets that ends the sentence or the line: `??? (deleted or anonymized).` */
const NOTE_IN_BRACKETS = /^\s\(([^()]{1,200})\)(?=[.,;!?]|\s*$)/;
/** What stands between a marker and its note: `:`, `(alice):`, ` - `. */
const NOTE = /^(?:\([^()\n]{1,60}\))?[*_]{0,3}\s?[:–—-][*_]{0,3}\s/;
/** Up to the end of its sentence or of the brackets around it. */
const NOTE_TEXT = /^(?:\([^()]*\)|\[[^[\]]*\]|[^()[\]])*?(?:[!?](?=[)\]\s]|$)|(?=[)\]]|\.(?:\s+[^\p{Ll}\s]|\s*$)|$))/u;

function noteEnd(text: string, { start, end, text: token }: Marker, last: number): number {
  const above = text.slice(text.lastIndexOf("\n", start - 1) + 1, start);
  const isFirst = !/[\p{L}\p{N}]/u.test(above.slice(headOf(above).length));
  const rest = text.slice(end, last);
  // A marker at the head of a line in a paragraph has its note on that line.
  const behind = (isFirst ? rest.split(/\n(?=\S)/)[0] : undefined) ?? rest;
  // "[TBD with ops]": all that stands in square brackets with a marker is its note.
  const [inSquare] = text[start - 1] === "[" ? (/^[^[\]\n]{1,200}(?=\](?!\())/.exec(rest) ?? []) : [];
  if (inSquare !== undefined) return end + inSquare.length;
  const [inBrackets] = /[\])]$/.test(token) ? [] : (NOTE_IN_BRACKETS.exec(behind) ?? []);
  if (inBrackets !== undefined) return end + inBrackets.length;
  // "- TODO decide whether the name is unique": a task at the head of a line needs no colon.
  const isTask = isFirst && /^(?:TODO|FIXME)$/.test(token);
  const [lead] = NOTE.exec(behind) ?? (isTask ? /^ (?=\p{L})/u.exec(behind) : null) ?? [];
  if (lead === undefined) return end;
  return end + lead.length + (NOTE_TEXT.exec(behind.slice(lead.length))?.[0].trimEnd().length ?? 0);
}

/** What `TODO: name it` and `[NEEDS CLARIFICATION: who?]` say behind their names. */
function noteIn(words: string, { text }: Marker): string {
  const [, inside] = /^\[[^:\]]*:\s*(.*?)\]?$/s.exec(words) ?? [];
  const behind = words.slice(text.length);
  const note = inside ?? NOTE_IN_BRACKETS.exec(behind)?.[1] ?? behind.replace(NOTE, "");
  return note.replace(/^[\s*_]+|[\s*_]+$/g, "");
}

/** Whether a marker stands for words of its sentence; one that begins a task does not. */
function isToken(text: string, { start, text: token }: Marker): boolean {
  // "TBD whether for good" is a note.
  if (/^\s+(?:whether|if|which|who|how|ask|check)\b/i.test(text.slice(start + token.length))) return false;
  const isTask = /^(?:TODO|FIXME)$/.test(token) && /(?:^|[\n(:;.–—-])[^\p{L}\p{N}]*$/u.test(text.slice(0, start));
  return !isTask && /^(?:TB[ACD]|tbd|TODO|FIXME|X{2,3}|\?+|\[.*\])$/s.test(token);
}

/** `[TBD: ask Ana]` and `(TBD)` go with their brackets; those of a link do not. */
function bracketed(text: string, start: number, end: number): string | undefined {
  const around = text.slice(Math.max(0, start - 1), end + 1);
  const isLink = /\]$/.test(text.slice(0, Math.max(0, start - 1))) || /^[([]/.test(text.slice(end + 1));
  return /^(?:\[.*\]|<.*>|\(.*\))$/s.test(around) && !isLink ? around : undefined;
}
