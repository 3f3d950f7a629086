import type { FileView } from "./file-view.ts";
import { findQuote, foldQuote } from "./find-quote.ts";

const MOST_WORDS = 60;

/** Quotes as few words as say what changes between two versions of a passage, and stand once in the spec. */
export function quoteWords(
  views: readonly FileView[],
  before: string,
  after: string,
): { readonly old: string; readonly new: string } | undefined {
  let { head, tail } = commonEnds(before, after);
  for (let step = 0; step < MOST_WORDS; step++) {
    const old = before.slice(head, before.length - tail);
    const now = after.slice(head, after.length - tail);
    const bounded = old !== "" && old === old.trim() && now === now.trim();
    if (bounded && findQuote(views, foldQuote(old)).length === 1) return { old, new: now };
    if (head === 0 && tail === 0) return undefined;
    head = wordBefore(before, head);
    tail = before.length - wordBehind(before, before.length - tail);
  }
  return undefined;
}

function commonEnds(a: string, b: string): { head: number; tail: number } {
  const most = Math.min(a.length, b.length);
  let head = 0;
  while (head < most && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < most - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
  return { head, tail };
}

function wordBefore(text: string, at: number): number {
  let start = at;
  while (start > 0 && /\s/.test(text.charAt(start - 1))) start--;
  while (start > 0 && /\S/.test(text.charAt(start - 1))) start--;
  return start;
}

function wordBehind(text: string, at: number): number {
  let end = at;
  while (end < text.length && /\s/.test(text.charAt(end))) end++;
  while (end < text.length && /\S/.test(text.charAt(end))) end++;
  return end;
}
