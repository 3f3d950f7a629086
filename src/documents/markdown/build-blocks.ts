import type { Block, Fence, Heading, Html, List, ListItem, Paragraph, Rule, Table, TableRow } from "./block.ts";
import type { Token } from "./parser.ts";

/** Turns the parser's flat tokens into nested blocks. The parser bounds nesting, so recursion is bounded too. */
export function buildBlocks(tokens: readonly Token[], lines: readonly string[]): Block[] {
  const cursor: Cursor = { tokens, lines, at: 0 };
  return readUntil(cursor, undefined);
}

interface Cursor {
  readonly tokens: readonly Token[];
  readonly lines: readonly string[];
  at: number;
}

function readUntil(cursor: Cursor, closing: string | undefined): Block[] {
  const blocks: Block[] = [];
  while (cursor.at < cursor.tokens.length) {
    const token = cursor.tokens[cursor.at++];
    if (token === undefined || token.type === closing) break;
    readBlock(cursor, token, blocks);
  }
  return blocks;
}

function readBlock(cursor: Cursor, token: Token, into: Block[]): void {
  switch (token.type) {
    case "heading_open":
      into.push(...readHeading(cursor, token));
      break;
    case "paragraph_open":
      into.push(readParagraph(cursor, token));
      break;
    case "bullet_list_open":
    case "ordered_list_open":
      into.push(readList(cursor, token));
      break;
    case "table_open":
      into.push(readTable(cursor, token));
      break;
    case "blockquote_open":
      into.push({ type: "quote", ...place(cursor, token), blocks: readUntil(cursor, "blockquote_close") });
      break;
    case "fence":
      into.push(readFence(cursor, token));
      break;
    case "code_block":
      into.push({ type: "code", ...place(cursor, token), text: token.content });
      break;
    case "html_block":
      into.push(readHtml(cursor, token));
      break;
    case "hr":
      into.push({ type: "rule", ...place(cursor, token) });
      break;
  }
}

function place(cursor: Cursor, token: Token): { line: number; endLine: number } {
  const [start, end] = token.map ?? [0, 1];
  let last = Math.max(start + 1, end);
  while (last > start + 1 && isBlank(cursor.lines[last - 1])) last--;
  return { line: start + 1, endLine: last };
}

function isBlank(line: string | undefined): boolean {
  return line === undefined || line.trim() === "";
}

function takeInline(cursor: Cursor): string {
  const content = cursor.tokens[cursor.at]?.content ?? "";
  cursor.at += 2; // the inline token and the closing one
  return content;
}

function readHeading(cursor: Cursor, token: Token): (Heading | Paragraph | Rule)[] {
  const placed = place(cursor, token);
  const text = takeInline(cursor);
  if (!isParagraphOverRule(token, text)) {
    return [{ type: "heading", ...placed, level: Number(token.tag.slice(1)), text }];
  }
  const rule = placed.endLine;
  return [
    { type: "paragraph", line: placed.line, endLine: rule - 1, text },
    { type: "rule", line: rule, endLine: rule },
  ];
}

/** `**Verdict:** ACCEPT` directly over `---` is a heading to CommonMark, and a paragraph over a rule to its author. */
function isParagraphOverRule(token: Token, text: string): boolean {
  return token.markup === "-" && (text.includes("\n") || /^(?:\*\*|__|\|)/.test(text) || text.length > 120);
}

function readParagraph(cursor: Cursor, token: Token): Paragraph {
  return { type: "paragraph", ...place(cursor, token), text: takeInline(cursor) };
}

function readList(cursor: Cursor, token: Token): List {
  const ordered = token.type === "ordered_list_open";
  const closing = ordered ? "ordered_list_close" : "bullet_list_close";
  const items: ListItem[] = [];
  while (cursor.at < cursor.tokens.length) {
    const item = cursor.tokens[cursor.at++];
    if (item === undefined || item.type === closing) break;
    const marker = ordered ? `${item.info}${item.markup}` : item.markup;
    items.push({ marker, ...place(cursor, item), blocks: readUntil(cursor, "list_item_close") });
  }
  return { type: "list", ...place(cursor, token), ordered, items };
}

function readTable(cursor: Cursor, token: Token): Table {
  const rows: TableRow[] = [];
  let cells: string[] = [];
  while (cursor.at < cursor.tokens.length) {
    const part = cursor.tokens[cursor.at++];
    if (part === undefined || part.type === "table_close") break;
    if (part.type === "tr_open") {
      cells = [];
      rows.push({ line: (part.map?.[0] ?? 0) + 1, cells });
    } else if (part.type === "inline") cells.push(part.content.trim());
  }
  const placed = place(cursor, token);
  const [header = { line: placed.line, cells: [] }, ...body] = rows;
  return { type: "table", ...placed, header, rows: body };
}

function readFence(cursor: Cursor, token: Token): Fence {
  const placed = place(cursor, token);
  const lang = (/^\s*([^\s{,]+)/.exec(token.info)?.[1] ?? "").toLowerCase();
  // An unclosed fence runs to the end of its container, so its last line is content (or the opening line itself).
  const last = cursor.lines[(token.map?.[1] ?? 1) - 1] ?? "";
  const closed = placed.endLine > placed.line && isClosing(last, token.markup);
  return { type: "fence", ...placed, lang, text: token.content, closed };
}

function isClosing(line: string, markup: string): boolean {
  const bare = line.replace(/^[\s>]*/, "").trimEnd();
  return bare.length >= markup.length && bare === markup.charAt(0).repeat(bare.length);
}

function readHtml(cursor: Cursor, token: Token): Html {
  const text = token.content;
  const trimmed = text.trim();
  const comment = trimmed.startsWith("<!--") && trimmed.indexOf("-->") === trimmed.length - 3;
  return { type: "html", ...place(cursor, token), text, comment };
}
