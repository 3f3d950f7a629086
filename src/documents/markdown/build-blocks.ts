import type { Token } from "markdown-it";
import type { Block, Fence, Lines, List, ListItem, Table, TableRow } from "./block.ts";

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
    blocks.push(...readBlock(cursor, token));
  }
  return blocks;
}

function readBlock(cursor: Cursor, token: Token): Block[] {
  switch (token.type) {
    case "heading_open":
      return readHeading(cursor, token);
    case "paragraph_open":
      return [{ type: "paragraph", ...place(cursor, token), text: takeInline(cursor) }];
    case "bullet_list_open":
    case "ordered_list_open":
      return [readList(cursor, token)];
    case "table_open":
      return [readTable(cursor, token)];
    case "blockquote_open":
      return [{ type: "quote", ...place(cursor, token), blocks: readUntil(cursor, "blockquote_close") }];
    case "fence":
      return [readFence(cursor, token)];
    case "code_block":
      return [{ type: "code", ...place(cursor, token), text: token.content }];
    case "html_block":
      return [{ type: "html", ...place(cursor, token), text: token.content, comment: isComment(token.content.trim()) }];
    case "hr":
      return [{ type: "rule", ...place(cursor, token) }];
    default:
      return [];
  }
}

function place(cursor: Cursor, token: Token): Lines {
  const [start, end] = token.map ?? [0, 1];
  let last = Math.max(start + 1, end);
  while (last > start + 1 && (cursor.lines[last - 1] ?? "").trim() === "") last--;
  return { line: start + 1, endLine: last };
}

function takeInline(cursor: Cursor): string {
  const content = cursor.tokens[cursor.at]?.content ?? "";
  cursor.at += 2; // the inline token and the closing one
  return content;
}

function readHeading(cursor: Cursor, token: Token): Block[] {
  const placed = place(cursor, token);
  const text = takeInline(cursor);
  if (!isParagraphOverRule(token, text))
    return [{ type: "heading", ...placed, level: Number(token.tag.slice(1)), text }];
  const { line, endLine: rule } = placed;
  return [
    { type: "paragraph", line, endLine: rule - 1, text },
    { type: "rule", line: rule, endLine: rule },
  ];
}

/** `**Verdict:** ACCEPT` directly over `---` is a heading to CommonMark, and a paragraph over a rule to its author. */
function isParagraphOverRule(token: Token, text: string): boolean {
  return token.markup === "-" && (text.includes("\n") || /^(?:\*\*|__|\|)/.test(text) || text.length > 120);
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

function isComment(html: string): boolean {
  return html.startsWith("<!--") && html.indexOf("-->") === html.length - 3;
}
