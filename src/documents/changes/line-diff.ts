import { diffArrays } from "diff";
import { leadingId } from "../../model/leading-id.ts";
import { rememberLast } from "../../model/remember-last.ts";
import { wordsOf } from "./merge-words.ts";

/** Lines of one text that became those of another. */
export interface LineDiff {
  readonly before: LineRange;
  readonly after: LineRange;
}

/** `from` to `to`, exclusive; lines count from 0. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}

type Lines = readonly string[];

/** Where two lists of lines differ, in order; the ranges do not touch each other. */
export const diffLineLists = rememberLast(4, (before: Lines, after: Lines): LineDiff[] => {
  const found: LineDiff[] = [];
  let [old, now] = [0, 0];
  const ends: Run = { old: before.length, now: after.length, count: 0 };
  for (const run of [...sameRuns(before, after), ends]) {
    const differs = run.old > old || run.now > now;
    if (differs) found.push({ before: { from: old, to: run.old }, after: { from: now, to: run.now } });
    [old, now] = [run.old + run.count, run.now + run.count];
  }
  return found;
});

/** Equal lines of both texts: by the shortest difference if few lines differ, else those at the same position. */
function sameRuns(before: Lines, after: Lines): Run[] {
  const { head, tail } = sameEnds(before, after);
  const oldMiddle = before.slice(head, before.length - tail);
  const nowMiddle = after.slice(head, after.length - tail);
  const middle = matchTextFirst(oldMiddle, nowMiddle) ?? runsInPlace(oldMiddle, nowMiddle);
  const end = { old: before.length - tail, now: after.length - tail, count: tail };
  return [{ old: 0, now: 0, count: head }, ...moved(middle, { old: head, now: head }), end].filter(
    ({ count }) => count > 0,
  );
}

/** How many equal lines two lists begin and end with. */
function sameEnds(before: Lines, after: Lines) {
  const most = Math.min(before.length, after.length);
  let [head, tail] = [0, 0];
  while (head < most && before[head] === after[head]) head++;
  while (tail < most - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  return { head, tail };
}

/** Matches lines with text first, then blank lines between these and the changed lines: they would match anywhere. */
function matchTextFirst(before: Lines, after: Lines): Run[] | undefined {
  const [old = [], now = []] = [before, after].map((lines) => [...lines.keys()].filter((at) => !isBlank(lines[at])));
  const matched = shortestRuns(old, now, (a, b) => before[a] === after[b])?.flatMap((run) =>
    Array.from({ length: run.count }, (_, at) => ({
      old: old[run.old + at] ?? 0,
      now: now[run.now + at] ?? 0,
      count: 1,
    })),
  );
  if (matched === undefined) return undefined;
  const ends = { old: before.length, now: after.length, count: 0 };
  return between([...matched, ends], (gap, run) => {
    const [gone, put] = [before.slice(gap.old, run.old), after.slice(gap.now, run.now)];
    const pairs = gone.some(isBlank) && put.some(isBlank) ? pairLines(gone, put) : [];
    const stops = [...pairs.map((pair) => ({ ...pair, count: 1 })), { old: gone.length, now: put.length, count: 0 }];
    const blank = between(stops, (from, to) =>
      moved(shortestRuns(gone.slice(from.old, to.old), put.slice(from.now, to.now)) ?? [], from),
    );
    return [...moved(blank, gap), ...(run.count === 0 ? [] : [run])];
  });
}

function isBlank(line: string | undefined): boolean {
  return line === undefined || line.trim() === "";
}

/** Calls `visit` with each run and where the run before it ended. */
function between(runs: readonly Run[], visit: (from: LinePair, run: Run) => Run[]): Run[] {
  let from: LinePair = { old: 0, now: 0 };
  return runs.flatMap((run) => {
    const found = visit(from, run);
    from = { old: run.old + run.count, now: run.now + run.count };
    return found;
  });
}

function moved(runs: readonly Run[], by: LinePair): Run[] {
  return runs.map(({ old, now, count }) => ({ old: old + by.old, now: now + by.now, count }));
}

/** The same differences with neighbouring blocks apart: items, rows, headings and paragraphs that were each changed. */
export function diffBlocks(before: Lines, after: Lines): LineDiff[] {
  return diffLineLists(before, after).flatMap(({ before: gone, after: put }) => {
    const cuts = pairLines(before.slice(gone.from, gone.to), after.slice(put.from, put.to))
      .map((pair) => ({ old: pair.old + gone.from, now: pair.now + put.from }))
      .filter((pair) => beginsBlock(before, pair.old) && beginsBlock(after, pair.now))
      .flatMap((pair) => [
        pair,
        { old: endOfBlock(before, pair.old, gone.to), now: endOfBlock(after, pair.now, put.to) },
      ]);
    return [...cuts, { old: gone.to, now: put.to }].flatMap((to, at) => {
      const from = cuts[at - 1] ?? { old: gone.from, now: put.from };
      const whole = { before: { from: from.old, to: to.old }, after: { from: from.now, to: to.now } };
      if (to.now > from.now) return [whole];
      return removedBlocks(before, whole.before).map((removed) => ({ before: removed, after: whole.after }));
    });
  });
}

/** Removed lines block by block, each with the blank lines behind it. */
function removedBlocks(lines: Lines, { from, to }: LineRange): LineRange[] {
  const isStart = (at: number) => beginsBlock(lines, at) && !isBlank(lines[at]);
  const starts = Array.from({ length: to - from }, (_, at) => from + at).filter(isStart);
  const cuts = [from, ...starts.slice(1), to];
  return cuts.slice(1).flatMap((end, at) => (end > (cuts[at] ?? end) ? [{ from: cuts[at] ?? end, to: end }] : []));
}

function beginsBlock(lines: Lines, at: number): boolean {
  return isBlank(lines[at - 1]) || hasMarks(lines[at] ?? "") || /^\s{0,3}#/.test(lines[at - 1] ?? "");
}

function endOfBlock(lines: Lines, at: number, last: number): number {
  let end = at + 1;
  while (end < last && !isBlank(lines[end]) && !beginsBlock(lines, end)) end++;
  return end;
}

/** Whether a line begins with the marks of an item, a heading, a row, a quotation or code. */
export function hasMarks(line: string): boolean {
  return /^\s*(?:[-*+]\s|\d{1,9}[.)]\s|[#|>]|```|~~~)/.test(line);
}

/** The indexes of a line before and after it was changed. */
interface LinePair {
  readonly old: number;
  readonly now: number;
}

/** Above this many pairs lines are not compared: all of them count as new. */
const MOST_COMPARED = 40_000;
/** Lines that share a smaller part of their words are different lines. */
const LEAST_ALIKE = 0.4;

/** Pairs the lines that are the same line, changed: in order, and so that the pairs are most alike. */
export function pairLines(before: Lines, after: Lines): LinePair[] {
  const compared = before.length * after.length;
  if (compared === 0 || compared > MOST_COMPARED) return [];
  const [old, now] = [before.map(readLine), after.map(readLine)];
  // Squares, because one pair that is much alike says more than two that are a little.
  const likeness = old.map((a) => now.map((b) => likenessOf(a, b) ** 2));
  const best = Array.from({ length: old.length + 1 }, () => new Array<number>(now.length + 1).fill(0));
  const bestFrom = (i: number, j: number) => best[i]?.[j] ?? 0;
  const withPair = (i: number, j: number) => (likeness[i]?.[j] || Number.NEGATIVE_INFINITY) + bestFrom(i + 1, j + 1);
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = now.length - 1; j >= 0; j--)
      best[i]?.splice(j, 1, Math.max(withPair(i, j), bestFrom(i + 1, j), bestFrom(i, j + 1)));
  }
  const pairs: LinePair[] = [];
  for (let [i, j] = [0, 0]; i < old.length && j < now.length; ) {
    if (withPair(i, j) === bestFrom(i, j)) pairs.push({ old: i++, now: j++ });
    else if (bestFrom(i + 1, j) === bestFrom(i, j)) i++;
    else j++;
  }
  return pairs;
}

interface ReadLine {
  readonly kind: "heading" | "row" | "text";
  readonly name: string | undefined;
  /** What follows the name. */
  readonly rest: string;
  readonly words: ReadonlySet<string>;
}

function readLine(line: string): ReadLine {
  const words = new Set(wordsOf(line));
  const [, cell, cells] = /^\s*\|([^|]*)\|(.*\w.*)$/.exec(line) ?? [];
  if (cells !== undefined) return { kind: "row", name: cell?.trim() || undefined, rest: cells, words };
  const text = line.replace(/^[\s>]*(?:(?:[-*+]|#{1,6}|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?)?/, "");
  const kind = /^\s*#{1,6}\s/.test(line) ? "heading" : /^\s*\|/.test(line) ? "row" : "text";
  const { id, before = "" } = leadingId(text) ?? {};
  // A heading may be named by a number alone: `Requirement 3: Export`.
  const name = id ?? (kind === "heading" ? /^\D{0,20}\d+(?:\.\d+)*/.exec(text)?.[0] : undefined);
  return { kind, name, rest: text.slice(before.length + (name?.length ?? 0)), words };
}

/** What names a line: the id at its beginning, or the first cell of a row. A line with another name is another line. */
export function nameOf(line: string): string | undefined {
  return readLine(line).name;
}

/** How sure it is that two lines are the same line, changed: 0 to 1. An id may be renamed if nothing else is. */
function likenessOf(a: ReadLine, b: ReadLine): number {
  if (a.kind !== b.kind) return 0;
  const shared = [...b.words].filter((word) => a.words.has(word)).length;
  const share = (2 * shared) / Math.max(1, a.words.size + b.words.size);
  if (a.name === undefined || b.name === undefined) return share >= LEAST_ALIKE ? share : 0;
  if (a.name === b.name) return (1 + share) / 2;
  return a.rest === b.rest && wordsOf(a.rest).length > 0 ? 1 : 0;
}

/** Items that are the same in both lists, from index `old` in one and `now` in the other. */
interface Run {
  readonly old: number;
  readonly now: number;
  readonly count: number;
}

/** The cost of the shortest difference grows with the square of this. */
const MOST_EDITS = 1000;

/** What two lists have in common by the shortest difference; `undefined` where it has too many edits. */
function shortestRuns<Item>(
  before: readonly Item[],
  after: readonly Item[],
  comparator = (a: Item, b: Item) => a === b,
): Run[] | undefined {
  if (before.length === 0 || after.length === 0) return [];
  const parts = diffArrays([...before], [...after], { maxEditLength: MOST_EDITS, comparator });
  let [old, now] = [0, 0];
  return parts?.flatMap(({ added, removed, count }) => {
    const run = { old, now, count };
    if (!added) old += count;
    if (!removed) now += count;
    return added || removed ? [] : run;
  });
}

function runsInPlace(before: Lines, after: Lines): Run[] {
  if (before.length !== after.length) return [];
  return before.flatMap((line, at) => (line === after[at] ? [{ old: at, now: at, count: 1 }] : []));
}
