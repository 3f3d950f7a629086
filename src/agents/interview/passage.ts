import { type AlignedLines, alignedThrough, type Range, rangeAfter } from "../../documents/changes/aligned-lines.ts";
import { placesInFiles } from "../../documents/layouts/join-files.ts";
import type { Block, List, ListItem, Table } from "../../documents/markdown/block.ts";
import { plainText } from "../../documents/markdown/inline.ts";
import { allSections, type Markdown, type MarkdownSection, parseMarkdown } from "../../documents/markdown/markdown.ts";
import { areLabelled, findMarkers } from "../../documents/stated/marker.ts";
import type { Gap, SourcePlace } from "../../model/gap.ts";
import { rememberLast } from "../../model/remember-last.ts";
import { splitLines } from "../../model/split-lines.ts";
import type { TaskBrief } from "../../ports/agent.ts";

/** The block that contains a passage and decides how a line is added below it. `endLine` is the end of that block. */
export type Shape =
  | { readonly type: "item"; readonly item: ListItem; readonly list: List; readonly endLine: number }
  | { readonly type: "row"; readonly table: Table; readonly endLine: number }
  | { readonly type: "heading"; readonly section: MarkdownSection; readonly isEmpty: boolean; readonly endLine: number }
  | { readonly type: "code" | "paragraph" | "front matter"; readonly line: number; readonly endLine: number };

/** A passage of the spec as it reads now. Lines are 1-based and inclusive, in the draft. */
export interface Passage {
  readonly line: number;
  readonly endLine: number;
  /** The lines of the draft, letter for letter. */
  readonly text: string;
  readonly shape: Shape;
  readonly section: string;
  /** The place in the author's file as they have it now; for a line that an answer added, the line above it. */
  readonly place: SourcePlace;
  /** The last line to remove if the passage is struck, nested lines included; `undefined` if that would break the text around it. */
  readonly lastStruck: number | undefined;
}

const MOST_LINES = 15;

/** The passages that a gap is about, as they read now, without those that are gone (SPEC 16.4). */
export function passagesOf(brief: TaskBrief, gap: Gap): Passage[] {
  const markdown = parseMarkdown(brief.draft);
  const lines = linesNow(brief);
  // Empty sections are asked about one by one.
  const places = gap.places.slice(0, gap.finding?.type === "empty-section" ? 1 : 2);
  const ranges =
    gap.places.length === 0
      ? quotedRanges(markdown, gap.quotations ?? [])
      : places.flatMap((place) => rangeNow(place, lines, markdown) ?? []);
  return ranges.map((range) => passageAt(markdown, range, (line) => placeOfLine(brief, line)));
}

function quotedRanges(markdown: Markdown, quotations: readonly string[]): Range[] {
  const found = quotations.flatMap((words) => {
    const [first = ""] = words.split("\n");
    const line = markdown.lines.findIndex((text) => first.trim() !== "" && text.includes(first.trim())) + 1;
    return line === 0 ? [] : [{ line, endLine: line }];
  });
  return found.filter(({ line }, at) => found.findIndex((other) => other.line === line) === at).slice(0, 2);
}

/** The passage with exactly this text that is nearest to a line; `undefined` if the draft does not contain it. */
export function passageOf(draft: string, text: string, near: number): Passage | undefined {
  const markdown = parseMarkdown(draft);
  const wanted = text.split("\n").map((line) => line.trimEnd());
  const isHere = (at: number) => wanted.every((line, offset) => markdown.lines[at + offset]?.trimEnd() === line);
  const found = markdown.lines.flatMap((_, at) => (isHere(at) ? [at + 1] : []));
  const [line] = found.toSorted((a, b) => Math.abs(a - near) - Math.abs(b - near));
  if (line === undefined) return undefined;
  const endLine = line + wanted.length - 1;
  const passage = passageAt(markdown, { line, endLine }, () => ({ heading: "", line, endLine }));
  return { ...passage, endLine, text, lastStruck: passage.endLine === endLine ? passage.lastStruck : undefined };
}

function passageAt(markdown: Markdown, range: Range, placeAt: (line: number) => SourcePlace): Passage {
  const { lines } = markdown;
  const shape = blockAt(markdown, range);
  const { line, endLine } = ownLines(lines, shape, range);
  return {
    ...{ line, endLine, shape, place: placeAt(line) },
    text: lines.slice(line - 1, endLine).join("\n"),
    section: sectionAt(markdown, line),
    lastStruck: lastStruck(shape, endLine),
  };
}

/** Without its heading the text of a section would join the section above. */
function lastStruck(shape: Shape, endLine: number): number | undefined {
  if (shape.type === "item") return Math.max(endLine, shape.item.endLine);
  return shape.type === "heading" && !shape.isEmpty ? undefined : endLine;
}

/** The lines of the passage itself: an item without nested items, a row, a paragraph, or one line of a block of labelled lines. */
function ownLines(lines: readonly string[], shape: Shape, { line, endLine }: Range): Range {
  // An edit may have turned one block into several.
  const isMore = endLine > shape.endLine && endLine - line < MOST_LINES;
  switch (shape.type) {
    case "item":
      return { line: shape.item.line, endLine: isMore ? endLine : (shape.item.blocks[0]?.endLine ?? shape.item.line) };
    case "paragraph":
      // `**Status**: Draft`, `**Owner**: TBD`: each line says something of its own.
      if (areLabelled(lines.slice(shape.line - 1, shape.endLine))) return markedLine(lines, { line, endLine });
      return { line: shape.line, endLine: isMore ? endLine : shape.endLine };
    case "row":
      return { line, endLine: line === shape.table.header.line ? shape.table.endLine : line };
    case "front matter":
      return markedLine(lines, { line, endLine });
    case "code":
      return { line, endLine: line };
    default:
      // A gap may be stated by a whole section.
      return { line, endLine: endLine - line < MOST_LINES ? endLine : line };
  }
}

function markedLine(lines: readonly string[], { line, endLine }: Range): Range {
  const at = lines.slice(line - 1, endLine).findIndex((text) => findMarkers(text).length > 0);
  return { line: line + Math.max(0, at), endLine: line + Math.max(0, at) };
}

function blockAt({ lines, blocks, root }: Markdown, range: Range): Shape {
  const { line } = range;
  // In front matter every line is a passage of its own.
  if (isFrontMatter(lines, line)) return { type: "front matter", line, endLine: line };
  const section = [...allSections(root)].find((each) => each.heading?.line === line);
  if (section?.heading === undefined) return shapeAt(blocks, line) ?? { type: "paragraph", ...range };
  const said = section.blocks.filter((block) => block.type !== "rule" && !(block.type === "html" && block.comment));
  const isEmpty = said.length === 0 && section.sections.length === 0;
  return { type: "heading", section, isEmpty, endLine: said.at(-1)?.endLine ?? section.heading.endLine };
}

function isFrontMatter(lines: readonly string[], line: number): boolean {
  const isMarked = /^\uFEFF?---\s*$/.test(lines[0] ?? "");
  return isMarked && line <= lines.findIndex((text, at) => at > 0 && /^---\s*$/.test(text)) + 1;
}

function shapeAt(blocks: readonly Block[], line: number): Shape | undefined {
  const block = blocks.find((each) => each.line <= line && line <= each.endLine);
  switch (block?.type) {
    case "fence":
    case "code":
      return { type: "code", line: block.line, endLine: block.endLine };
    case "table":
      return { type: "row", table: block, endLine: line === block.header.line ? block.endLine : line };
    case "quote":
      return shapeAt(block.blocks, line);
    case "list": {
      const item = block.items.find((each) => each.line <= line && line <= each.endLine);
      if (item === undefined) return undefined;
      const inner = shapeAt(item.blocks, line);
      const [own] = item.blocks;
      const isOwn =
        inner === undefined || (inner.type === "paragraph" && own?.type === "paragraph" && line <= own.endLine);
      return isOwn ? { type: "item", item, list: block, endLine: item.endLine } : inner;
    }
    case "paragraph":
      return { type: "paragraph", line: block.line, endLine: block.endLine };
    default:
      return undefined;
  }
}

function sectionsAt({ root }: Markdown, line: number): MarkdownSection[] {
  return [...allSections(root)].filter((section) => section.line <= line && line <= section.endLine);
}

/** The heading above a line, without markup; empty before the first heading. */
export function sectionAt(markdown: Markdown, line: number): string {
  return plainText(sectionsAt(markdown, line).at(-1)?.heading?.text ?? "");
}

/** Maps lines of the source to lines of the draft; cached because every gap of a round asks for the same texts. */
export function linesNow({ source, versions = NONE, draft }: TaskBrief): AlignedLines {
  return aligned(source, versions, draft);
}

const NONE: readonly string[] = [];

const aligned = rememberLast(4, (source: string, versions: readonly string[], draft: string) =>
  alignedThrough([source, ...versions, draft].map(splitLines)),
);

/** The place of a line of the draft in the author's file as they have it now. */
function placeOfLine({ source, versions = NONE, written, draft }: TaskBrief, at: number): SourcePlace {
  const newest = written ?? versions[0] ?? source;
  const line = aligned(newest, written === undefined ? versions : NONE, draft).before(at);
  return placesIn(newest)({ heading: "", line, endLine: line });
}

const placesIn = rememberLast(2, placesInFiles);

function rangeNow(place: SourcePlace, aligned: AlignedLines, { lines }: Markdown): Range | undefined {
  const found = rangeAfter(aligned, place);
  if (found === undefined) return undefined;
  const { line } = found;
  let { endLine } = found;
  while (endLine > line && lines[endLine - 1]?.trim() === "") endLine--;
  return lines[line - 1]?.trim() === "" && line === endLine ? undefined : { line, endLine };
}
