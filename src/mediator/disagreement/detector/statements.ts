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
    if (open) found.push(...sentences(open));
    open = undefined;
  };
  text.split("\n").forEach((raw, index) => {
    const line = index + 1;
    const kind = place.see(raw);
    if (kind === "text") {
      const item = LIST_ITEM.test(raw);
      if (item) flush();
      if (open) open.lines.push(raw.trim());
      else open = { line, lines: [raw], reply: item && place.inReply() };
      return;
    }
    flush();
    if (kind === "code" && /\p{L}{2}/u.test(raw)) found.push({ line, text: raw, kind, reply: false });
    if (kind === "row" && !/^[\s|:-]+$/.test(raw)) found.push({ line, text: raw, kind, reply: place.inReplyTable() });
  });
  flush();
  return found;
}

interface Paragraph {
  readonly line: number;
  readonly lines: string[];
  readonly reply: boolean;
}

const LIST_ITEM = /^\s*(?:[-*+]|\d{1,3}[.)])\s/;

function sentences({ line, lines, reply }: Paragraph): Statement[] {
  const text = lines.join("\n");
  const found: Statement[] = [];
  let from = 0;
  let at = line;
  const add = (to: number) => {
    const sentence = text.slice(from, to);
    found.push({ line: at, text: sentence, kind: "sentence", reply });
    at += sentence.split("\n").length - 1;
  };
  for (const { 0: gap, index } of text.matchAll(/(?<=[.!?:])\s{1,4}(?=[\p{Lu}"“*`])/gu)) {
    add(index);
    if (gap.includes("\n")) at += 1;
    from = index + gap.length;
  }
  add(text.length);
  return found;
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
  return {
    see(line) {
      const mark = /^\s{0,3}(`{3,}|~{3,})/.exec(line)?.[1];
      if (fence !== undefined) {
        const closes = mark?.startsWith(fence) && /^\s*(?:`+|~+)\s*$/.test(line);
        if (closes) fence = undefined;
        return closes ? "fence" : "code";
      }
      if (mark !== undefined) {
        fence = mark;
        return "fence";
      }
      const heading = /^(#{1,6})\s+(.*)$/.exec(line);
      if (heading) {
        const level = heading[1]?.length ?? 1;
        headings = [...headings.filter((one) => one.level < level), { level, reply: REPLY.test(heading[2] ?? "") }];
        lead = false;
        table = undefined;
        return "heading";
      }
      if (/^\s*\|/.test(line)) {
        table ??= ISSUE_COLUMN.test(line) && ANSWER_COLUMN.test(line);
        return "row";
      }
      table = undefined;
      if (line.trim() === "") return "blank";
      if (/^\*\*[^*]{1,120}\*\*:?\s*$/.test(line)) lead = REPLY.test(line);
      return "text";
    },
    inReply: () => lead || headings.at(-1)?.reply === true,
    inReplyTable: () => table === true || headings.at(-1)?.reply === true,
  };
}

const REPLY = /\b(?:respon(?:se|ses|ding)|repl(?:y|ies)|address(?:ed|ing)|revisions?|changes?|issues?|feedback)\b/i;
const ISSUE_COLUMN = /\b(?:issues?|concerns?|feedback|findings?)\b/i;
const ANSWER_COLUMN =
  /\b(?:resolutions?|resolved|responses?|fix(?:es|ed)?|changes?|how|addressed|actions?|answers?|solutions?|revisions?)\b/i;
