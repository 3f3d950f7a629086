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

/** The cost of the shortest difference grows with the square of this. */
const MOST_EDITS = 1000;

/** Where two lists of lines differ, in order; the ranges do not touch each other. */
export const diffLineLists = rememberLast(4, (before: Lines, after: Lines): LineDiff[] => {
  const whole = { before: { from: 0, to: before.length }, after: { from: 0, to: after.length } };
  return trimmed(before, after, whole) // long specs share nearly all
    .flatMap((difference) => between(sameLines(before, after, difference), difference))
    .flatMap((difference) => trimmed(before, after, difference))
    .flatMap((difference) => between(inPlace(before, after, difference), difference));
});

/** A difference without the equal lines that it begins and ends with; none if nothing is left. */
function trimmed(before: Lines, after: Lines, { before: gone, after: put }: LineDiff): LineDiff[] {
  const most = Math.min(gone.to - gone.from, put.to - put.from);
  let [head, tail] = [0, 0];
  while (head < most && before[gone.from + head] === after[put.from + head]) head++;
  while (tail < most - head && before[gone.to - 1 - tail] === after[put.to - 1 - tail]) tail++;
  const inner = ({ from, to }: LineRange) => ({ from: from + head, to: to - tail });
  const left = { before: inner(gone), after: inner(put) };
  return isEmpty(left.before) && isEmpty(left.after) ? [] : [left];
}

/** Equal lines with text, in order: blank lines would match anywhere. None if there are too many edits. */
function sameLines(before: Lines, after: Lines, { before: gone, after: put }: LineDiff): LinePair[] {
  const textLines = (lines: Lines, { from, to }: LineRange) =>
    lines.slice(from, to).flatMap((text, at) => (text.trim() === "" ? [] : { text, at: from + at }));
  const [old, now] = [textLines(before, gone), textLines(after, put)];
  const comparator = (a: { readonly text: string }, b: { readonly text: string }) => a.text === b.text;
  let [oldAt, nowAt] = [0, 0];
  return (diffArrays(old, now, { maxEditLength: MOST_EDITS, comparator }) ?? []).flatMap(
    ({ added, removed, count }) => {
      const [from, to] = [oldAt, nowAt];
      if (!added) oldAt += count;
      if (!removed) nowAt += count;
      const length = added || removed ? 0 : count;
      return Array.from({ length }, (_, at) => ({ old: old[from + at]?.at ?? 0, now: now[to + at]?.at ?? 0 }));
    },
  );
}

/** Of as many lines as before, those that are equal at their places. */
function inPlace(before: Lines, after: Lines, { before: gone, after: put }: LineDiff): LinePair[] {
  if (gone.to - gone.from !== put.to - put.from) return [];
  const pairs = Array.from({ length: gone.to - gone.from }, (_, at) => ({ old: gone.from + at, now: put.from + at }));
  return pairs.filter(({ old, now }) => before[old] === after[now]);
}

interface LinePair {
  readonly old: number;
  readonly now: number;
}

/** What is left of a difference between equal lines. */
function between(same: readonly LinePair[], { before, after }: LineDiff): LineDiff[] {
  let [old, now] = [before.from, after.from];
  return [...same, { old: before.to, now: after.to }].flatMap((pair) => {
    const left = { before: { from: old, to: pair.old }, after: { from: now, to: pair.now } };
    [old, now] = [pair.old + 1, pair.now + 1];
    return isEmpty(left.before) && isEmpty(left.after) ? [] : [left];
  });
}

function isEmpty({ from, to }: LineRange): boolean {
  return from === to;
}
