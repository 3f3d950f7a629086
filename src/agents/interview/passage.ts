import { readSpec } from "../../checks/spec/spec.ts";
import { findMachines } from "../../checks/state-machine/find-machines.ts";
import { stateKey } from "../../checks/state-machine/state-machine.ts";
import { type AlignedLines, alignedThrough, type Range, rangeAfter } from "../../documents/changes/aligned-lines.ts";
import { placesInFiles } from "../../documents/layouts/joined-files.ts";
import type { Block, List, ListItem, Table } from "../../documents/markdown/block.ts";
import { plainText } from "../../documents/markdown/inline.ts";
import { allSections, type Markdown, type MarkdownSection, parseMarkdown } from "../../documents/markdown/markdown.ts";
import { areLabelled } from "../../documents/spec/labelled-lines.ts";
import { findMarkers } from "../../documents/spec/marker.ts";
import { type Gap, type GapFinding, placeText, type SourcePlace } from "../../model/gap.ts";
import { rememberLast } from "../../model/remember-last.ts";
import { splitLines } from "../../model/split-lines.ts";
import type { TaskBrief } from "../../ports/agent.ts";

/** Where a passage stands, and what it is: that decides how a line is added below it. */
export type Shape =
  | { readonly type: "item"; readonly item: ListItem; readonly list: List }
  | { readonly type: "row"; readonly table: Table }
  /** `endLine` is where the text of its section ends, without those below it. */
  | { readonly type: "heading"; readonly endLine: number; readonly isEmpty: boolean }
  /** Lines of the whole block; a closed fence has marks on its first and last. */
  | { readonly type: "code"; readonly line: number; readonly endLine: number; readonly isFence: boolean }
  | { readonly type: "paragraph"; readonly line: number; readonly endLine: number };

/** A passage of the spec as it reads now. Lines are 1-based and inclusive, in the draft. */
export interface Passage {
  readonly line: number;
  readonly endLine: number;
  /** Its lines, letter for letter. */
  readonly text: string;
  readonly shape: Shape;
  /** The heading that it stands under, without markup. */
  readonly section: string;
  /** The heading above that one; empty for the title of the document. */
  readonly parent: string;
  /** In the author's own file; of what an answer brought, the line that it stands below. */
  readonly place: SourcePlace;
  /** `line 12`, or `design.md, line 12`. */
  readonly where: string;
  /** Nothing hangs on it that is not shown. */
  readonly whole: boolean;
}

/** What a question shows at most of an item with all that is nested in it. */
const MOST_LINES = 15;

/** The passages that a gap is about as they read now: those that are gone are left out (SPEC 16.4). */
export function passagesOf(brief: TaskBrief, gap: Gap): Passage[] {
  const markdown = parseMarkdown(brief.draft);
  const lines = linesNow(brief);
  const inFile = placesInFiles(brief.source);
  if (gap.places.length === 0) {
    return quotedRanges(markdown, gap.quotations ?? []).map((range) => {
      const passage = passageAt(markdown, range, { heading: "", ...range });
      const line = lines.before(passage.line);
      const place = inFile({ heading: "", line, endLine: line });
      return { ...passage, place, where: placeText(place) };
    });
  }
  return gap.places.slice(0, 2).flatMap((place) => {
    const found = rangeNow(place, lines, markdown);
    if (found === undefined) return [];
    const own = markedLine(markdown, found);
    const line = own === found ? place.line : lines.before(own.line);
    const passage = passageAt(markdown, own, inFile({ ...place, line }));
    return [gap.finding?.type === "duplicate-definition" ? withSection(markdown, passage) : passage];
  });
}

/** A requirement that is a section, and stands there twice, is shown with all that it says: either may be struck. */
function withSection(markdown: Markdown, passage: Passage): Passage {
  const { line, shape } = passage;
  const section = sectionsAt(markdown, line).find(({ heading }) => heading?.line === line);
  if (shape.type !== "heading" || shape.isEmpty || section === undefined) return passage;
  let { endLine } = section;
  while (markdown.lines[endLine - 1]?.trim() === "") endLine--;
  if (endLine - line >= 2 * MOST_LINES) return passage;
  return { ...passage, endLine, text: markdown.lines.slice(line - 1, endLine).join("\n"), whole: true };
}

/** The same as a person is asked about them: where a row of another table is missing, that table first (SPEC 16.4). */
export function shownPassages(brief: TaskBrief, gap: Gap): Passage[] {
  const own = passagesOf(brief, gap);
  const table = gap.finding && own.length === 1 ? extendedTable(brief.draft, gap.finding, own[0]) : undefined;
  if (table === undefined) return own;
  const place = (line: number) => placesInFiles(brief.source)({ heading: "", line, endLine: line });
  const passage = passageAt(parseMarkdown(brief.draft), table, place(linesNow(brief).before(table.line)));
  // Struck would be every row of it.
  return [{ ...passage, whole: false }, ...own];
}

/** The table of transitions, for a state that has a row in a table of states; of a long one its last row. */
function extendedTable(draft: string, { type, subject }: GapFinding, own: Passage | undefined): Range | undefined {
  if ((type !== "state-unreachable" && type !== "state-no-exit") || own?.shape.type !== "row") return undefined;
  const spec = readSpec(draft);
  const machine = findMachines(spec).find(({ states }) => states.has(stateKey(subject)));
  const last = Math.max(0, ...(machine?.transitions.map(({ line }) => line) ?? []));
  const shape = shapeAt(spec.markdown.blocks, last);
  if (shape?.type !== "row" || shape.table.line === own.shape.table.line) return undefined;
  const { line, endLine } = shape.table;
  return endLine - line < MOST_LINES ? { line, endLine } : { line: endLine, endLine };
}

/** A gap without a place may quote the words that it is about. */
function quotedRanges(markdown: Markdown, quotations: readonly string[]): Range[] {
  const found = quotations.flatMap((words) => {
    const [first = ""] = words.split("\n");
    const line = markdown.lines.findIndex((text) => first.trim() !== "" && text.includes(first.trim())) + 1;
    return line === 0 ? [] : [{ line, endLine: line }];
  });
  return found.filter(({ line }, at) => found.findIndex((other) => other.line === line) === at).slice(0, 2);
}

/** These words where they stand nearest to a line, and no line more; `undefined` where they stand nowhere. */
export function passageOf(draft: string, text: string, near: number): Passage | undefined {
  const markdown = parseMarkdown(draft);
  const wanted = text.split("\n").map((line) => line.trimEnd());
  const isHere = (at: number) => wanted.every((line, offset) => markdown.lines[at + offset]?.trimEnd() === line);
  const found = markdown.lines.flatMap((_, at) => (isHere(at) ? [at + 1] : []));
  const [line] = found.toSorted((a, b) => Math.abs(a - near) - Math.abs(b - near));
  if (line === undefined) return undefined;
  const endLine = line + wanted.length - 1;
  const passage = passageAt(markdown, { line, endLine }, { heading: "", line, endLine });
  const isSection = sectionsAt(markdown, line).some(
    ({ heading, endLine: last }) =>
      heading?.line === line && markdown.lines.slice(endLine, last).every((each) => each.trim() === ""),
  );
  return { ...passage, endLine, text, whole: isSection || (passage.endLine === endLine && passage.whole) };
}

function passageAt(markdown: Markdown, { line: at, endLine }: Range, place: SourcePlace): Passage {
  const own = { type: "paragraph" as const, line: at, endLine };
  const shape = isFrontMatter(markdown.lines, at)
    ? own
    : (headingAt(markdown, at) ?? shapeAt(markdown.blocks, at) ?? own);
  const all = Math.max(endLine, lastLineOf(markdown, shape, at));
  const first = firstLineOf(markdown, shape, at, all);
  const line = all - first < MOST_LINES ? first : at;
  // Without its heading the text of a section would stand under the one above.
  const isWhole = shape.type !== "heading" || shape.isEmpty;
  const isAll = all - line < MOST_LINES;
  const whole = isWhole && isAll && (shape.type !== "item" || all >= shape.item.endLine);
  const last = isAll ? all : endLine;
  const above = sectionsAt(markdown, line).at(-2);
  return {
    line,
    endLine: last,
    text: markdown.lines.slice(line - 1, last).join("\n"),
    shape,
    section: sectionAt(markdown, line),
    parent: plainText(above !== undefined && above.level > 1 ? (above.heading?.text ?? "") : ""),
    place,
    where: placeText(place),
    whole,
  };
}

/** Of front matter each line is one by itself. */
export function isFrontMatter(lines: readonly string[], line: number): boolean {
  return (
    /^\uFEFF?---\s*$/.test(lines[0] ?? "") && line <= lines.findIndex((text, at) => at > 0 && /^---\s*$/.test(text)) + 1
  );
}

/** What is nested in an item belongs to it; where a marker stands there, it is a passage of its own. */
function lastLineOfItem(lines: readonly string[], { endLine, blocks: [own] }: ListItem, line: number): number {
  const last = own?.endLine ?? line;
  return findMarkers(lines.slice(last, endLine).join("\n")).length > 0 ? last : endLine;
}

/** A sentence is shown with its paragraph or item; attributes and comments right above belong to what code declares. */
function firstLineOf({ lines }: Markdown, shape: Shape, line: number, last: number): number {
  if (shape.type === "paragraph") return isHeadBlock(lines, shape) ? line : Math.min(line, shape.line);
  if (shape.type === "item") return Math.min(line, shape.item.line);
  if (shape.type !== "code" || last === line) return line;
  let first = line;
  while (/^\s*(?:#!?\[|@\w|\/\/|\/\*|\*|--\s|#\s)/.test(lines[first - 2] ?? "")) first--;
  return first;
}

/** Of a block in which every line has a label the one with a marker, where it is the only one. */
function markedLine({ lines }: Markdown, range: Range): Range {
  if (!isHeadBlock(lines, range)) return range;
  const own = lines.slice(range.line - 1, range.endLine).map((text, at) => ({ text, line: range.line + at }));
  const [marked, second] = own.filter(({ text }) => findMarkers(text).length > 0);
  return marked === undefined || second !== undefined ? range : { line: marked.line, endLine: marked.line };
}

function isHeadBlock(lines: readonly string[], { line, endLine }: Range): boolean {
  return areLabelled(lines.slice(line - 1, endLine));
}

/** The last line of what begins there: an item with all that is nested in it, a table, a bracket in code. */
function lastLineOf({ lines }: Markdown, shape: Shape, line: number): number {
  if (shape.type === "item") return lastLineOfItem(lines, shape.item, line);
  if (shape.type === "paragraph") return isHeadBlock(lines, shape) ? line : shape.endLine;
  if (shape.type === "row") return line === shape.table.header.line ? shape.table.endLine : line;
  const text = lines[line - 1] ?? "";
  if (shape.type !== "code" || !/[{[(]\s*$/.test(text)) return line;
  const indent = /^\s*/.exec(text)?.[0] ?? "";
  const closing = lines.findIndex(
    (each, at) => at >= line && each.startsWith(indent) && /^[}\])]/.test(each.slice(indent.length)),
  );
  return closing === -1 ? lines.length : closing + 1;
}

function headingAt({ root }: Markdown, line: number): Shape | undefined {
  const section = [...allSections(root)].find((each) => each.heading?.line === line);
  if (section?.heading === undefined) return undefined;
  const said = section.blocks.filter((block) => block.type !== "rule" && !(block.type === "html" && block.comment));
  const isEmpty = said.length === 0 && section.sections.length === 0;
  return { type: "heading", endLine: said.at(-1)?.endLine ?? section.heading.endLine, isEmpty };
}

/** The innermost thing that a line belongs to. */
function shapeAt(blocks: readonly Block[], line: number): Shape | undefined {
  const block = blocks.find((each) => each.line <= line && line <= each.endLine);
  switch (block?.type) {
    case "fence":
    case "code":
      return {
        type: "code",
        line: block.line,
        endLine: block.endLine,
        isFence: block.type === "fence" && block.closed,
      };
    case "table":
      return { type: "row", table: block };
    case "quote":
      return shapeAt(block.blocks, line);
    case "list": {
      const item = block.items.find((each) => each.line <= line && line <= each.endLine);
      if (item === undefined) return undefined;
      const inner = shapeAt(item.blocks, line);
      const isOwn = inner === undefined || (inner.type === "paragraph" && item.blocks[0]?.line === item.line);
      return isOwn ? { type: "item", item, list: block } : inner;
    }
    case "paragraph":
      return { type: "paragraph", line: block.line, endLine: block.endLine };
    default:
      return undefined;
  }
}

/** The sections that a line stands in, the innermost last. */
export function sectionsAt({ root }: Markdown, line: number): MarkdownSection[] {
  return [...allSections(root)].filter((section) => section.line <= line && line <= section.endLine);
}

/** The heading above a line, without markup; empty before the first. */
export function sectionAt(markdown: Markdown, line: number): string {
  return plainText(sectionsAt(markdown, line).at(-1)?.heading?.text ?? "");
}

/** Which lines of the source are which of the draft; every gap of a round asks for the same texts. */
export function linesNow({ source, versions = NONE, draft }: TaskBrief): AlignedLines {
  return aligned(source, versions, draft);
}

const NONE: readonly string[] = [];

const aligned = rememberLast(2, (source: string, versions: readonly string[], draft: string) =>
  alignedThrough([source, ...versions, draft].map(splitLines)),
);

function rangeNow(place: SourcePlace, aligned: AlignedLines, { lines }: Markdown): Range | undefined {
  const found = rangeAfter(aligned, place);
  if (found === undefined) return undefined;
  const { line } = found;
  let { endLine } = found;
  while (endLine > line && lines[endLine - 1]?.trim() === "") endLine--;
  return lines[line - 1]?.trim() === "" && line === endLine ? undefined : { line, endLine };
}
