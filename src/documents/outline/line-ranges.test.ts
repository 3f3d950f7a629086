import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rangeFinder, startFinder } from "./line-ranges.ts";

const tree = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 0, max: 20 })), { maxLength: 12 })
  .map((pairs) => pairs.map(([line, size]) => ({ line, endLine: line + size })))
  .filter((ranges) => ranges.every((a) => ranges.every((b) => a === b || nested(a, b))));

function nested(a: { line: number; endLine: number }, b: { line: number; endLine: number }): boolean {
  const apart = a.endLine < b.line || b.endLine < a.line;
  const within = (x: typeof a, y: typeof a) => x.line >= y.line && x.endLine <= y.endLine;
  return apart || within(a, b) || within(b, a);
}

describe("rangeFinder", () => {
  it("finds the innermost stretch that holds the line", () => {
    fc.assert(
      fc.property(tree, fc.integer({ min: 0, max: 90 }), (ranges, line) => {
        const holding = ranges.filter((one) => one.line <= line && line <= one.endLine);
        const smallest = Math.min(...holding.map((one) => one.endLine - one.line));
        const found = rangeFinder(ranges)(line);
        expect(found === undefined).toBe(holding.length === 0);
        if (found !== undefined) expect(found.endLine - found.line).toBe(smallest);
      }),
    );
  });
});

describe("startFinder", () => {
  it("tells whether one begins within the lines", () => {
    const begins = startFinder([
      { line: 9, endLine: 12 },
      { line: 3, endLine: 4 },
    ]);
    expect([begins(1, 2), begins(3, 3), begins(4, 8), begins(4, 9), begins(10, 99)]).toEqual([
      false,
      true,
      false,
      true,
      false,
    ]);
  });
});
