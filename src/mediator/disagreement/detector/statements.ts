import { hasWord } from "./scan-words.ts";
import { isBlank } from "./sentences.ts";

/** One thing that a document says: a sentence, a list item, a row of a table, or a line of a fence. */
export interface Statement {
  readonly line: number;
  /** Where it stands in the text. */
  readonly from: number;
  readonly to: number;
  readonly kind: "sentence" | "row" | "code" | "heading";
  /** It stands where a document says what it did about a review: a table of issues, a list of changes, replies. */
  readonly reply: boolean;
}

/** Takes a stretch of text: one statement, or a paragraph of sentences. */
export type Take = (from: number, to: number, line: number, kind: Statement["kind"], reply: boolean) => void;

/**
 * Walks through a document's statements. Read line by line: this is for comparing words, so that a construct it
 * misreads costs a comparison and no meaning, and it takes a fraction of what parsing takes.
 */
export function walkStatements(text: string, take: Take): void {
  const place = createPlace(text);
  let open: Paragraph | undefined;
  let heading: { readonly from: number; readonly to: number; readonly line: number } | undefined;
  let line = 1;
  const takeBelow: Take = (from, to, at, kind, reply) => {
    if (heading) take(heading.from, heading.to, heading.line, "heading", false);
    heading = undefined;
    take(from, to, at, kind, reply);
  };
  for (let from = 0; from <= text.length; line++) {
    const end = text.indexOf("\n", from);
    const to = end === -1 ? text.length : end;
    const mark = firstMark(text, from, to);
    const kind = place.see(from, mark, to);
    const item = kind === "text" && isListItem(text, mark, to);
    if (open && (kind !== "text" || item)) {
      takeBelow(open.from, open.to, open.line, "sentence", open.reply);
      open = undefined;
    }
    if (kind === "text") {
      if (open) open.to = to;
      else open = { line, from, to, reply: item && place.inReply() };
    } else if ((kind === "code" || kind === "row") && hasWord(text, mark, to)) {
      takeBelow(from, to, line, kind, kind === "row" && place.inReplyTable());
    } else if (kind === "heading") heading = { from, to, line };
    from = to + 1;
  }
  if (open) takeBelow(open.from, open.to, open.line, "sentence", open.reply);
}

interface Paragraph {
  readonly line: number;
  readonly from: number;
  to: number;
  readonly reply: boolean;
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
