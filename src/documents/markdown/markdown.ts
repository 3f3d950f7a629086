import type { Token } from "markdown-it";
import MarkdownIt from "markdown-it";
import { rememberLast } from "../../model/remember-last.ts";
import type { Block, Fence, Heading, Lines, List, ListItem, Table, TableRow } from "./block.ts";
import { type FenceProblem, fenceProblems, findWrapper } from "./fences.ts";
import { lineStarts } from "./line-starts.ts";

/** A markdown text as blocks, in order, and as a tree of its headings. */
export interface Markdown {
  readonly text: string;
  /** The lines of the text, without their ends: `lines[n - 1]` is line n. */
  readonly lines: readonly string[];
  /** The offset of each line in the text. */
  readonly starts: readonly number[];
  readonly blocks: readonly Block[];
  /** The tree of headings; its own blocks are those before the first heading. */
  readonly root: MarkdownSection;
  /** Fences and comments that do not end where they should, so that the text can be read in two ways. */
  readonly problems: readonly FenceProblem[];
  /** The lines of a fence around the whole text, which is ignored. */
  readonly wrapper: readonly number[];
}

/** A heading, the blocks directly below it, and its subsections. */
export interface MarkdownSection {
  /** Absent for the root only. */
  readonly heading?: Heading;
  /** 0 for the root. */
  readonly level: number;
  readonly line: number;
  readonly endLine: number;
  /** The blocks before the first subsection. */
  readonly blocks: readonly Block[];
  readonly sections: readonly MarkdownSection[];
}

/** Parses blocks only, for speed, and no reference definitions, because models write issues as `[H1]: title`. */
const parser = new MarkdownIt({ html: true, linkify: false, typographer: false });
parser.core.ruler.enableOnly(["normalize", "block"]);
parser.block.ruler.disable("reference");

/** Parses CommonMark with GFM tables. Never throws; linear in the size of the text. */
export const parseMarkdown: (source: string) => Markdown = rememberLast(5, parse);

function parse(source: string): Markdown {
  const text = source.includes("\r") ? source.replace(/\r\n?/g, "\n") : source;
  const lines = text.split("\n");
  const wrapper = findWrapper(lines);
  const read = wrapper.length === 0 ? lines : lines.map((line, index) => (wrapper.includes(index + 1) ? "" : line));
  const tokens = parser.parse(wrapper.length === 0 ? text : read.join("\n"), {});
  const blocks = buildBlocks(tokens, read);
  const root = buildSections(blocks, lines.length);
  return { text, lines, starts: lineStarts(lines), blocks, root, problems: fenceProblems(tokens, read), wrapper };
}

/** The text of some lines as written, sliced from the whole in constant time. */
export function textOfLines({ text, starts }: Markdown, line: number, endLine: number): string {
  if (endLine < line) return "";
  const end = starts[endLine];
  return text.slice(starts[line - 1] ?? text.length, end === undefined ? text.length : end - 1);
}

type OpenSection = Omit<MarkdownSection, "endLine"> & {
  endLine: number;
  readonly blocks: Block[];
  readonly sections: OpenSection[];
};

function buildSections(blocks: readonly Block[], lastLine: number): MarkdownSection {
  const root: OpenSection = { level: 0, line: 1, endLine: lastLine, blocks: [], sections: [] };
  const stack: OpenSection[] = [root];
  const innermost = () => stack.at(-1) ?? root;
  for (const block of blocks) {
    if (block.type !== "heading") {
      // A new file of a joined source ends all sections of the file before it.
      if (fileBegun(block) !== undefined) closeDownTo(stack, 1, block.line - 1);
      innermost().blocks.push(block);
      continue;
    }
    const { level, line } = block;
    closeDownTo(stack, level, line - 1);
    const opened: OpenSection = { heading: block, level, line, endLine: lastLine, blocks: [], sections: [] };
    innermost().sections.push(opened);
    stack.push(opened);
  }
  return root;
}

/** The file that begins at a block, in a joined source. */
export function fileBegun(block: Block): string | undefined {
  return block.type === "html" && block.comment ? markedFile(block.text.split("\n", 1)[0] ?? "") : undefined;
}

function closeDownTo(stack: OpenSection[], level: number, endLine: number): void {
  for (let top = stack[stack.length - 1]; top !== undefined && top.level >= level; top = stack[stack.length - 1]) {
    top.endLine = endLine;
    stack.pop();
  }
}

/** Every section of the tree, in the order of the document, without the root. */
export function* allSections(section: MarkdownSection): Generator<MarkdownSection> {
  for (const inner of section.sections) {
    yield inner;
    yield* allSections(inner);
  }
}

/** Turns the parser's flat tokens into nested blocks. The parser bounds the depth, and with it the recursion. */
function buildBlocks(tokens: readonly Token[], lines: readonly string[]): Block[] {
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

/** Whether CommonMark's underlined heading is really a paragraph above a rule: `**Verdict:** ACCEPT` above `---`. */
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

/** Lines of document titles: the first level-1 heading of each file, which says nothing about the lists below it. */
export function titleLines({ blocks }: Markdown): ReadonlySet<number> {
  const lines = new Set<number>();
  let isFirst = true;
  for (const block of blocks) {
    if (block.type === "heading") {
      if (isFirst && block.level === 1) lines.add(block.line);
      isFirst = false;
    } else if (fileBegun(block) !== undefined) isFirst = true;
  }
  return lines;
}

/** The line before each file of a joined source: `<!-- file: design.md -->` (SPEC 12). */
const MARK = /^<!-- file: ([^<>\r\n]{1,400}?)(?: -->)?[ \t]*$/;

export function fileMark(path: string): string {
  return `<!-- file: ${path} -->`;
}

/** The file that a mark names; `undefined` for any other line. */
export function markedFile(line: string): string | undefined {
  return MARK.exec(line)?.[1];
}
