import { findMarkers, type Marker } from "../../documents/stated/marker.ts";
import type { Gap } from "../../model/gap.ts";
import { headOf } from "../../model/passage-answer.ts";
import type { Passage } from "./passage.ts";

/** A marker of a passage, and what belongs to it (SPEC 16.4). */
export interface OpenWords {
  /** As it is written: `TBD`. */
  readonly marker: string;
  /** The marker with its note and brackets, which an answer replaces: `TODO: which one?`, `[TBD: ask Ana]`. */
  readonly words: string;
  /** `which one?`; empty where the marker says nothing more. */
  readonly note: string;
}

/** The marker that a gap is about; `undefined` where the gap is about something else. */
export function openWords(gap: Gap, { text, shape }: Passage): OpenWords | undefined {
  const marker = markerOf(gap, text);
  if (marker === undefined) return undefined;
  const words = wordsOf(text, marker, shape.type === "row" ? cellEnd(text, marker.end) : text.length);
  const note = words
    .replace(/[[\]()<>]/g, "")
    .replace(LEAD, "")
    .replace(/\s*\n[\s>]*/g, " ")
    .trim();
  return { marker: text.slice(marker.start, marker.end), words, note: note === marker.text ? "" : note };
}

/** `TODO:`, `NEEDS CLARIFICATION (alice):`, `TBD -` */
const LEAD = /^(?:[A-Z]{3,}(?: [A-Z]+)?|\?+)(?:\([^()\n]{1,60}\))?[*_]{0,3}\s?[:–—-]?[*_]{0,3}\s+/;
const NOTE = /^(?:\([^()\n]{1,60}\))?[*_]{0,3}\s?[:–—-][*_]{0,3}\s/;
/** Up to the end of the sentence, or of the brackets around it. */
const SENTENCE = /^[^\n]*?(?:[!?](?=[)\]\s]|$)|(?=[)\]]|\.(?:\s|$)|$))/mu;

function wordsOf(text: string, { start, end, text: token }: Marker, last: number): string {
  // "[TBD with ops]" and "(TODO: when?)" go with their brackets; those of a link stay.
  const closing = ({ "[": "]", "(": ")" } as Readonly<Record<string, string>>)[text[start - 1] ?? ""];
  const close = closing === undefined ? -1 : text.indexOf(closing, end);
  const isWithin = close !== -1 && close < last && !/[[\]()\n]/.test(text.slice(end, close));
  if (isWithin && !/^[([]/.test(text.slice(close + 1)) && text[start - 2] !== "]")
    return text.slice(start - 1, close + 1);
  const line = text.slice(text.lastIndexOf("\n", start - 1) + 1, start);
  const rest = text.slice(end, last);
  // "- TODO decide whether the name is unique": at the head of a line all of it is the note.
  const isFirst = /^[\s*_"'(|]*$/.test(line.slice(headOf(line).length));
  if (isFirst && (/^(?:TODO|FIXME)$/.test(token) || NOTE.test(rest)))
    return text.slice(start, end + (rest.split(/\n(?=\S)/)[0]?.trimEnd().length ?? 0));
  const [lead] = NOTE.exec(rest) ?? [];
  return lead === undefined
    ? text.slice(start, end)
    : text.slice(start, end + lead.length + (SENTENCE.exec(rest.slice(lead.length))?.[0].length ?? 0));
}

function cellEnd(text: string, from: number): number {
  const close = text.replace(/\\\|/g, "  ").indexOf("|", from);
  return close === -1 ? text.length : close;
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
