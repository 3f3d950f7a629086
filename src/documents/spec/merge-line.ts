import type { LineEdit } from "../values.ts";

/** An edit that changes one line, or adds lines behind it. */
export interface LineChange {
  readonly before: string;
  readonly after: string;
  readonly more: readonly string[];
}

/** What an edit does, where that is no more than a change of one line and lines behind it. */
export function changeOfOneLine({ before, after }: LineEdit): LineChange | undefined {
  const at = before.findIndex((line, index) => line !== after[index]);
  if (at === -1) {
    const [last = "", ...more] = [before.at(-1) ?? "", ...after.slice(before.length)];
    return { before: last, after: last, more };
  }
  const [was, is] = [before[at], after[at]];
  const isSame = before.length === after.length && before.every((line, index) => index === at || line === after[index]);
  return isSame && was !== undefined && is !== undefined ? { before: was, after: is, more: [] } : undefined;
}

/** How many characters before an insertion tell its place. */
const ANCHOR = 12;

/**
 * The change from `before` to `after`, made to a line that has become another meanwhile; `undefined` where the words that
 * it changes are gone.
 */
export function mergedLine(line: string, before: string, after: string): string | undefined {
  if (before === after) return line;
  const start = commonStart(before, after);
  const end = commonStart(reversed(before.slice(start)), reversed(after.slice(start)));
  const removed = before.slice(start, before.length - end);
  const added = after.slice(start, after.length - end);
  if (removed !== "") return occursOnce(line, removed) ? line.replace(removed, () => added) : undefined;
  const anchor = before.slice(Math.max(0, start - ANCHOR), start);
  if (anchor !== "" && occursOnce(line, anchor)) return line.replace(anchor, () => anchor + added);
  const rest = before.slice(start);
  return line.endsWith(rest) ? line.slice(0, line.length - rest.length) + added + rest : undefined;
}

function commonStart(a: string, b: string): number {
  let at = 0;
  while (at < a.length && at < b.length && a[at] === b[at]) at++;
  return at;
}

function reversed(text: string): string {
  return [...text].reverse().join("");
}

function occursOnce(text: string, words: string): boolean {
  const at = text.indexOf(words);
  return at !== -1 && text.indexOf(words, at + 1) === -1;
}
