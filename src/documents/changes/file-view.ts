import type { SpecFile } from "../../model/change.ts";
import { rememberFor } from "../../model/remember-for.ts";
import { frontMatterOf, withoutFrontMatter } from "../markdown/front-matter.ts";
import { lastAtOrBefore, lineStarts } from "../markdown/line-starts.ts";
import { type Markdown, parseMarkdown } from "../markdown/markdown.ts";
import type { LineRange } from "./line-diff.ts";

/** A line of a file, by offsets: its characters are `start` to `end`, its line end runs to `next`. */
export interface TextLine {
  readonly start: number;
  readonly end: number;
  readonly next: number;
}

/** The lines with white space at their ends folded, joined by `\n`: what quotations are looked for in (SPEC 5). */
interface Folded {
  readonly lines: readonly string[];
  readonly text: string;
  /** Where each line begins in `text`. */
  readonly starts: readonly number[];
}

const BYTE_ORDER_MARK = "\uFEFF";

/** A file of a spec, taken apart into lines; its markdown is parsed when somebody asks for it. */
export class FileView {
  readonly file: SpecFile;
  readonly path: string;
  readonly text: string;
  /** Without the empty one behind the last line end, and without a byte order mark. */
  readonly lines: readonly TextLine[];
  /** The line end that most lines have. */
  readonly lineEnd: string;
  /** The characters of each line. */
  readonly lineTexts: readonly string[];
  /** The lines of the front matter, 0 if there is none. */
  readonly frontMatter: number;
  #folded: Folded | undefined;
  #markdown: Markdown | undefined;

  constructor(file: SpecFile) {
    const { path, text } = file;
    this.file = file;
    this.path = path;
    this.text = text;
    this.lines = splitLines(text);
    this.lineEnd = commonLineEnd(text, this.lines);
    this.frontMatter = splitLines(frontMatterOf(text)).length;
    this.lineTexts = this.lines.map(({ start, end }) => text.slice(start, end));
  }

  get folded(): Folded {
    this.#folded ??= fold(this.lineTexts);
    return this.#folded;
  }

  /** Its lines are those of this view, from 1; front matter is blank in it. */
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

  /** The line, from 0, that an offset stands on; its line end belongs to it. */
  lineAt(offset: number): number {
    return lastAtOrBefore(this.lines, (line) => line.start, offset);
  }

  /** The lines, from 0, that a stretch of the text stands on. */
  linesAt({ start, end }: { readonly start: number; readonly end: number }): LineRange {
    return { from: this.lineAt(start), to: this.lineAt(Math.max(start, end - 1)) + 1 };
  }

  /** The line end that a line has; that of the file where it has none. */
  lineEndAt(index: number): string {
    const line = this.lines[index];
    return (line && this.text.slice(line.end, line.next)) || this.lineEnd;
  }
}

/** The view of a file, made once for each object: unchanged files are shared from one version of a spec to the next. */
export const viewOf: (file: SpecFile) => FileView = rememberFor((file) => new FileView(file));

function splitLines(text: string): TextLine[] {
  const lines: TextLine[] = [];
  const lineEnd = /\r\n|[\r\n]/g;
  let start = text.startsWith(BYTE_ORDER_MARK) ? 1 : 0;
  while (lineEnd.test(text)) {
    const next = lineEnd.lastIndex;
    lines.push({ start, end: next - (text.startsWith("\r\n", next - 2) ? 2 : 1), next });
    start = next;
  }
  if (start < text.length) lines.push({ start, end: text.length, next: text.length });
  return lines;
}

function commonLineEnd(text: string, lines: readonly TextLine[]): string {
  const windows = lines.filter((line) => line.next - line.end === 2).length;
  const ended = lines.filter((line) => line.next > line.end).length;
  if (windows * 2 > ended) return "\r\n";
  return text.includes("\r") && !text.includes("\n") ? "\r" : "\n";
}

function fold(lines: readonly string[]): Folded {
  const kept = lines.map((line) => line.trimEnd());
  return { lines: kept, text: kept.join("\n"), starts: lineStarts(kept) };
}
