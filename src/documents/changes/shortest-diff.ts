import { diffArrays, wordsWithSpaceDiff } from "diff";

/** Items that are the same in both lists, from `old` in one and from `now` in the other. */
export interface Run {
  readonly old: number;
  readonly now: number;
  readonly count: number;
}

interface DiffOptions<Item> {
  readonly mostEdits?: number;
  readonly isSame?: (a: Item, b: Item) => boolean;
}

/** The cost of the shortest difference grows with the square of this. */
const MOST_EDITS = 1000;

/** What two lists have in common, by as few differences as there are; `undefined` where those are too many. */
export function shortestRuns<Item>(
  before: readonly Item[],
  after: readonly Item[],
  { mostEdits = MOST_EDITS, isSame = (a, b) => a === b }: DiffOptions<Item> = {},
): Run[] | undefined {
  if (before.length === 0 || after.length === 0) return [];
  const parts = diffArrays([...before], [...after], { maxEditLength: mostEdits, comparator: isSame });
  let [old, now] = [0, 0];
  return parts?.flatMap(({ added, removed, count }) => {
    const run = { old, now, count };
    if (!added) old += count;
    if (!removed) now += count;
    return added || removed ? [] : run;
  });
}

/** Words of two texts that are the same, or that only one of them has. */
export interface WordPart {
  readonly value: string;
  readonly added: boolean;
  readonly removed: boolean;
}

/** The words and the spaces between them; of words in the place of others those that are gone come first. */
export function diffWords(before: string, after: string, mostEdits: number): WordPart[] | undefined {
  return diffTokens(wordsWithSpaceDiff.tokenize(before), wordsWithSpaceDiff.tokenize(after), mostEdits);
}

/** The same of texts that are cut into pieces already; those of one key are the same. */
export function diffTokens(
  old: readonly string[],
  now: readonly string[],
  mostEdits: number,
  keyOf = (word: string) => word,
): WordPart[] | undefined {
  const runs = shortestRuns(old.map(keyOf), now.map(keyOf), { mostEdits });
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
