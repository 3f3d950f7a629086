import type { Change } from "../../model/change.ts";
import type { Block, List } from "../markdown/block.ts";
import { parseMarkdown } from "../markdown/markdown.ts";
import type { FileView } from "./file-view.ts";
import { type Occurrence, trimBlankLines } from "./find-quote.ts";
import type { Hunk } from "./hunk.ts";
import { diffLineLists } from "./line-diff.ts";

/** The edit of a change at the place of its quotation (SPEC 5, Spec Changes). */
export function hunkOfChange(change: Change, place: Occurrence): Hunk {
  const added = trimBlankLines(change.new);
  if (change.kind === "add-after") return addAfter(change, place, added);
  if (change.kind === "remove" || added === "") return remove(change, place);
  return replace(change, place, added);
}

/** Adds lines after a line (from 0) of a file, with the blank lines that markdown needs around them. */
export function addLines(change: Change, view: FileView, line: number): Hunk {
  const added = trimBlankLines(change.new);
  const at = view.lines[line]?.end;
  if (at === undefined)
    return hunk(change, view, view.text.length, view.text.length, withLineEnds(added, view.lineEnd));
  const end = view.lineEndAt(line);
  const { before, after } = blankLines(view, line, added, BLANK_FIRST.test(change.new));
  const text = `${before ? end : ""}${end}${withLineEnds(added, end)}${after ? end : ""}`;
  return hunk(change, view, at, at, text);
}

function hunk(change: Change, view: FileView, start: number, end: number, text: string): Hunk {
  return { change: change.number, file: view.path, start, end, text };
}

function withLineEnds(text: string, lineEnd: string): string {
  return lineEnd === "\n" ? text : text.replaceAll("\n", lineEnd);
}

function replace(change: Change, place: Occurrence, added: string): Hunk {
  const end = endOfQuote(change, place);
  const text = keepBytes(place, end, trimBlankLines(change.old), added);
  return hunk(change, place.view, place.start, end, text);
}

const BLANK_FIRST = /^[ \t]*\r?\n/;

/** Where the replaced text ends. Trailing white space is kept, unless `old` or `new` has some, or lines are added. */
function endOfQuote(change: Change, { view, end, last, endsLine }: Occurrence): number {
  const quoted = tailOf(change.old);
  if (!endsLine) return view.text.startsWith(quoted, end) ? end + quoted.length : end;
  const named = quoted !== "" || tailOf(change.new) !== "" || trimBlankLines(change.new).includes("\n");
  return named ? (view.lines[last]?.end ?? end) : end;
}

function tailOf(text: string): string {
  const trimmed = trimBlankLines(text);
  return trimmed.slice(trimmed.trimEnd().length);
}

/** Lines that a change quotes and does not alter keep their bytes: hard breaks, line ends. */
function keepBytes({ view, first, last, start }: Occurrence, end: number, old: string, added: string): string {
  const lineEnd = view.lineEndAt(first);
  const bytes = view.lines
    .slice(first, last + 1)
    .map((line) => view.text.slice(Math.max(start, line.start), Math.min(end, line.next)));
  bytes[last - first] += lineEnd;
  const after = added.split("\n").map((line) => line + lineEnd);
  let kept = 0;
  const pieces = diffLineLists(old.split("\n"), added.split("\n")).flatMap(({ before: gone, after: put }) => {
    const same = bytes.slice(kept, gone.from);
    kept = gone.to;
    return [...same, ...after.slice(put.from, put.to)];
  });
  return [...pieces, ...bytes.slice(kept)].join("").replace(/(?:\r\n|\n|\r)$/, "");
}

function addAfter(change: Change, place: Occurrence, added: string): Hunk {
  const { view, last, startsLine, endsLine } = place;
  if (
    endsLine &&
    !goesOn(added, view.lineText(last)) &&
    (startsLine || beginsBlock(added) || BLANK_FIRST.test(change.new))
  )
    return addLines(change, view, last);
  const at = endsLine ? place.end : endOfQuote(change, place);
  const before = needsSpace(view.text.charAt(at - 1), added.charAt(0), /[\s,.;:!?)\]}%]/) ? " " : "";
  const after = endsLine || !needsSpace(added.at(-1) ?? "", view.text.charAt(at), /[\s,.;:!?)\]}%"'”’*_`|]/) ? "" : " ";
  return hunk(change, view, at, at, before + withLineEnds(added, view.lineEndAt(last)) + after);
}

/** Whether added words go on with the line above: they begin with a space, and neither they nor the line are a block of their own. */
function goesOn(added: string, line: string): boolean {
  return /^ \S/.test(added) && !beginsBlock(added) && !/^ {0,3}#/.test(line);
}

function needsSpace(left: string, right: string, free: RegExp): boolean {
  return left !== "" && right !== "" && !/[\s([{]/.test(left) && !free.test(right);
}

/** Marks alone (a bullet, a number, a heading's `#`): removing the text behind them removes the line. */
const ONLY_MARKS = /^\s*(?:[-*+]|\d{1,9}[.)]|#{1,6}|>)\s+(?:\[[ xX]\]\s+)?$/;

function remove(change: Change, place: Occurrence): Hunk {
  const { view, first, startsLine, endsLine } = place;
  const lead = view.text.slice(view.lines[first]?.start, place.start);
  if (endsLine && (startsLine || ONLY_MARKS.test(lead))) return removeLines(change, place);
  return removeWords(change, place);
}

/** Removes whole lines with their line ends, and the blank lines above if blank lines or the end of the file follow. */
function removeLines(change: Change, { view, first, last }: Occurrence): Hunk {
  const behind = last + 1;
  const atEnd = behind >= view.lines.length;
  let from = first;
  if (atEnd || view.isBlank(behind)) while (from > 0 && view.isBlank(from - 1)) from--;
  const start = view.lines[from]?.start ?? 0;
  const end = view.lines[last]?.next ?? view.text.length;
  const unended = atEnd && view.lines[last]?.end === view.text.length;
  // A file without a final line end stays without one: the line end before the removed lines goes instead.
  return hunk(change, view, unended && from > 0 ? (view.lines[from - 1]?.end ?? start) : start, end, "");
}

/** Of the spaces on both sides of removed words one is left; at the end of a line none. */
function removeWords(change: Change, place: Occurrence): Hunk {
  const { view, endsLine } = place;
  let { start } = place;
  let end = endOfQuote(change, place);
  const opens = place.startsLine || /\s/.test(view.text.charAt(start - 1));
  if (endsLine) while (/[ \t]/.test(view.text.charAt(start - 1))) start--;
  else if (opens && /[ \t]/.test(view.text.charAt(end))) end++;
  return hunk(change, view, start, end, "");
}

/** Whether a blank line is needed above and below added lines: between blocks, not within one (SPEC 5, Spec Changes). */
function blankLines(view: FileView, line: number, added: string, opens: boolean) {
  const none = { before: false, after: false };
  if (line + 1 < view.frontMatter) return none;
  const above = blocksAt(view, line);
  // Under a wide bullet, items may be indented so far that they would parse as code.
  const isListed = above.some(({ type }) => type === "list");
  const { blocks } = parseMarkdown(isListed ? added.replaceAll(new RegExp(`^ {${indentOf(added)}}`, "gm"), "") : added);
  if (isWithin(view, line, above, blocks, opens)) return none;
  const below = line + 1 < view.lines.length && !view.isBlank(line + 1) ? blocksAt(view, line + 1) : undefined;
  return {
    before: !joins(view, line, above, blocks[0], added),
    after: below !== undefined && !joins(view, line + 1, below, blocks.at(-1), added),
  };
}

/** Whether a text begins with a block that cannot be in the middle of a line. */
function beginsBlock(added: string): boolean {
  const first = parseMarkdown(added).blocks[0];
  return first !== undefined && (first.type !== "paragraph" || isTableRow(added));
}

/** The blocks that contain a line (from 0), outermost first. */
function blocksAt(view: FileView, line: number): Block[] {
  const chain: Block[] = [];
  let blocks: readonly Block[] = view.markdown.blocks;
  for (;;) {
    const block = blocks.find((candidate) => candidate.line <= line + 1 && line + 1 <= candidate.endLine);
    if (block === undefined) return chain;
    chain.push(block);
    blocks = innerBlocks(block, line);
  }
}

function innerBlocks(block: Block, line: number): readonly Block[] {
  if (block.type === "quote") return block.blocks;
  if (block.type !== "list") return [];
  return block.items.find((item) => item.line <= line + 1 && line + 1 <= item.endLine)?.blocks ?? [];
}

/** Whether the next line continues the same paragraph, table or code, and the added text can be part of it. */
function isWithin(
  view: FileView,
  line: number,
  chain: readonly Block[],
  added: readonly Block[],
  opens: boolean,
): boolean {
  const leaf = chain.at(-1);
  if (leaf === undefined || leaf.endLine <= line + 1) return false;
  // Blank lines in a fence are code.
  if (leaf.type === "fence") return true;
  if (view.isBlank(line + 1)) return false;
  if (leaf.type === "paragraph") return !opens && added.length === 1 && added[0]?.type === "paragraph";
  return leaf.type === "code" || leaf.type === "html";
}

/** Whether an edge of added lines and a line (from 0) are in one table, or in one list whose items are not apart. */
function joins(view: FileView, line: number, chain: readonly Block[], edge: Block | undefined, added: string): boolean {
  if (chain.at(-1)?.type === "table") return edge?.type === "paragraph" && isTableRow(added);
  if (edge?.type !== "list") return false;
  const around = chain.filter((block) => block.type === "list");
  const depthIn = (list: List) => indentOf(added) - indentOf(view.lineText(list.line - 1));
  const list = around.findLast((outer) => depthIn(outer) >= 0) ?? around.at(-1);
  // What is nested in an item belongs to the list, whatever its own bullets are.
  if (list === undefined || !(depthIn(list) > 0 || sameKind(list, edge))) return false;
  return !(isLoose(list, line) ?? isLoose(edge, 0) ?? false);
}

function isTableRow(added: string): boolean {
  return added.trimStart().startsWith("|");
}

/** Other bullets begin another list without a blank line; other numbers would continue the paragraph above. */
function sameKind(a: List, b: List): boolean {
  return a.ordered === b.ordered && (!a.ordered || a.items[0]?.marker.at(-1) === b.items[0]?.marker.at(-1));
}

/** Whether a blank line is between the item at a line (from 0) and the one before it; `undefined` for a single item. */
function isLoose({ items }: List, line: number): boolean | undefined {
  const at = items.findIndex((item) => line < item.endLine);
  const [one, other] = at > 0 ? items.slice(at - 1) : items;
  return one && other && other.line > one.endLine + 1;
}

function indentOf(text: string): number {
  return text.length - text.trimStart().length;
}
