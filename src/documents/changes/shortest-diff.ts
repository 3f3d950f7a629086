import { wordsWithSpaceDiff } from "diff";

/** Items that are the same in both lists, from `old` in one and from `now` in the other. */
export interface Run {
  readonly old: number;
  readonly now: number;
  readonly count: number;
}

/** How far a path goes without an edit, and the path before its last edit. It is `diagonal` items behind in `after`. */
interface Path {
  readonly from: number;
  readonly to: number;
  readonly diagonal: number;
  readonly before: Path | undefined;
}

interface DiffOptions<Item> {
  readonly mostEdits?: number;
  readonly isSame?: (a: Item, b: Item) => boolean;
}

/** The cost of the shortest difference grows with the square of this. */
const MOST_EDITS = 1000;

/**
 * What two lists have in common, by as few differences as there are; `undefined` where those are too many. It is Myers'
 * algorithm, and of several shortest differences the library `diff` finds the same one, in many times the time.
 */
export function shortestRuns<Item>(
  before: readonly Item[],
  after: readonly Item[],
  { mostEdits = MOST_EDITS, isSame = (a, b) => a === b }: DiffOptions<Item> = {},
): Run[] | undefined {
  const [oldLength, nowLength] = [before.length, after.length];
  const most = Math.min(mostEdits, oldLength + nowLength);
  /** Of each diagonal the path that has come furthest. */
  const furthest: (Path | undefined)[] = new Array(2 * most + 3).fill(undefined);
  let [least, last] = [-most, most];
  for (let edits = 0; edits <= most; edits += 1) {
    for (let diagonal = Math.max(least, -edits); diagonal <= Math.min(last, edits); diagonal += 2) {
      const at = diagonal + most + 1;
      const [without, withMore] = [furthest[at - 1], furthest[at + 1]];
      furthest[at - 1] = undefined;
      const removes = without !== undefined && without.to < oldLength ? without.to + 1 : -1;
      const adds = withMore !== undefined && withMore.to - diagonal <= nowLength ? withMore.to : -1;
      const from = edits === 0 ? 0 : adds >= removes ? adds : removes;
      if (from < 0) {
        furthest[at] = undefined;
        continue;
      }
      let to = from;
      while (to < oldLength && to - diagonal < nowLength && isSame(before[to] as Item, after[to - diagonal] as Item))
        to += 1;
      const path: Path = { from, to, diagonal, before: adds >= removes ? withMore : without };
      furthest[at] = path;
      const [isOldDone, isNowDone] = [to === oldLength, to - diagonal === nowLength];
      if (isOldDone && isNowDone) return runsOf(path);
      if (isOldDone) last = Math.min(last, diagonal - 1);
      if (isNowDone) least = Math.max(least, diagonal + 1);
    }
  }
  return undefined;
}

function runsOf(end: Path): Run[] {
  const runs: Run[] = [];
  for (let path: Path | undefined = end; path !== undefined; path = path.before) {
    const { from, to, diagonal } = path;
    if (to > from) runs.push({ old: from, now: from - diagonal, count: to - from });
  }
  return runs.reverse();
}

/** Words of two texts that are the same, or that only one of them has. */
export interface WordPart {
  readonly value: string;
  readonly added: boolean;
  readonly removed: boolean;
}

/** The words and the spaces between them; of words in the place of others those that are gone come first. */
export function diffWords(before: string, after: string, mostEdits: number): WordPart[] | undefined {
  return diffTokens(wordsWithSpaceDiff.tokenize(before), wordsWithSpaceDiff.tokenize(after), { mostEdits });
}

/** The same of texts that are cut into pieces already. */
export function diffTokens(
  old: readonly string[],
  now: readonly string[],
  options: DiffOptions<string>,
): WordPart[] | undefined {
  const runs = shortestRuns(old, now, options);
  if (runs === undefined) return undefined;
  let [oldAt, nowAt] = [0, 0];
  return [...runs, { old: old.length, now: now.length, count: 0 }].flatMap((run) => {
    const removed = { value: old.slice(oldAt, run.old).join(""), added: false, removed: true };
    const added = { value: now.slice(nowAt, run.now).join(""), added: true, removed: false };
    [oldAt, nowAt] = [run.old + run.count, run.now + run.count];
    const same = { value: now.slice(run.now, nowAt).join(""), added: false, removed: false };
    return [removed, added, same].filter(({ value }) => value !== "");
  });
}
