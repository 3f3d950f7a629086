import type { Spec, SpecFile } from "../../model/change.ts";
import { rememberFor } from "../../model/remember-for.ts";
import { splitLines } from "../../model/split-lines.ts";
import { lastAtOrBefore, lineStarts } from "../markdown/line-starts.ts";
import { viewOf } from "./file-view.ts";
import { type ChangedLines, changedLines } from "./hunk.ts";
import { sectionAt, sectionsIn } from "./section-places.ts";

interface FoldedText {
  /** Every line of the file, folded. */
  readonly lines: readonly string[];
  readonly text: string;
  /** Of each line that is not empty when folded: its offset in `text`, and its number (from 1). */
  readonly starts: readonly number[];
  readonly numbers: readonly number[];
}

/** Each part of a quotation with an ellipsis needs this many words, or it could match anything. */
const LEAST_WORDS = 3;

interface Text {
  readonly text: string;
}

/** Whether a text contains quoted words; white space and markup are ignored (SPEC 3.6, grounded). */
export function occurs(text: string, quotation: string): boolean {
  return occursIn([{ text }], quotation);
}

export function occursIn(spec: readonly Text[], quotation: string): boolean {
  return spec.some(holds(quotation));
}

/** A test for files and sections that contain quoted words. */
export function holds(quotation: string): (part: Text) => boolean {
  const wanted = foldText(quotation).text;
  return (part) => find(foldPart(part), wanted) !== undefined;
}

/** How often a spec contains words, ignoring case. Punctuation counts: a sentence that continues is another one. */
export function countIn(spec: Spec, quotation: string): number {
  const words = foldText(quotation).text.toLowerCase();
  return words === "" ? 0 : spec.reduce((sum, file) => sum + lowered(file).split(words).length - 1, 0);
}

const lowered = rememberFor((file: SpecFile) => foldPart(file).text.toLowerCase());

/** A text as it is searched: without markup, and with single spaces. */
export function foldedWords(text: string): string {
  return foldText(text).text;
}

/** The first occurrence of quoted words: lines from 1, inclusive, and the innermost heading above them. */
export function findQuotation(spec: Spec, quotation: string) {
  const wanted = foldText(quotation).text;
  for (const file of spec) {
    const folded = foldPart(file);
    const found = find(folded, wanted);
    if (found === undefined) continue;
    const line = lineAt(folded, found.start);
    const [, ...headings] = sectionAt(sectionsIn(viewOf(file)), line)?.path ?? [];
    const heading = headings.at(-1) ?? "";
    return { file: file.path, line, endLine: lineAt(folded, found.end - 1), heading };
  }
  return undefined;
}

/** The lines of the first occurrence of quoted words, folded, with the line before and the one after them. */
export function foldedAround(spec: Spec, quotation: string): string | undefined {
  for (const file of spec) {
    const { text, starts } = foldPart(file);
    const found = find({ text }, foldText(quotation).text);
    if (found === undefined) continue;
    const [first, last] = [lastAtOrBefore(starts, Number, found.start), lastAtOrBefore(starts, Number, found.end - 1)];
    return text.slice(starts[Math.max(first - 1, 0)], starts[last + 2]).trim();
  }
  return undefined;
}

function lineAt({ starts, numbers }: FoldedText, offset: number): number {
  return numbers[lastAtOrBefore(starts, Number, offset)] ?? 1;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

function find({ text }: Text, wanted: string): Span | undefined {
  return (
    findWords(text, wanted, 0) ??
    findWords(text, withoutQuoteMarks(wanted), 0) ??
    findParts(text, withoutQuoteMarks(wanted))
  );
}

function findWords(text: string, words: string, from: number): Span | undefined {
  if (!/[\p{L}\p{N}]/u.test(words)) return undefined;
  const start = text.indexOf(words, from);
  return start === -1 ? undefined : { start, end: start + words.length };
}

/** Without quotation marks around it, and without an ellipsis at either end. */
function withoutQuoteMarks(words: string): string {
  let start = 0;
  let end = words.length;
  const isAround = (at: number) => /["'.\s]/.test(words.charAt(at));
  while (start < end && isAround(start)) start++;
  while (end > start && isAround(end - 1)) end--;
  return words.slice(start, end);
}

/** `A user … may export`: the parts in this order. */
function findParts(text: string, words: string): Span | undefined {
  const parts = words.split(/ ?\.{3} ?/);
  if (parts.length < 2 || parts.some((part) => part.split(" ").length < LEAST_WORDS)) return undefined;
  const spans: Span[] = [];
  for (const part of parts) {
    const span = findWords(text, part, spans.at(-1)?.end ?? 0);
    if (span === undefined) return undefined;
    spans.push(span);
  }
  return { start: spans[0]?.start ?? 0, end: spans.at(-1)?.end ?? 0 };
}

const foldPart = rememberFor((part: Text): FoldedText => {
  const changed = changedLines(part);
  return changed === undefined ? foldText(part.text) : foldChanged(part, changed);
});

/** Folds only the changed lines of a changed file. */
function foldChanged({ text }: Text, { origin, from, to, end }: ChangedLines): FoldedText {
  const [before, view] = [foldPart(origin).lines, viewOf(origin)];
  const changed = splitLines(text.slice(from, end).replace(/\n$/, "")).map(foldLine);
  return joinFolded(before.slice(0, view.lineFrom(from)).concat(changed, before.slice(view.lineFrom(to))));
}

function foldText(text: string): FoldedText {
  return joinFolded(splitLines(text).map(foldLine));
}

function joinFolded(lines: readonly string[]): FoldedText {
  const kept: string[] = [];
  const numbers: number[] = [];
  lines.forEach((words, index) => {
    if (words === "") return;
    kept.push(words);
    numbers.push(index + 1);
  });
  return { lines, text: kept.join(" "), starts: lineStarts(kept), numbers };
}

function foldLine(line: string): string {
  const words = line.replace(/^[\s>\uFEFF]*(?:[-*+•]\s+|\d{1,9}[.)]\s+|#{1,6}\s+)?(?:\[[ xX]\]\s+)?/, "");
  return (FOLDABLE.test(words) ? withoutMarkup(words) : words).trim();
}

/** A quick test: most lines have nothing to fold. */
const FOLDABLE = /[*_~`\\[\]<&|“”„«»‘’‚–—…]|[^\S ]| {2}/;

function withoutMarkup(words: string): string {
  return words
    .replace(/\]\([^()\s]{0,500}\)/g, "]")
    .replace(/<\/?[a-zA-Z][^<>]{0,100}>|&nbsp;/g, " ")
    .replace(/[*_~`\\[\]]/g, "")
    .replace(/[“”„«»]/g, '"')
    .replace(/[‘’‚]/g, "'")
    .replace(/[–—]/g, "-")
    .replace(/…/g, "...")
    .replace(/[|\s]+/g, " ");
}
