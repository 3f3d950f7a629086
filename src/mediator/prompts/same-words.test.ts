import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sameWords } from "./same-words.ts";

const text = fc.string({ unit: fc.constantFrom("a", "b", " ", "\n", "\t", "\u00a0") });
const plain = (words: string) => words.replace(/\s+/g, " ").trim();

describe("two texts say the same", () => {
  it("when they differ in blanks only", () => {
    fc.assert(fc.property(text, text, (a, b) => sameWords(a, b) === (plain(a) === plain(b))));
  });

  it("also at their ends, and not when one goes on", () => {
    expect(sameWords(" one\n two \n", "one two")).toBe(true);
    expect(sameWords("one two", "one two three")).toBe(false);
    expect(sameWords("onetwo", "one two")).toBe(false);
  });
});
