import { rememberLast } from "../../model/remember-last.ts";
import { type Run, shortestRuns } from "./shortest-diff.ts";

/** Lines `from` to `to` (exclusive, from 0) of one text that became those of another. */
export interface LineDiff {
  readonly before: LineRange;
  readonly after: LineRange;
}

export interface LineRange {
  readonly from: number;
  readonly to: number;
}

type Lines = readonly string[];

/** Where two lists of lines differ, in order and apart from each other. */
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

/** The shortest difference where few lines differ; else lines that kept their place, where there are as many as before. */
function sameRuns(before: Lines, after: Lines): Run[] {
  const { head, tail } = sameEnds(before, after);
  const oldMiddle = before.slice(head, before.length - tail);
  const nowMiddle = after.slice(head, after.length - tail);
  const middle = worded(oldMiddle, nowMiddle) ?? runsInPlace(oldMiddle, nowMiddle);
  const moved = middle.map((run) => ({ old: run.old + head, now: run.now + head, count: run.count }));
  const end = { old: before.length - tail, now: after.length - tail, count: tail };
  return [{ old: 0, now: 0, count: head }, ...moved, end].filter(({ count }) => count > 0);
}

/** How many lines two lists begin and end with alike. */
function sameEnds(before: Lines, after: Lines) {
  const most = Math.min(before.length, after.length);
  let [head, tail] = [0, 0];
  while (head < most && before[head] === after[head]) head++;
  while (tail < most - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  return { head, tail };
}

/** Lines that say something are the same before empty ones are: those stand between any two. */
function worded(before: Lines, after: Lines): Run[] | undefined {
  const [old, now] = [before, after].map((lines) => lines.flatMap((line, at) => (line.trim() === "" ? [] : [at])));
  if (old === undefined || now === undefined) return undefined;
  const said = shortestRuns(old, now, { isSame: (a, b) => before[a] === after[b] })?.flatMap((run) =>
    Array.from({ length: run.count }, (_, at) => ({
      old: old[run.old + at] ?? 0,
      now: now[run.now + at] ?? 0,
      count: 1,
    })),
  );
  let [fromOld, fromNow] = [0, 0];
  return (
    said &&
    [...said, { old: before.length, now: after.length, count: 0 }].flatMap((run) => {
      const [oldStart, nowStart] = [fromOld, fromNow];
      [fromOld, fromNow] = [run.old + run.count, run.now + run.count];
      const between = shortestRuns(before.slice(oldStart, run.old), after.slice(nowStart, run.now)) ?? [];
      const runs = between.map((each) => ({ ...each, old: each.old + oldStart, now: each.now + nowStart }));
      return run.count === 0 ? runs : [...runs, run];
    })
  );
}

/** A line of each of two texts that is the same line, changed. */
export interface LinePair {
  readonly old: number;
  readonly now: number;
}

/** More are not compared with each other: they are new. */
const MOST_COMPARED = 40_000;
/** Lines that share less of their words do not belong together. */
const LEAST_ALIKE = 0.4;

/** Which of the lines of two texts that differ are the same line, changed: in order, and as many as can be. */
export function pairLines(before: Lines, after: Lines): LinePair[] {
  if (before.length * after.length > MOST_COMPARED) return [];
  const runs = shortestRuns(before.map(wordsOf), after.map(wordsOf), { isSame: areAlike }) ?? [];
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

/** By how many words of two lines are the same. */
function areAlike(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const shared = [...b].filter((word) => a.has(word)).length;
  return 2 * shared >= LEAST_ALIKE * Math.max(1, a.size + b.size);
}

function runsInPlace(before: Lines, after: Lines): Run[] {
  if (before.length !== after.length) return [];
  return before.flatMap((line, at) => (line === after[at] ? [{ old: at, now: at, count: 1 }] : []));
}
