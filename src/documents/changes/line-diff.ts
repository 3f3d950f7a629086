import { diffArrays } from "diff";

/** Lines `from` to `to` (exclusive, from 0) of one text that became those of another. */
export interface LineDiff {
  readonly before: LineRange;
  readonly after: LineRange;
}

export interface LineRange {
  readonly from: number;
  readonly to: number;
}

/** Lines that are the same in both texts, from `old` in one and from `now` in the other. */
interface Run {
  readonly old: number;
  readonly now: number;
  readonly count: number;
}

type Lines = readonly string[];

/** The cost of the shortest difference grows with the square of this. */
const MOST_EDITS = 500;

/** Where two lists of lines differ, in order and apart from each other. */
export function diffLineLists(before: Lines, after: Lines): LineDiff[] {
  const found: LineDiff[] = [];
  let [old, now] = [0, 0];
  const ends: Run = { old: before.length, now: after.length, count: 0 };
  for (const run of [...sameRuns(before, after), ends]) {
    const differs = run.old > old || run.now > now;
    if (differs) found.push({ before: { from: old, to: run.old }, after: { from: now, to: run.now } });
    [old, now] = [run.old + run.count, run.now + run.count];
  }
  return found;
}

/** The shortest difference where few lines differ; else lines that stand once in each text keep both in step. */
function sameRuns(before: Lines, after: Lines): Run[] {
  const head = sharedHead(before, after);
  const [old, now] = [before.slice(head), after.slice(head)];
  const tail = sharedHead(old.toReversed(), now.toReversed());
  const [oldMiddle, nowMiddle] = [old.slice(0, old.length - tail), now.slice(0, now.length - tail)];
  const middle = shortestRuns(oldMiddle, nowMiddle) ?? anchoredRuns(oldMiddle, nowMiddle);
  const end = { old: before.length - tail, now: after.length - tail, count: tail };
  return [{ old: 0, now: 0, count: head }, ...moved(middle, head, head), end].filter(({ count }) => count > 0);
}

function sharedHead(before: Lines, after: Lines): number {
  const first = before.findIndex((line, index) => line !== after[index]);
  return first === -1 ? before.length : first;
}

function moved(runs: readonly Run[], old: number, now: number): Run[] {
  return runs.map((run) => ({ old: run.old + old, now: run.now + now, count: run.count }));
}

function shortestRuns(before: Lines, after: Lines): Run[] | undefined {
  let [old, now] = [0, 0];
  return diffArrays([...before], [...after], { maxEditLength: MOST_EDITS })?.flatMap(({ added, removed, count }) => {
    const run = { old, now, count };
    if (!added) old += count;
    if (!removed) now += count;
    return added || removed ? [] : [run];
  });
}

function anchoredRuns(before: Lines, after: Lines): Run[] {
  const anchors = anchorsOf(before, after);
  if (anchors.length === 0) return before.length === after.length ? runsInPlace(before, after) : [];
  let [old, now] = [0, 0];
  const runs = anchors.flatMap((anchor) => {
    const above = sameRuns(before.slice(old, anchor.old), after.slice(now, anchor.now));
    const placed = moved(above, old, now);
    [old, now] = [anchor.old + 1, anchor.now + 1];
    return [...placed, anchor];
  });
  return [...runs, ...moved(sameRuns(before.slice(old), after.slice(now)), old, now)];
}

/** As many lines as before: each is compared with the one in its place. */
function runsInPlace(before: Lines, after: Lines): Run[] {
  return before.flatMap((line, at) => (line === after[at] ? [{ old: at, now: at, count: 1 }] : []));
}

/** Lines that stand once in each text, as many of them as are in the same order. */
function anchorsOf(before: Lines, after: Lines): Run[] {
  const places = uniqueLines(after);
  const pairs = [...uniqueLines(before)].flatMap(([line, old]): Run[] => {
    const now = places.get(line);
    return now === undefined ? [] : [{ old, now, count: 1 }];
  });
  return longestInOrder(pairs);
}

function uniqueLines(lines: Lines): Map<string, number> {
  const places = new Map<string, number>();
  lines.forEach((line, at) => {
    places.set(line, places.has(line) ? -1 : at);
  });
  return new Map([...places].filter(([, at]) => at >= 0));
}

/** The longest part of a list in which `now` only grows. */
function longestInOrder(pairs: readonly Run[]): Run[] {
  interface Link {
    readonly pair: Run;
    readonly above: Link | undefined;
  }
  const ends: Link[] = [];
  for (const pair of pairs) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle]?.pair.now ?? 0) < pair.now) low = middle + 1;
      else high = middle;
    }
    ends[low] = { pair, above: ends[low - 1] };
  }
  const found: Run[] = [];
  for (let link = ends.at(-1); link; link = link.above) found.push(link.pair);
  return found.reverse();
}
