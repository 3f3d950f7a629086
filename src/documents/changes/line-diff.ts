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

/** The cost grows with the square of this; two texts that differ more are one difference. */
const MOST_EDITS = 4000;

/** Where two lists of lines differ, in order and apart from each other. */
export function diffLineLists(before: readonly string[], after: readonly string[]): LineDiff[] {
  const [start, end] = sameEnds(before, after);
  const [oldEnd, nowEnd] = [before.length - end, after.length - end];
  const parts = diffArrays(before.slice(start, oldEnd), after.slice(start, nowEnd), { maxEditLength: MOST_EDITS });
  if (parts === undefined) return [{ before: { from: start, to: oldEnd }, after: { from: start, to: nowEnd } }];
  const found: LineDiff[] = [];
  // Both texts are the same up to here.
  let [old, now] = [start, start];
  let [oldTo, nowTo] = [start, start];
  const close = () => {
    if (oldTo > old || nowTo > now) found.push({ before: { from: old, to: oldTo }, after: { from: now, to: nowTo } });
  };
  for (const { added, removed, count } of parts) {
    if (removed) oldTo += count;
    else if (added) nowTo += count;
    else {
      close();
      [old, now] = [oldTo, nowTo] = [oldTo + count, nowTo + count];
    }
  }
  close();
  return found;
}

/** How many lines are the same at the beginning and at the end. */
function sameEnds(before: readonly string[], after: readonly string[]): [number, number] {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  return [start, end];
}
