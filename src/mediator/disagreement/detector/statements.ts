import { hasWord } from "./scan-words.ts";

/** One thing that a document says: a sentence, a list item, a row of a table, or a line of a fence. */
export interface Statement {
  readonly line: number;
  /** Where it stands in the text. */
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly kind: "sentence" | "row" | "code";
  /** It stands where a document says what it did about a review: a table of issues, a list of changes, replies. */
  readonly reply: boolean;
}

/**
 * A document as statements. Read line by line: this is for comparing words, so that a construct it misreads costs a
 * comparison and no meaning, and it takes a fraction of what parsing takes.
 */
export function statementsOf(text: string): Statement[] {
  const found: Statement[] = [];
  const place = createPlace(text);
  let open: Paragraph | undefined;
  let line = 1;
  for (let from = 0; from <= text.length; line++) {
    const end = text.indexOf("\n", from);
    const to = end === -1 ? text.length : end;
    const mark = firstMark(text, from, to);
    const kind = place.see(from, mark, to);
    const item = kind === "text" && isListItem(text, mark, to);
    if (open && (kind !== "text" || item)) {
      addSentences(text, open, found);
      open = undefined;
    }
    if (kind === "text") {
      if (open) open.to = to;
      else open = { line, from, to, reply: item && place.inReply() };
    } else if ((kind === "code" || kind === "row") && hasWord(text, mark, to)) {
      const reply = kind === "row" && place.inReplyTable();
      found.push({ line, from, to, text: text.slice(from, to), kind, reply });
    }
    from = to + 1;
  }
  if (open) addSentences(text, open, found);
  return found;
}

interface Paragraph {
  readonly line: number;
  readonly from: number;
  to: number;
  readonly reply: boolean;
}

const LINE_FEED = 10;
const [STOP, CALL, ASK, COLON] = [46, 33, 63, 58];
const BEGINS = new Set([...'"“*`'].map((mark) => mark.charCodeAt(0)));

function addSentences(text: string, { line, from, to, reply }: Paragraph, found: Statement[]): void {
  let begin = from;
  let beginLine = line;
  let lines = line;
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at);
    if (code === LINE_FEED) lines += 1;
    if (code !== STOP && code !== COLON && code !== ASK && code !== CALL) continue;
    let next = at + 1;
    let nextLine = lines;
    for (; next < to && isBlank(text.charCodeAt(next)); next++) if (text.charCodeAt(next) === LINE_FEED) nextLine += 1;
    if (next === at + 1 || next >= to || !beginsSentence(text, next)) continue;
    found.push({ line: beginLine, from: begin, to: at + 1, text: text.slice(begin, at + 1), kind: "sentence", reply });
    begin = next;
    beginLine = nextLine;
    lines = nextLine;
    at = next - 1;
  }
  found.push({ line: beginLine, from: begin, to, text: text.slice(begin, to), kind: "sentence", reply });
}

function beginsSentence(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code < 128) return (code >= 65 && code <= 90) || BEGINS.has(code);
  const character = text.charAt(at);
  return BEGINS.has(code) || character.toLowerCase() !== character;
}

type LineKind = "code" | "fence" | "heading" | "row" | "text" | "blank";

interface Place {
  /** The kind of the line between two places, given where its first mark stands. */
  see(from: number, mark: number, to: number): LineKind;
  inReply(): boolean;
  inReplyTable(): boolean;
}

/** Where the next line stands: in a fence, below which headings, in which table. */
function createPlace(text: string): Place {
  let fence: string | undefined;
  /** By level, whether the heading says that what follows is a reply. */
  const headings: boolean[] = [];
  let table: boolean | undefined;
  let lead = false;
  const seeOutside = (from: number, mark: number, to: number): LineKind => {
    const first = text.charAt(mark);
    if (mark < to && first === "|") {
      table ??= isReplyTable(text.slice(from, to));
      return "row";
    }
    table = undefined;
    if (mark === to) return "blank";
    if (mark !== from || (first !== "*" && first !== "#")) return "text";
    const line = text.slice(from, to);
    if (first === "*") {
      if (/^\*\*[^*]{1,120}\*\*:?\s*$/.test(line)) lead = REPLY.test(line);
      return "text";
    }
    const level = headingLevel(line);
    if (level === 0) return "text";
    headings[level] = REPLY.test(line);
    headings.length = level + 1;
    lead = false;
    return "heading";
  };
  const seeFence = (from: number, to: number): LineKind | undefined => {
    const line = text.slice(from, to);
    const mark = /^\s{0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark === undefined) return undefined;
    if (fence === undefined) {
      fence = mark;
      table = undefined;
      return "fence";
    }
    if (!mark.startsWith(fence) || !/^\s*(?:`+|~+)\s*$/.test(line)) return undefined;
    fence = undefined;
    return "fence";
  };
  return {
    see(from, mark, to) {
      const first = text.charCodeAt(mark);
      const edge = mark < to && (first === BACKTICK || first === TILDE) ? seeFence(from, to) : undefined;
      if (edge !== undefined) return edge;
      return fence === undefined ? seeOutside(from, mark, to) : "code";
    },
    inReply: () => lead || headings.at(-1) === true,
    inReplyTable: () => table === true || headings.at(-1) === true,
  };
}

/** 0 for what is no heading. */
function headingLevel(line: string): number {
  let level = 0;
  while (line.charCodeAt(level) === HASH) level += 1;
  return level <= 6 && line.length > level && isBlank(line.charCodeAt(level)) ? level : 0;
}

const HASH = 35;
const BACKTICK = 96;
const TILDE = 126;

/** Where the first character of a line is that is no blank; its end for a blank line. */
function firstMark(text: string, from: number, to: number): number {
  let at = from;
  while (at < to && isBlank(text.charCodeAt(at))) at += 1;
  return at;
}

function isBlank(code: number): boolean {
  return code <= 32;
}

const BULLETS = new Set([..."-*+"].map((mark) => mark.charCodeAt(0)));
const NUMBER_ENDS = new Set([...".)"].map((mark) => mark.charCodeAt(0)));
const MOST_DIGITS = 3;

function isListItem(text: string, mark: number, to: number): boolean {
  if (BULLETS.has(text.charCodeAt(mark))) return mark + 1 < to && isBlank(text.charCodeAt(mark + 1));
  let at = mark;
  while (at < to && at - mark < MOST_DIGITS && isDigit(text.charCodeAt(at))) at += 1;
  return at > mark && at + 1 < to && NUMBER_ENDS.has(text.charCodeAt(at)) && isBlank(text.charCodeAt(at + 1));
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

const REPLY = /\b(?:respon(?:se|ses|ding)|repl(?:y|ies)|address(?:ed|ing)|revisions?|changes?|issues?|feedback)\b/i;
const ISSUE_COLUMN = /\b(?:issues?|concerns?|feedback|findings?)\b/i;
const ANSWER_COLUMN =
  /\b(?:resolutions?|resolved|responses?|fix(?:es|ed)?|changes?|how|addressed|actions?|answers?|solutions?|revisions?)\b/i;

function isReplyTable(header: string): boolean {
  return ISSUE_COLUMN.test(header) && ANSWER_COLUMN.test(header);
}
