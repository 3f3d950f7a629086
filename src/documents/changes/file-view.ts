import type { SpecFile } from "../../model/change.ts";
import { rememberFor } from "../../model/remember-for.ts";
import { frontMatterOf, withoutFrontMatter } from "../markdown/front-matter.ts";
import { lastAtOrBefore, lineStarts } from "../markdown/line-starts.ts";
import { type Markdown, parseMarkdown } from "../markdown/markdown.ts";
import { changedLines } from "./hunk.ts";
import type { LineRange } from "./line-diff.ts";

/** A line of a file as offsets: its characters are `start` to `end`, its line end `end` to `next`. */
export interface TextLine {
  readonly start: number;
  readonly end: number;
  readonly next: number;
}

/** The lines without trailing white space, joined by `\n`: quotations are looked for in this text (SPEC 5). */
interface Folded {
  readonly lines: readonly string[];
  readonly text: string;
  /** Where each line begins in `text`. */
  readonly starts: readonly number[];
}

const BYTE_ORDER_MARK = "\uFEFF";

/** A file of a spec as lines; its markdown is parsed on first use. */
export class FileView {
  readonly file: SpecFile;
  readonly path: string;
  readonly text: string;
  /** Without a byte order mark, and without an empty line after the last line end. */
  readonly lines: readonly TextLine[];
  /** The line end that most lines have. */
  readonly lineEnd: string;
  /** The characters of each line. */
  readonly lineTexts: readonly string[];
  /** How many lines the front matter has; 0 if there is none. */
  readonly frontMatter: number;
  #folded: Folded | undefined;
  #markdown: Markdown | undefined;

  constructor(file: SpecFile) {
    const { path, text } = file;
    this.file = file;
    this.path = path;
    this.text = text;
    const { lines, lineTexts } = derivedLines(file) ?? linesOf(text, splitLines(text));
    this.lines = lines;
    this.lineEnd = commonLineEnd(text, lines);
    this.frontMatter = splitLines(frontMatterOf(text)).length;
    this.lineTexts = lineTexts;
  }

  get folded(): Folded {
    this.#folded ??= fold(this.lineTexts);
    return this.#folded;
  }

  /** Line numbers in it are those of the file, from 1: the front matter is blanked, not cut. */
  get markdown(): Markdown {
    this.#markdown ??= parseMarkdown(withoutFrontMatter(this.text));
    return this.#markdown;
  }

  lineText(index: number): string {
    return this.lineTexts[index] ?? "";
  }

  isBlank(index: number): boolean {
    return this.lineText(index).trim() === "";
  }

  /** The line (from 0) of an offset; a line end belongs to the line before it. */
  lineAt(offset: number): number {
    return lastAtOrBefore(this.lines, (line) => line.start, offset);
  }

  /** The first line (from 0) that starts at an offset or after it. */
  lineFrom(offset: number): number {
    const line = this.lineAt(offset);
    return (this.lines[line]?.start ?? offset) < offset ? line + 1 : line;
  }

  /** The lines (from 0) that a range of offsets touches. */
  linesAt({ start, end }: { readonly start: number; readonly end: number }): LineRange {
    return { from: this.lineAt(start), to: this.lineAt(Math.max(start, end - 1)) + 1 };
  }

  /** The line end of a line; that of the file if the line has none. */
  lineEndAt(index: number): string {
    const line = this.lines[index];
    return (line && this.text.slice(line.end, line.next)) || this.lineEnd;
  }
}

/** The view of a file, built once per object: versions of a spec share the files that did not change. */
export const viewOf: (file: SpecFile) => FileView = rememberFor((file) => new FileView(file));

type Lines = Pick<FileView, "lines" | "lineTexts">;

function linesOf(text: string, lines: readonly TextLine[]): Lines {
  return { lines, lineTexts: lines.map(({ start, end }) => text.slice(start, end)) };
}

/** The lines of a changed file: of a long spec only the changed ones are split, and the others stay the same strings. */
function derivedLines(file: SpecFile): Lines | undefined {
  const changed = changedLines(file);
  if (changed === undefined) return undefined;
  const { origin, from, to, end } = changed;
  const before = viewOf(origin);
  const [first, last] = [before.lineFrom(from), before.lineFrom(to)];
  const middle = linesOf(file.text, splitLines(file.text, from, end));
  const shift = end - to;
  const moved = before.lines
    .slice(last)
    .map((line) => ({ start: line.start + shift, end: line.end + shift, next: line.next + shift }));
  return {
    lines: before.lines.slice(0, first).concat(middle.lines, moved),
    lineTexts: before.lineTexts.slice(0, first).concat(middle.lineTexts, before.lineTexts.slice(last)),
  };
}

function splitLines(text: string, from = 0, to = text.length): TextLine[] {
  const lines: TextLine[] = [];
  const lineEnd = /\r\n|[\r\n]/g;
  lineEnd.lastIndex = from;
  let start = from === 0 && text.startsWith(BYTE_ORDER_MARK) ? 1 : from;
  while (start < to && lineEnd.test(text)) {
    const next = lineEnd.lastIndex;
    lines.push({ start, end: next - (text.startsWith("\r\n", next - 2) ? 2 : 1), next });
    start = next;
  }
  if (start < to) lines.push({ start, end: to, next: to });
  return lines;
}

function commonLineEnd(text: string, lines: readonly TextLine[]): string {
  if (!text.includes("\r")) return "\n";
  const windows = lines.filter((line) => line.next - line.end === 2).length;
  const ended = lines.filter((line) => line.next > line.end).length;
  if (windows * 2 > ended) return "\r\n";
  return text.includes("\n") ? "\n" : "\r";
}

function fold(lines: readonly string[]): Folded {
  const kept = lines.map((line) => line.trimEnd());
  return { lines: kept, text: kept.join("\n"), starts: lineStarts(kept) };
}
