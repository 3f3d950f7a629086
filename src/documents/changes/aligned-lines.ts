import { diffLineLists, type LineDiff } from "./line-diff.ts";
import { lineWithSameId } from "./line-with-same-id.ts";

/** Lines of a text, 1-based and inclusive. */
export interface Range {
  readonly line: number;
  readonly endLine: number;
}

export interface AlignedLines {
  /** Where a line stands afterwards, and where others were put in its place, these. */
  now(line: number): Range | undefined;
  /** The line that a later one was, took the place of, or stands below. */
  before(line: number): number;
  /** Whether a later line was there before, letter for letter. */
  stood(line: number): boolean;
}

/** Which lines of one text are which of another that was made of it. */
export function alignedLines(before: readonly string[], after: readonly string[]): AlignedLines {
  const diffs = diffLineLists(before, after);
  const around = (side: "before" | "after", line: number) => {
    const last = diffs.findLast((diff) => diff[side].from < line);
    return { last, isIn: last !== undefined && line <= last[side].to };
  };
  return {
    now(line) {
      const { last, isIn } = around("before", line);
      if (isIn && last !== undefined) return inPlaceOf(last, line, before, after);
      const moved = line + (last === undefined ? 0 : last.after.to - last.before.to);
      return { line: moved, endLine: moved };
    },
    before(line) {
      const { last, isIn } = around("after", line);
      if (last === undefined) return line;
      if (!isIn) return line + last.before.to - last.after.to;
      return Math.max(1, Math.min(last.before.from + line - last.after.from, last.before.to));
    },
    stood: (line) => !around("after", line).isIn,
  };
}

/** The one with the same id, the one in the same place of as many, or all of them. */
function inPlaceOf(
  { before: old, after: now }: LineDiff,
  line: number,
  before: readonly string[],
  after: readonly string[],
): Range | undefined {
  const count = now.to - now.from;
  if (count === 0) return undefined;
  const offset = lineWithSameId(before[line - 1] ?? "", after.slice(now.from, now.to));
  const own = offset ?? (count === old.to - old.from ? line - 1 - old.from : undefined);
  return own === undefined
    ? { line: now.from + 1, endLine: now.to }
    : { line: now.from + own + 1, endLine: now.from + own + 1 };
}
