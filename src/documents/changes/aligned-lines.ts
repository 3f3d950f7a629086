import { diffLineLists, type LineDiff } from "./line-diff.ts";
import { wordsOf } from "./merge-texts.ts";

/** Lines of a text, 1-based and inclusive. */
export interface Range {
  readonly line: number;
  readonly endLine: number;
}

export interface AlignedLines {
  /** A line's place in the later text, or all lines that replaced it if no single one did; none if it was removed. */
  now(line: number): Range | undefined;
  /** The earlier line that a later one was, replaced, or follows. */
  before(line: number): number;
  /** Whether a later line was in the earlier text, letter for letter. */
  stood(line: number): boolean;
}

interface Texts {
  readonly old: readonly string[];
  readonly now: readonly string[];
}

/** Maps the lines of a text to those of a later version of it, and back. */
export function alignedLines(before: readonly string[], after: readonly string[]): AlignedLines {
  const diffs = diffLineLists(before, after);
  const around = (side: "before" | "after", line: number) => {
    const last = diffs.findLast((diff) => diff[side].from < line);
    return { last, isIn: last !== undefined && line <= last[side].to };
  };
  return {
    now(line) {
      const { last, isIn } = around("before", line);
      if (isIn && last !== undefined) return inPlaceOf(last, line, { old: before, now: after });
      const moved = line + (last === undefined ? 0 : last.after.to - last.before.to);
      return oneLine(moved);
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

/** The same over several versions, step by step, because lines that changed twice would be lost otherwise. */
export function alignedThrough(texts: readonly (readonly string[])[]): AlignedLines {
  const steps = texts.slice(1).map((after, at) => alignedLines(texts[at] ?? [], after));
  const back = steps.toReversed();
  return {
    now: (line) => steps.reduce<Range | undefined>((range, step) => range && rangeAfter(step, range), oneLine(line)),
    before: (line) => back.reduce((at, step) => step.before(at), line),
    stood(line) {
      let at = line;
      return back.every((step) => {
        const isSame = step.stood(at);
        at = step.before(at);
        return isSame;
      });
    },
  };
}

/** Where a range of lines is in the later text: from the first line that is left to the last. */
export function rangeAfter({ now }: Pick<AlignedLines, "now">, { line, endLine }: Range): Range | undefined {
  const left = Array.from({ length: endLine - line + 1 }, (_, at) => now(line + at)).filter(
    (range) => range !== undefined,
  );
  if (left.length === 0) return undefined;
  return {
    line: Math.min(...left.map((range) => range.line)),
    endLine: Math.max(...left.map((range) => range.endLine)),
  };
}

function oneLine(line: number): Range {
  return { line, endLine: line };
}

/** The line that shares most words with it, or is at its place among as many; else all that replaced it. */
function inPlaceOf({ before, after }: LineDiff, line: number, { old, now }: Texts): Range | undefined {
  const put = now.slice(after.from, after.to);
  if (put.length === 0) return undefined;
  if (put.length === before.to - before.from) return oneLine(line - before.from + after.from);
  const shares = put.map((text) => sharedWords(old[line - 1] ?? "", text));
  // A single line may have become several, each like it.
  const isSplit = before.to - before.from === 1;
  const least = Math.max(LEAST_SHARED, isSplit ? 0 : Math.max(...shares));
  const [first, last] = [shares.findIndex((share) => share >= least), shares.findLastIndex((share) => share >= least)];
  if (first >= 0) return { line: after.from + 1 + first, endLine: after.from + 1 + (isSplit ? last : first) };
  return { line: after.from + 1, endLine: after.to };
}

const LEAST_SHARED = 0.5;

/** How many of the words of two lines they share, from 0 to 1. */
function sharedWords(a: string, b: string): number {
  const [words, others] = [new Set(wordsOf(a)), new Set(wordsOf(b))];
  const shared = [...words].filter((word) => others.has(word)).length;
  return (2 * shared) / Math.max(1, words.size + others.size);
}
