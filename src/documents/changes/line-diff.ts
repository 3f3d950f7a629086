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
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head++;
  let tail = 0;
  const most = Math.min(before.length, after.length) - head;
  while (tail < most && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  const old = before.slice(head, before.length - tail);
  const now = after.slice(head, after.length - tail);
  if (old.length === 0 && now.length === 0) return [];
  const parts = diffArrays(old, now, { maxEditLength: MOST_EDITS });
  if (parts === undefined) return [{ before: range(head, old.length), after: range(head, now.length) }];
  return collect(parts, head);
}

type Part = { readonly added: boolean; readonly removed: boolean; readonly count: number };

function collect(parts: readonly Part[], head: number): LineDiff[] {
  const found: { before: LineRange; after: LineRange }[] = [];
  let old = head;
  let now = head;
  let open = false;
  for (const { added, removed, count } of parts) {
    if (added || removed) {
      const last = open ? found.pop() : undefined;
      const { before, after } = last ?? { before: range(old, 0), after: range(now, 0) };
      if (removed) old += count;
      else now += count;
      found.push({ before: { from: before.from, to: old }, after: { from: after.from, to: now } });
    } else {
      old += count;
      now += count;
    }
    open = added || removed;
  }
  return found;
}

function range(from: number, count: number): LineRange {
  return { from, to: from + count };
}
