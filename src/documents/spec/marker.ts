import { withoutCode } from "../markdown/inline.ts";
import { areLabelled } from "./labelled-lines.ts";

/** A word that says that something is still to be written. */
export interface Marker {
  /** As written: `TBD`, `[NEEDS CLARIFICATION: …]`. */
  readonly text: string;
  /** It says that a question is open. */
  readonly isQuestion: boolean;
  /** Offsets in the passage's text. */
  readonly start: number;
  readonly end: number;
}

const QUESTION = /\[OPEN\s+QUESTION\b[^\]]{0,1000}\]?|(?<![\w-])(?:OPEN QUESTION(?!S)|[Oo]pen [Qq]uestion(?=:))/g;

const FORMS: readonly RegExp[] = [
  /\[NEEDS\s+CLARIFICATION\b[^\]]{0,1000}\]?/gi,
  /(?<=:[*_]{0,2} {0,3})NEEDS CLARIFICATION\b/g,
  /\[(?:PENDIENTE|PENDENTE|OFFEN|À (?:DÉFINIR|COMPLÉTER|PRÉCISER)|DA DEFINIRE|待定|待确认|未定)(?!\p{L})[^\]]{0,1000}\]/gu,
  QUESTION,
  /(?<![\w/.#-])(?:FIXME|TODO)(?![\w-]|\.\w|\/\w)/g,
  // Also as the end of a range: "2-TBD s".
  /(?:(?<![\w/.#-])|(?<=(?<![\w-])\d{1,6}[-–]))(?:TBD|TBC|TBA|tbd)(?!\w|-(?![a-z])|\.\w|\/\w)/g,
  /(?<![\w/.#-])XXX(?=:)/g,
  // Alone in a cell or behind a colon, at the end of brackets; elsewhere two of them are an operator.
  /(?<=(?:^|[|([:])\s{0,3})\?\?(?=\s{0,3}(?:$|[|)\].]))|\?\?(?=\))(?<=\([^()?\n]{1,60}\?\?)/g,
  // Three in a row are a marker; behind a word, or inside a pattern such as `log-???.txt`, they are not.
  /(?<![\w*/.?'"“-])\?{3,}(?![\w*/?-]|\.\w)/g,
];

/** A passage that has nothing else to say: "To be written.", "(to follow)", "_tbd_", "// TODO". "Placeholder image" and "Todo Model" are things. */
const PLACEHOLDER =
  /^[\s*_([/]*(?:to follow|to be (?:written|added|completed|decided|determined|defined|specified|confirmed|clarified|evaluated|done)|(?:coming soon|placeholder|to-?do)(?=[\W_]*$)|tbd|tbc|fixme)(?![a-z\d])[^\n]{0,40}$/i;

/** The markers of a passage, in order and apart from each other; those in code are text (SPEC 3.1). A value may be quoted. */
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
  return apart(found.filter((marker) => !isMention(visible, marker, isValue)).sort((a, b) => a.start - b.start));
}

/** A marker inside another one belongs to it. */
function apart(sorted: readonly Marker[]): Marker[] {
  let end = 0;
  return sorted.filter((marker) => {
    const free = marker.start >= end;
    if (free) end = marker.end;
    return free;
  });
}

const TALK_BEFORE =
  /\b(?:no|without|zero|remaining|contains?|flags?|detects?|reports?|resolve[sd]?|remove[sd]?)\s+(?:(?:any|all|every|each)\s+)?[[("'*_]*$/i;
const TALK_BEHIND = /^[\])"'*_]*\s*(?:markers?|placeholders?|remain)\b/i;
const QUANTIFIED = /\b(?:any|all|every|each)\s+[[("'*_]*$/i;
/** "every TBD is resolved"; in "every TBD minutes" it stands for a number. */
const QUANTIFIED_THING =
  /^[\])"'*_]*\s+(?:is|are|was|were|must|shall|should|will|has|have|gets?|in|left|or|and|that|which|found|items?|entry|entries|tags?|values?|sections?|fields?)\b/i;
/** Where a note begins: the start of a line, or behind a mark or an "is". Elsewhere a TODO is the name of a thing. */
const SET_OFF = /(?:^|[\n:;.!?()[\]|*_–—-]\s*|\b(?:is|are|still) )$/;
/** "within TODO days", "after TODO.": it stands for a number. */
const NUMBER_BEFORE = /\b(?:after|within|until|every|for|than|least|most|up to|of)\s+$/i;
const NUMBER_BEHIND = /^(?:\s+(?:%|[a-z]{2,20}s\b(?<!\bis))|\s*[.,;)]|\s*$)/;
const THING =
  /^(?:\*\*|__)?(?:s\b|\s+(?:comments?|notes?|lists?|items?|apps?|entry|entries|tasks?|tags?)\b|(?: [a-z]+){1,2} (?:is|are)\b)/i;
const IN_A_ROW = /^\s*[,/|]\s*[A-Z_]{3,}/;
const BEHIND_OTHERS = /[A-Z_]{3,}\s*[,/|]\s*(?:or\s+|and\s+)?$/;

/** What archiving a change leaves as the purpose of an OpenSpec spec: no requirement depends on it. */
const BOILERPLATE = /^ - created by archiving change\b/;

/** A text about TODO items, a list of states that has one, "No TBD remains": the word is mentioned and marks nothing. */
function isMention(text: string, marker: Marker, isValue: boolean): boolean {
  const before = text.slice(Math.max(0, marker.start - 40), marker.start);
  const behind = text.slice(marker.end, marker.end + 40);
  if (/["'“‘]$/.test(before) && /^["'”’]/.test(behind)) return !isWhole(text, marker, isValue);
  if (isQuoted(text, marker) || isLegend(text, marker) || BOILERPLATE.test(behind)) return true;
  if (!/\w/.test(marker.text)) return false;
  if (TALK_BEFORE.test(before) || TALK_BEHIND.test(behind) || isAskedFor(text, marker)) return true;
  const isNumber = /^TB[ACD]$/.test(marker.text);
  if (QUANTIFIED.test(before)) return !isNumber || QUANTIFIED_THING.test(behind);
  // "TBD items are listed below"; within a sentence it is their number.
  if (marker.start === 0 && /^[\])"'*_]*\s*(?:items?|entries|tags?)\b/i.test(behind)) return true;
  if (marker.text !== "TODO" && marker.text !== "FIXME") return false;
  const isNote =
    marker.text === "FIXME" ||
    SET_OFF.test(before) ||
    /^[:(]/.test(behind) ||
    (NUMBER_BEFORE.test(before) && NUMBER_BEHIND.test(behind));
  return !isNote || THING.test(behind) || IN_A_ROW.test(behind) || BEHIND_OTHERS.test(before);
}

/** `- **Owner**: "TBD"`, `| Owner | "TBD" |`: between quotation marks it is all that the field says. "TODO" may be a value. */
function isWhole(text: string, { text: words, start, end }: Marker, isValue: boolean): boolean {
  const lead = text.slice(0, start - 1);
  const isField = /(?:\||^\W*[A-Z][^:.?!|\n]{0,40}:)[\s*_]*$/.test(lead) || (isValue && lead.trim() === "");
  return isField && /^TB[ACD]$/i.test(words) && /^.[\s*_]*(?:$|\||\n)/.test(text.slice(end));
}

/** `"TBD or"` is what somebody says. */
function isQuoted(text: string, { start, end }: Marker): boolean {
  const before = text.slice(text.lastIndexOf("\n", start - 1) + 1, start);
  const isOpen = before.split('"').length % 2 === 0 || /“[^”]*$/.test(before);
  return isOpen && /^[^"”\n]{0,80}["”]/.test(text.slice(end));
}

/** "What parts of the design are still TBD?" asks for what is open. */
function isAskedFor(text: string, { text: words, start, end }: Marker): boolean {
  if (words.startsWith("[")) return false;
  const before = text.slice(Math.max(0, start - 240), start);
  return /^[\])"'*_]*\?/.test(text.slice(end, end + 5)) && /(?:^|[.!?]\s+)(?:what|which)\b[^.!?]{0,200}$/i.test(before);
}

/** `**OPEN QUESTION**: choices that need the User` explains a tag; a question would ask. */
function isLegend(text: string, marker: Marker): boolean {
  if (!/^\[?open question\]?$/i.test(marker.text) || text.includes("?")) return false;
  return /^\W*$/.test(text.slice(0, marker.start)) && /^\*\*\s*[:–—-]/.test(text.slice(marker.end, marker.end + 10));
}

/** In a column of states TODO is how far the work is, not what the spec lacks. */
export function isOfProgress(column: string): boolean {
  return /^\W*(?:status|state|progress)\W*$/i.test(column);
}

/** "## TODO" with text below it heads what is to be done; with none, it is all that is there. */
export function isTaskTitle(title: string): boolean {
  return /^[\W_]*(?:to-?dos?|fixme)[\W_]*$/i.test(title);
}

/** Sentences are longer only where nobody writes full stops. */
const LONGEST_SENTENCE = 1000;

type Offsets = Pick<Marker, "start" | "end">;

/** Of each marker of a text its sentence; where all lines have labels, its line. Offsets in the text. */
export function sentencesOf(text: string): (marker: Omit<Marker, "isQuestion">) => Offsets {
  return areLabelled(text.split("\n"))
    ? (marker) => lineAround(text, marker)
    : (marker) => sentenceAround(text, marker);
}

function lineAround(text: string, { start, end }: Offsets): Offsets {
  const next = text.indexOf("\n", end);
  return { start: text.lastIndexOf("\n", start) + 1, end: next === -1 ? text.length : next };
}

/** From the end of the one before to its own, no bracket cut through. */
function sentenceAround(text: string, marker: Omit<Marker, "isQuestion">): Offsets {
  const from = Math.max(0, marker.start - LONGEST_SENTENCE);
  const before = text.slice(from, marker.start);
  const starts = Array.from(before.matchAll(/[.!?]["')\]]?\s+/g), ({ 0: stop, index }) => from + index + stop.length);
  const rest = text.slice(marker.end, marker.end + LONGEST_SENTENCE);
  const ends = Array.from(
    rest.matchAll(/[.!?]["')\]]?(?=\s|$)/g),
    ({ 0: stop, index }) => marker.end + index + stop.length,
  );
  const all = { starts: [from, ...starts], ends: [...(marker.text.startsWith("?") ? [marker.end] : []), ...ends] };
  const end = all.ends.find((at) => openBrackets(text.slice(from, at)) <= 0) ?? all.ends[0] ?? marker.end + rest.length;
  const start = all.starts.findLast((at) => openBrackets(text.slice(at, end)) >= 0) ?? from;
  return { start, end };
}

/** Above 0 where brackets are left open, below where others are closed. */
function openBrackets(text: string): number {
  return text.split(/[([]/).length - text.split(/[)\]]/).length;
}
