import { diffWordsWithSpace } from "diff";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { diffWords, shortestRuns } from "./shortest-diff.ts";

const words = fc.array(fc.constantFrom("one", "two", "three", " ", "  ", "\n", ".", "ä"), { maxLength: 20 });

describe("the shortest difference", () => {
  it("takes items for the same that it is told are", () => {
    const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
    expect(shortestRuns(["a", "B", "c"], ["A", "c"], { isSame })).toEqual([
      { old: 0, now: 0, count: 1 },
      { old: 2, now: 1, count: 1 },
    ]);
  });

  it("of words has every word of both texts, and keeps those that the library keeps", () => {
    fc.assert(
      fc.property(words, words, (one, other) => {
        const [before, after] = [one.join(""), other.join("")];
        const parts = diffWords(before, after, 100) ?? [];
        const textOf = (of: typeof parts) => of.map(({ value }) => value).join("");
        expect(textOf(parts.filter(({ added }) => !added))).toBe(before);
        expect(textOf(parts.filter(({ removed }) => !removed))).toBe(after);
        const kept = diffWordsWithSpace(before, after).filter(({ added, removed }) => !added && !removed);
        expect(textOf(parts.filter(({ added, removed }) => !added && !removed))).toBe(textOf(kept));
      }),
    );
  });
});
