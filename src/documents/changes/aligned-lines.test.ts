import { describe, expect, it } from "vitest";
import { alignedLines, alignedThrough } from "./aligned-lines.ts";

const BEFORE = ["# A", "", "one", "two", "", "- **FR-1**: x", "- **FR-2**: y", "end"];

describe("alignedLines", () => {
  it("follows lines that moved, in both directions", () => {
    const { now, before, stood } = alignedLines(BEFORE, ["new", ...BEFORE]);
    expect(now(3)).toEqual({ line: 4, endLine: 4 });
    expect(before(4)).toBe(3);
    expect([1, 2].map(stood)).toEqual([false, true]);
  });

  it("names the line that was replaced, or the one above what was added", () => {
    const after = ["# A", "", "three", "four", "five", "", ...BEFORE.slice(5), "more"];
    const { now, before } = alignedLines(BEFORE, after);
    expect([3, 4, 5, 10].map(before)).toEqual([3, 4, 4, 8]);
    expect(now(3)).toEqual({ line: 3, endLine: 5 });
  });

  it("knows rewritten lines by their place among as many", () => {
    const rewritten = BEFORE.with(2, "1").with(3, "2");
    expect([3, 4].map((line) => alignedLines(BEFORE, rewritten).now(line))).toEqual([
      { line: 3, endLine: 3 },
      { line: 4, endLine: 4 },
    ]);
  });

  it("knows no place of a line that is gone", () => {
    expect(alignedLines(BEFORE, BEFORE.toSpliced(2, 2)).now(3)).toBeUndefined();
  });
});

describe("alignedThrough", () => {
  const edited = BEFORE.with(3, "zwei");
  const added = edited.toSpliced(3, 0, "below one");

  it("tells apart what one step from the first to the last would mix", () => {
    expect(alignedLines(BEFORE, added).now(4)).toEqual({ line: 4, endLine: 5 });
    expect(alignedThrough([BEFORE, edited, added]).now(4)).toEqual({ line: 5, endLine: 5 });
  });

  it("goes back to the line that one was, and knows whether it stood there", () => {
    const { before, stood } = alignedThrough([BEFORE, edited, added]);
    expect([3, 5, 6].map(before)).toEqual([3, 4, 5]);
    expect([3, 5, 6].map(stood)).toEqual([true, false, true]);
  });

  it("knows no place of a line that a step took out", () => {
    expect(alignedThrough([BEFORE, BEFORE.toSpliced(3, 1), BEFORE]).now(4)).toBeUndefined();
  });
});
