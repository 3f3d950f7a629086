import MarkdownIt from "markdown-it";
import { rememberLast } from "../../model/remember-last.ts";
import type { Block, Heading } from "./block.ts";
import { buildBlocks } from "./build-blocks.ts";
import { type FenceProblem, fenceProblems, findWrapper } from "./fences.ts";
import { markedFile } from "./file-mark.ts";
import { lineStarts } from "./line-starts.ts";

/** A markdown text as blocks, in order, and as a tree of its headings. */
export interface Markdown {
  readonly text: string;
  /** The lines of the text, without their ends: `lines[n - 1]` is line n. */
  readonly lines: readonly string[];
  /** Where each line begins in the text. */
  readonly starts: readonly number[];
  readonly blocks: readonly Block[];
  /** What stands before the first heading, and the headings of the highest level there is. */
  readonly root: MarkdownSection;
  /** What can be read two ways: fences that do not end where they should. */
  readonly problems: readonly FenceProblem[];
  /** The lines of a fence around the whole, which is read as if it were not there. */
  readonly wrapper: readonly number[];
}

/** A heading, what stands directly below it, and the sections within it. */
export interface MarkdownSection {
  /** Absent for the root only. */
  readonly heading?: Heading;
  /** 0 for the root. */
  readonly level: number;
  readonly line: number;
  readonly endLine: number;
  /** The blocks before the first heading within. */
  readonly blocks: readonly Block[];
  readonly sections: readonly MarkdownSection[];
}

/** Blocks only, which halves the time; no reference definitions, because `[H1]: title` is how models write an issue. */
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

/** Some lines of a text as they are written; cheap, however many. */
export function textOfLines({ text, starts }: Markdown, line: number, endLine: number): string {
  if (endLine < line) return "";
  const end = starts[endLine];
  return text.slice(starts[line - 1] ?? text.length, end === undefined ? text.length : end - 1);
}

type Open = Omit<MarkdownSection, "endLine"> & { endLine: number; readonly blocks: Block[]; readonly sections: Open[] };

function buildSections(blocks: readonly Block[], lastLine: number): MarkdownSection {
  const root: Open = { level: 0, line: 1, endLine: lastLine, blocks: [], sections: [] };
  const stack: Open[] = [root];
  const innermost = () => stack.at(-1) ?? root;
  for (const block of blocks) {
    if (block.type !== "heading") {
      // What a file says belongs to no section of the file before it.
      if (isFileMark(block)) closeDownTo(stack, 1, block.line - 1);
      innermost().blocks.push(block);
      continue;
    }
    const { level, line } = block;
    closeDownTo(stack, level, line - 1);
    const opened: Open = { heading: block, level, line, endLine: lastLine, blocks: [], sections: [] };
    innermost().sections.push(opened);
    stack.push(opened);
  }
  return root;
}

function isFileMark(block: Block): boolean {
  return block.type === "html" && block.comment && markedFile(block.text.split("\n", 1)[0] ?? "") !== undefined;
}

function closeDownTo(stack: Open[], level: number, endLine: number): void {
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
