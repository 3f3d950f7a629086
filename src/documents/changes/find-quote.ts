import { lastAtOrBefore } from "../markdown/line-starts.ts";
import type { FileView } from "./file-view.ts";

/** Where quoted words are in a file. Offsets count in the unfolded text; lines count from 0. */
export interface Occurrence {
  readonly view: FileView;
  readonly start: number;
  /** Before any white space at the end of the last line. */
  readonly end: number;
  readonly first: number;
  readonly last: number;
  readonly startsLine: boolean;
  readonly endsLine: boolean;
}

/** Letters of scripts that put spaces between words: only there can a match cut a word. */
const WORD = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd}]/u;

/** A quotation as it is searched for: `\n` as line end, no trailing white space, no blank lines around it. */
export function foldQuote(text: string): string {
  return trimBlankLines(text)
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n");
}

/** Without blank lines at both ends, and with `\n` for every line end. */
export function trimBlankLines(text: string): string {
  const lines = text.replace(/\r\n?/g, "\n").split("\n");
  const first = lines.findIndex((line) => line.trim() !== "");
  if (first === -1) return "";
  const last = lines.findLastIndex((line) => line.trim() !== "");
  return lines.slice(first, last + 1).join("\n");
}

/** Every occurrence of a folded quotation. Whole words only, so that `5 minutes` is not found in `15 minutes`. */
export function findQuote(views: readonly FileView[], quote: string): Occurrence[] {
  return quote === "" ? [] : views.flatMap((view) => findInFile(view, quote));
}

function findInFile(view: FileView, quote: string): Occurrence[] {
  const found: Occurrence[] = [];
  const { text } = view.folded;
  for (let at = text.indexOf(quote); at !== -1; at = text.indexOf(quote, at + 1)) {
    const end = at + quote.length;
    if (splitsWord(text, at) || splitsWord(text, end)) continue;
    found.push(occurrence(view, at, end));
  }
  return found;
}

function splitsWord(text: string, at: number): boolean {
  return at > 0 && at < text.length && WORD.test(text.charAt(at - 1)) && WORD.test(text.charAt(at));
}

function occurrence(view: FileView, from: number, to: number): Occurrence {
  const { text, starts } = view.folded;
  const first = lastAtOrBefore(starts, Number, from);
  const last = lastAtOrBefore(starts, Number, to);
  return {
    view,
    start: (view.lines[first]?.start ?? 0) + from - (starts[first] ?? 0),
    end: (view.lines[last]?.start ?? 0) + to - (starts[last] ?? 0),
    first,
    last,
    startsLine: from === starts[first],
    endsLine: to === text.length || text.charAt(to) === "\n",
  };
}
