import { groupBy } from "../../model/group-by.ts";
import { withoutCode } from "../markdown/inline.ts";
import { lineCounter } from "../markdown/line-starts.ts";

/** A word that says that something is still to be written, such as `TBD`. */
export interface Marker {
  /** As written: `TBD`, `[NEEDS CLARIFICATION: …]`. */
  readonly text: string;
  /** Whether it marks an open question. */
  readonly isQuestion: boolean;
  /** Offsets in the passage's text. */
  readonly start: number;
  readonly end: number;
}

const QUESTION = /\[OPEN\s+QUESTION\b[^\]]{0,1000}\]?|(?<![\w-])(?:OPEN QUESTION(?!S)|[Oo]pen [Qq]uestion(?=:))/g;

/** Units of limits, as alternatives of a pattern. */
export const UNITS =
  "ms|s|secs?|seconds?|mins?|minutes?|hours?|hrs?|h|days?|weeks?|months?|years?|bytes?|b|[kmgt]i?b|%|percent|frames?|ticks?|blocks?|rounds?|turns?|retries";

/** A number that is to come, before its unit: "XX MB", "[X] seconds"; a "[X]" that begins an item is its checkbox. */
const NUMBER = new RegExp(
  String.raw`(?<![\w/.#-])(?:(?<=\S )\[X\]|\[(?:X{2,3}|[YZN])\]|X{2,3})(?=\s?(?:%|(?:[KMGT]i?B|${UNITS})(?![\p{L}\d])))`,
  "gu",
);

/** A cell, or another text, that says nothing else. */
const CELL = /(?<=[^|]\|\s{0,3}|^\s{0,3})\?(?=\s{0,3}(?:\|(?!\|)|$))/g;

const FORMS: readonly RegExp[] = [
  NUMBER,
  // "[which date?]"; "[date?]" may be an optional argument.
  /(?<![\w\])])\[\p{Ll}{2,}(?:[ ,/-]+[\p{L}\p{N}]+){1,12}\?\](?![([:{])/gu,
  CELL,
  /\[NEEDS\s+CLARIFICATION\b[^\]]{0,1000}\]?/gi,
  /(?<=:[*_]{0,2} {0,3})NEEDS CLARIFICATION\b/g,
  /\[(?:PENDIENTE|PENDENTE|OFFEN|À (?:DÉFINIR|COMPLÉTER|PRÉCISER)|DA DEFINIRE|待定|待确认|未定)(?!\p{L})[^\]]{0,1000}\]/gu,
  QUESTION,
  /(?<![\w/.#-])(?:FIXME|TODO)(?![\w-]|\.\w|\/\w)/g,
  // Also at the end of a range: "2-TBD s".
  /(?:(?<![\w/.#-])|(?<=(?<![\w-])\d{1,6}[-–]))(?:TBD|TBC|TBA|tbd)(?!\w|-(?![a-z])|\.\w|\/\w)/g,
  /(?<![\w/.#-])XXX(?=:)/g,
  // `??` counts alone in a cell, after a colon or at the end of brackets; elsewhere it is an operator.
  /(?<=(?:^|[|([:])\s{0,3})\?\?(?=\s{0,3}(?:$|[|)\].]))|\?\?(?=\))(?<=\([^()?\n]{1,60}\?\?)/g,
  // `???` counts, but not after a word or inside a pattern such as `log-???.txt`.
  /(?<![\w*/.?'"“-])\?{3,}(?![\w*/?-]|\.\w)/g,
];

/** A passage that is only a placeholder: "(to follow)", "// TODO"; not "Placeholder image" or "Todo Model". */
const PLACEHOLDER =
  /^[\s*_([/]*(?:to follow|to be (?:written|added|completed|decided|determined|defined|specified|confirmed|clarified|evaluated|done)|(?:coming soon|placeholder|to-?do)(?=[\W_]*$)|tbd|tbc|fixme)(?![a-z\d])[^\n]{0,40}$/i;

/** The markers of a passage except in code (SPEC 3.1). With `isValue` it is the value of a field and may be quoted. */
export function findMarkers(text: string, isValue = false): Marker[] {
  const visible = withoutCode(text);
  const found = FORMS.flatMap((form) =>
    Array.from(visible.matchAll(form), ({ 0: words, index }): Marker => {
      return {
        text: text.slice(index, index + words.length),
        isQuestion: form === QUESTION,
        start: index,
        end: index + words.length,
      };
    }),
  );
  if (found.length === 0 && PLACEHOLDER.test(visible) && visible.trim().split(/\s+/).length <= 6)
    return [{ text: visible.trim(), isQuestion: false, start: 0, end: text.length }];
  return dropNested(found.filter((marker) => !isMention(visible, marker, isValue)).sort((a, b) => a.start - b.start));
}

/** Drops markers inside other markers. */
function dropNested(sorted: readonly Marker[]): Marker[] {
  let end = 0;
  return sorted.filter((marker) => {
    const free = marker.start >= end;
    if (free) end = marker.end;
    return free;
  });
}

const MENTION_BEFORE =
  /\b(?:no|without|zero|remaining|contains?|flags?|detects?|reports?|resolve[sd]?|remove[sd]?)\s+(?:(?:any|all|every|each)\s+)?[[("'*_]*$/i;
const MENTION_AFTER = /^[\])"'*_]*\s*(?:markers?|placeholders?|remain)\b/i;
const QUANTIFIED = /\b(?:any|all|every|each)\s+[[("'*_]*$/i;
/** "every TBD is resolved" mentions the word; in "every TBD minutes" it replaces a number. */
const QUANTIFIED_THING =
  /^[\])"'*_]*\s+(?:is|are|was|were|must|shall|should|will|has|have|gets?|in|left|or|and|that|which|found|items?|entry|entries|tags?|values?|sections?|fields?)\b/i;
/** A TODO is a note at the start of a line, after punctuation or after "is"; elsewhere it names a thing. */
const SET_OFF = /(?:^|[\n:;.!?()[\]|*_–—-]\s*|\b(?:is|are|still) )$/;
/** "within TODO days", "after TODO.": it replaces a number. */
const NUMBER_BEFORE = /\b(?:after|within|until|every|for|than|least|most|up to|of)\s+$/i;
const NUMBER_AFTER = /^(?:\s+(?:%|[a-z]{2,20}s\b(?<!\bis))|\s*[.,;)]|\s*$)/;
const THING =
  /^(?:\*\*|__)?(?:s\b|\s+(?:comments?|notes?|lists?|items?|apps?|entry|entries|tasks?|tags?)\b|(?: [a-z]+){1,2} (?:is|are)\b)/i;
const IN_A_ROW = /^\s*[,/|]\s*[A-Z_]{3,}/;
const AFTER_OTHERS = /[A-Z_]{3,}\s*[,/|]\s*(?:or\s+|and\s+)?$/;

/** The placeholder that OpenSpec writes as the purpose of an archived spec: no requirement depends on it. */
const BOILERPLATE = /^ - created by archiving change\b/;

/** Whether a word is only mentioned: in a text about TODO items, a list of states, "No TBD remains". */
function isMention(text: string, marker: Marker, isValue: boolean): boolean {
  const before = text.slice(Math.max(0, marker.start - 40), marker.start);
  const after = text.slice(marker.end, marker.end + 40);
  if (/["'“‘]$/.test(before) && /^["'”’]/.test(after)) return !isWholeValue(text, marker, isValue);
  if (isQuoted(text, marker) || isLegend(text, marker) || BOILERPLATE.test(after)) return true;
  if (!/\w/.test(marker.text)) return false;
  if (MENTION_BEFORE.test(before) || MENTION_AFTER.test(after) || isAskedFor(text, marker)) return true;
  const isNumber = /^TB[ACD]$/.test(marker.text);
  if (QUANTIFIED.test(before)) return !isNumber || QUANTIFIED_THING.test(after);
  // "TBD items are listed below"; within a sentence it is their number.
  if (marker.start === 0 && /^[\])"'*_]*\s*(?:items?|entries|tags?)\b/i.test(after)) return true;
  if (marker.text !== "TODO" && marker.text !== "FIXME") return false;
  const isNote =
    marker.text === "FIXME" ||
    SET_OFF.test(before) ||
    /^[:(]/.test(after) ||
    (NUMBER_BEFORE.test(before) && NUMBER_AFTER.test(after));
  return !isNote || THING.test(after) || IN_A_ROW.test(after) || AFTER_OTHERS.test(before);
}

/** Whether a quoted TBD is a field's whole value: `- **Owner**: "TBD"`. A quoted "TODO" may be a real value. */
function isWholeValue(text: string, { text: words, start, end }: Marker, isValue: boolean): boolean {
  const lead = text.slice(0, start - 1);
  const isField = /(?:\||^\W*[A-Z][^:.?!|\n]{0,40}:)[\s*_]*$/.test(lead) || (isValue && lead.trim() === "");
  return isField && /^TB[ACD]$/i.test(words) && /^.[\s*_]*(?:$|\||\n)/.test(text.slice(end));
}

/** Whether a marker is within a longer quotation, such as `"TBD or"`. */
function isQuoted(text: string, { start, end }: Marker): boolean {
  const before = text.slice(text.lastIndexOf("\n", start - 1) + 1, start);
  const isOpen = before.split('"').length % 2 === 0 || /“[^”]*$/.test(before);
  return isOpen && /^[^"”\n]{0,80}["”]/.test(text.slice(end));
}

/** Whether a question asks for what is open: "What parts of the design are still TBD?" */
function isAskedFor(text: string, { text: words, start, end }: Marker): boolean {
  if (words.startsWith("[")) return false;
  const before = text.slice(Math.max(0, start - 240), start);
  return /^[\])"'*_]*\?/.test(text.slice(end, end + 5)) && /(?:^|[.!?]\s+)(?:what|which)\b[^.!?]{0,200}$/i.test(before);
}

/** Whether a text explains the tag and does not use it: `**OPEN QUESTION**: choices that need the User`. */
function isLegend(text: string, marker: Marker): boolean {
  if (!/^\[?open question\]?$/i.test(marker.text) || text.includes("?")) return false;
  return /^\W*$/.test(text.slice(0, marker.start)) && /^\*\*\s*[:–—-]/.test(text.slice(marker.end, marker.end + 10));
}

/**
 * Whether a marker in a cell is nothing that the spec lacks: TODO where a column tells the progress of work, "?" where it
 * names a key or is what the row is about. `column` is absent in the first one.
 */
export function isNoGap({ text }: Pick<Marker, "text">, column: string | undefined): boolean {
  if (text === "?") return column === undefined || /\b(?:keys?|shortcuts?)\b/i.test(column);
  return /^\W*(?:status|state|progress)\W*$/i.test(column ?? "");
}

/** Whether a marker of a row is in this cell. */
export function isInCell({ text }: Pick<Marker, "text">, cell: string): boolean {
  return text === "?" ? cell.trim() === text : cell.includes(text);
}

/** Whether a heading is only "TODO": with text below, it is a list of tasks; without, it is a placeholder. */
export function isTaskTitle(title: string): boolean {
  return /^[\W_]*(?:to-?dos?|fixme)[\W_]*$/i.test(title);
}

/** A longer sentence is probably text without full stops. */
const LONGEST_SENTENCE = 1000;

type Offsets = Pick<Marker, "start" | "end">;

/** The markers of a passage with their sentences: those whose sentences begin on one line are one decision. */
export function decisionsIn<Placed extends Omit<Marker, "isQuestion">>(text: string, markers: readonly Placed[]) {
  const [lineAt, sentenceOf] = [lineCounter(text), sentencesOf(text)];
  const marked = markers.map((marker) => {
    const { start, end } = sentenceOf(marker);
    const sentence = text.slice(start, end);
    return { marker, sentence, line: lineAt(start), endLine: lineAt(start + sentence.trimEnd().length) };
  });
  return [...groupBy(marked, ({ line }) => line).values()];
}

/** Gives the sentence around a marker, or its line where all lines have labels. Offsets in the text. */
export function sentencesOf(text: string): (marker: Omit<Marker, "isQuestion">) => Offsets {
  return areLabelled(text.split("\n"))
    ? (marker) => lineAround(text, marker)
    : (marker) => sentenceAround(text, marker);
}

function lineAround(text: string, { start, end }: Offsets): Offsets {
  const next = text.indexOf("\n", end);
  return { start: text.lastIndexOf("\n", start) + 1, end: next === -1 ? text.length : next };
}

/** From the end of the previous sentence to the end of this one; brackets are not cut through, and "e.g. red" ends none. */
function sentenceAround(text: string, marker: Omit<Marker, "isQuestion">): Offsets {
  const from = Math.max(0, marker.start - LONGEST_SENTENCE);
  const before = text.slice(from, marker.start);
  const starts = Array.from(
    before.matchAll(/[.!?]["')\]]?\s+(?!\p{Ll}|\s)/gu),
    ({ 0: stop, index }) => from + index + stop.length,
  );
  const rest = text.slice(marker.end, marker.end + LONGEST_SENTENCE);
  const ends = Array.from(
    rest.matchAll(/[.!?]["')\]]?(?=\s+[^\p{Ll}\s]|\s*$)/gu),
    ({ 0: stop, index }) => marker.end + index + stop.length,
  );
  const all = {
    starts: [from, ...starts],
    ends: [...(/^\?/.test(marker.text) && !/^\s+\p{Ll}/u.test(rest) ? [marker.end] : []), ...ends],
  };
  const end = all.ends.find((at) => openBrackets(text.slice(from, at)) <= 0) ?? all.ends[0] ?? marker.end + rest.length;
  const start = all.starts.findLast((at) => openBrackets(text.slice(at, end)) >= 0) ?? from;
  return { start, end };
}

/** Positive where brackets are left open, negative where more are closed than opened. */
function openBrackets(text: string): number {
  return text.split(/[([]/).length - text.split(/[)\]]/).length;
}

/** A line that begins with a label: `**Owner**: TBD`. */
const LABELLED = /^\s*(?:>\s*)*(?:[-*+]\s+)?[^\n:.!?|]{1,80}:[*_`]*(?:\s|$)/;

/** Whether all lines have a label, as below the title of many specs: then each line is a passage. */
export function areLabelled(lines: readonly string[]): boolean {
  return lines.length > 1 && lines.every((line) => LABELLED.test(line));
}
