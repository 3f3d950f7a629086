import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { diffLineLists } from "./line-diff.ts";

/** A long text in which many lines are blank, as in every spec. */
function longText(lines: number, word: (index: number) => string): string[] {
  return Array.from({ length: lines }, (_, index) => (index % 2 === 0 ? "" : word(index)));
}

function isReworded(index: number): boolean {
  return index % 5 < 2;
}

describe("the difference of two lists of lines", () => {
  test("leaves the same lines on both sides, in order and apart", () => {
    const lines = fc.array(fc.constantFrom("", "a", "b", "c", "d", "e"), { maxLength: 30 });
    fc.assert(
      fc.property(lines, lines, fc.nat({ max: 700 }), (before, after, rows) => {
        const own = (name: string) => Array.from({ length: rows }, (_, index) => (index % 3 ? name + index : "x"));
        const [old, now] = [
          [...before, ...own("old"), ...after],
          [...after, ...own("new"), ...before],
        ];
        const found = diffLineLists(old, now);
        expect(
          without(
            old,
            found.map((diff) => diff.before),
          ),
        ).toEqual(
          without(
            now,
            found.map((diff) => diff.after),
          ),
        );
        found.slice(1).forEach((diff, index) => {
          expect(diff.before.from).toBeGreaterThan(found[index]?.before.to ?? 0);
        });
      }),
      { numRuns: 60 },
    );
  });

  test("takes a line that says something for the same before an empty one", () => {
    const before = ["3. Who?", "", "4. TODO", "", "## Next", ""];
    const after = ["3. Who?", "", "   - Ana", "", "4. TODO", ""];
    expect(diffLineLists(before, after).some(({ before: old }) => old.from <= 2 && 2 < old.to)).toBe(false);
  });

  test("is small where two thousand lines all over a long text were reworded", () => {
    const before = longText(5000, (index) => `Step ${index}`);
    const after = longText(5000, (index) => (isReworded(index) ? `Step ${index}, reworded` : `Step ${index}`));
    const found = diffLineLists(before, after);
    expect(found).toHaveLength(1000);
    expect(found.every(({ before: { from, to } }) => to - from === 1)).toBe(true);
  });

  test("finds the lines in their places where every line of a long text was reworded", () => {
    const found = diffLineLists(
      longText(3000, (index) => `Step ${index}`),
      longText(3000, (index) => `Stage ${index}`),
    );
    expect(found).toHaveLength(1500);
  });

  test("is whole where a long text became another one", () => {
    const found = diffLineLists(
      Array.from({ length: 3000 }, (_, index) => `Step ${index}`),
      Array.from({ length: 2000 }, (_, index) => `Stage ${index}`),
    );
    expect(found).toEqual([{ before: { from: 0, to: 3000 }, after: { from: 0, to: 2000 } }]);
  });
});

function without(lines: readonly string[], ranges: readonly { readonly from: number; readonly to: number }[]) {
  return lines.filter((_, index) => !ranges.some(({ from, to }) => index >= from && index < to));
}
