import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foldedKey, SAYS_NOTHING } from "./folded-key.ts";
import { fold } from "./passage.ts";

const text = fc.string({ unit: fc.constantFrom("a", "B", "b", "7", " ", "-", "\u212a", "é", "É"), maxLength: 6 });

describe("the key of what a text says", () => {
  it("is the same for two texts exactly when they fold to the same", () => {
    fc.assert(
      fc.property(text, text, (a, b) => (foldedKey(a) === foldedKey(b)) === (fold(a) === fold(b))),
      { numRuns: 2000 },
    );
  });

  it("tells a text that says nothing", () => {
    expect([foldedKey(""), foldedKey(" --- "), foldedKey("0") === SAYS_NOTHING]).toEqual([0, 0, false]);
  });
});
