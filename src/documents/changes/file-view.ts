import type { SpecFile } from "../../model/change.ts";
import { rememberFor } from "../../model/remember-for.ts";
import { frontMatterOf, withoutFrontMatter } from "../markdown/front-matter.ts";
import { lastAtOrBefore, lineStarts } from "../markdown/line-starts.ts";
import { type Markdown, parseMarkdown } from "../markdown/markdown.ts";
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
    this.lines = splitLines(text);
    this.lineTexts = this.lines.map(({ start, end }) => text.slice(start, end));
    this.lineEnd = commonLineEnd(text, this.lines);
    this.frontMatter = splitLines(frontMatterOf(text)).length;
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

function splitLines(text: string): TextLine[] {
  const lines: TextLine[] = [];
  let start = text.startsWith(BYTE_ORDER_MARK) ? 1 : 0;
  for (const { index: end, 0: lineEnd } of text.matchAll(/\r\n|[\r\n]/g)) {
    lines.push({ start, end, next: end + lineEnd.length });
    start = end + lineEnd.length;
  }
  if (start < text.length) lines.push({ start, end: text.length, next: text.length });
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
