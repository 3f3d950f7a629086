/** One thing that a document says: a sentence, a list item, a row of a table, or a line of a fence. */
export interface Statement {
  readonly line: number;
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
  const place = createPlace();
  let open: Paragraph | undefined;
  const flush = () => {
    if (open) addSentences(open, found);
    open = undefined;
  };
  text.split("\n").forEach((raw, index) => {
    const line = index + 1;
    const kind = place.see(raw);
    if (kind === "text") {
      const item = LIST_ITEM.test(raw);
      if (item) flush();
      if (open) open.text += `\n${raw.trim()}`;
      else open = { line, text: raw, reply: item && place.inReply() };
      return;
    }
    flush();
    if (kind === "code" && TWO_LETTERS.test(raw)) found.push({ line, text: raw, kind, reply: false });
    if (kind === "row" && TWO_LETTERS.test(raw)) found.push({ line, text: raw, kind, reply: place.inReplyTable() });
  });
  flush();
  return found;
}

interface Paragraph {
  readonly line: number;
  text: string;
  readonly reply: boolean;
}

const LIST_ITEM = /^\s*(?:[-*+]|\d{1,3}[.)])\s/;
const TWO_LETTERS = /[A-Za-z\u00aa-\u1fff\u3040-\ud7ff]{2}/;
const SENTENCE_END = /(?<=[.!?:])\s{1,4}(?=[\p{Lu}"“*`])/gu;

function addSentences({ line, text, reply }: Paragraph, found: Statement[]): void {
  let from = 0;
  let at = line;
  const add = (to: number) => {
    const sentence = from === 0 && to === text.length ? text : text.slice(from, to);
    found.push({ line: at, text: sentence, kind: "sentence", reply });
    if (to < text.length) at += sentence.split("\n").length - 1;
  };
  for (const { 0: gap, index } of text.matchAll(SENTENCE_END)) {
    add(index);
    if (gap.includes("\n")) at += 1;
    from = index + gap.length;
  }
  add(text.length);
}

type LineKind = "code" | "fence" | "heading" | "row" | "text" | "blank";

interface Place {
  see(line: string): LineKind;
  inReply(): boolean;
  inReplyTable(): boolean;
}

/** Where the next line stands: in a fence, below which headings, in which table. */
function createPlace(): Place {
  let fence: string | undefined;
  let headings: { level: number; reply: boolean }[] = [];
  let table: boolean | undefined;
  let lead = false;
  const seeOutside = (line: string, first: string): LineKind => {
    if (first === "|") {
      table ??= ISSUE_COLUMN.test(line) && ANSWER_COLUMN.test(line);
      return "row";
    }
    table = undefined;
    if (first === "") return "blank";
    if (first === "*" && /^\*\*[^*]{1,120}\*\*:?\s*$/.test(line)) lead = REPLY.test(line);
    const heading = first === "#" ? /^(#{1,6})\s+(.*)$/.exec(line) : null;
    if (!heading) return "text";
    const level = heading[1]?.length ?? 1;
    headings = [...headings.filter((one) => one.level < level), { level, reply: REPLY.test(heading[2] ?? "") }];
    lead = false;
    return "heading";
  };
  return {
    see(line) {
      const first = firstMark(line);
      const mark = first === "`" || first === "~" ? /^\s{0,3}(`{3,}|~{3,})/.exec(line)?.[1] : undefined;
      if (fence !== undefined) {
        const closes = mark?.startsWith(fence) && /^\s*(?:`+|~+)\s*$/.test(line);
        if (closes) fence = undefined;
        return closes ? "fence" : "code";
      }
      if (mark !== undefined) {
        fence = mark;
        table = undefined;
        return "fence";
      }
      return seeOutside(line, first);
    },
    inReply: () => lead || headings.at(-1)?.reply === true,
    inReplyTable: () => table === true || headings.at(-1)?.reply === true,
  };
}

/** The first character that is no blank; nothing for a blank line. */
function firstMark(line: string): string {
  let at = 0;
  while (at < line.length && line.charCodeAt(at) <= 32) at += 1;
  return line.charAt(at);
}

const REPLY = /\b(?:respon(?:se|ses|ding)|repl(?:y|ies)|address(?:ed|ing)|revisions?|changes?|issues?|feedback)\b/i;
const ISSUE_COLUMN = /\b(?:issues?|concerns?|feedback|findings?)\b/i;
const ANSWER_COLUMN =
  /\b(?:resolutions?|resolved|responses?|fix(?:es|ed)?|changes?|how|addressed|actions?|answers?|solutions?|revisions?)\b/i;
