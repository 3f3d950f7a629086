import { diffArrays } from "diff";
import { rememberLast } from "../../model/remember-last.ts";

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
  const moved = middle.map((run) => ({ old: run.old + head, now: run.now + head, count: run.count }));
  const end = { old: before.length - tail, now: after.length - tail, count: tail };
  return [{ old: 0, now: 0, count: head }, ...moved, end].filter(({ count }) => count > 0);
}

/** How many equal lines two lists begin and end with. */
function sameEnds(before: Lines, after: Lines) {
  const most = Math.min(before.length, after.length);
  let [head, tail] = [0, 0];
  while (head < most && before[head] === after[head]) head++;
  while (tail < most - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  return { head, tail };
}

/** Matches lines with text first, and blank lines between them later, because these would match anywhere. */
function matchTextFirst(before: Lines, after: Lines): Run[] | undefined {
  const [old, now] = [before, after].map((lines) => lines.flatMap((line, at) => (line.trim() === "" ? [] : [at])));
  if (old === undefined || now === undefined) return undefined;
  const matched = shortestRuns(old, now, (a, b) => before[a] === after[b])?.flatMap((run) =>
    Array.from({ length: run.count }, (_, at) => ({
      old: old[run.old + at] ?? 0,
      now: now[run.now + at] ?? 0,
      count: 1,
    })),
  );
  let [fromOld, fromNow] = [0, 0];
  return (
    matched &&
    [...matched, { old: before.length, now: after.length, count: 0 }].flatMap((run) => {
      const [oldStart, nowStart] = [fromOld, fromNow];
      [fromOld, fromNow] = [run.old + run.count, run.now + run.count];
      const between = shortestRuns(before.slice(oldStart, run.old), after.slice(nowStart, run.now)) ?? [];
      const runs = between.map(({ old, now, count }) => ({ old: old + oldStart, now: now + nowStart, count }));
      return run.count === 0 ? runs : [...runs, run];
    })
  );
}

/** Above this many pairs lines are not compared: all of them count as new. */
const MOST_COMPARED = 40_000;
/** Lines that share a smaller part of their words are different lines. */
const LEAST_ALIKE = 0.4;

/** Pairs the indexes of lines that are the same line, changed: in order, and as many as possible. */
export function pairLines(before: Lines, after: Lines) {
  if (before.length * after.length > MOST_COMPARED) return [];
  const runs = shortestRuns(before.map(wordsOf), after.map(wordsOf), areAlike) ?? [];
  return runs.flatMap(({ old, now, count }) =>
    Array.from({ length: count }, (_, at) => ({ old: old + at, now: now + at })),
  );
}

/** Whether two lines are the same line, changed. */
export function isLikeLine(a: string, b: string): boolean {
  return areAlike(wordsOf(a), wordsOf(b));
}

function wordsOf(line: string): ReadonlySet<string> {
  return new Set(line.match(/[\p{L}\p{N}_]+/gu));
}

function areAlike(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const shared = [...b].filter((word) => a.has(word)).length;
  return 2 * shared >= LEAST_ALIKE * Math.max(1, a.size + b.size);
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
