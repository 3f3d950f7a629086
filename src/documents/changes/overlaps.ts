import type { Hunk } from "./hunk.ts";

export type { Hunk };

export interface HunkOverlap {
  readonly a: Hunk;
  readonly b: Hunk;
}

/** The pairs that cannot both be done: ranges intersect, or an insertion falls inside one (SPEC 4.2). */
export function overlaps(a: readonly Hunk[], b: readonly Hunk[]): HunkOverlap[] {
  return a.flatMap((left) => b.filter((right) => overlap(left, right)).map((right) => ({ a: left, b: right })));
}

export function overlap(a: Hunk, b: Hunk): boolean {
  if (a.file !== b.file) return false;
  // An insertion is an empty range: at the edge of another it is beside it, and two at one point are no overlap.
  return a.start < b.end && b.start < a.end;
}
