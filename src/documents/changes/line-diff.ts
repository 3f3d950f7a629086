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
  const parts = diffArrays([...before], [...after], { maxEditLength: MOST_EDITS });
  if (parts === undefined) return [{ before: { from: 0, to: before.length }, after: { from: 0, to: after.length } }];
  const found: LineDiff[] = [];
  // Both texts are the same up to here.
  let [old, now] = [0, 0];
  let [oldTo, nowTo] = [0, 0];
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
