import { describe, expect, it } from "vitest";
import { readOptionLetter } from "./answer-problem.ts";

describe("the letter of an option (SPEC 10.4)", () => {
  it.each(["A", "a", " A. ", "A)", "Option A", "option a."])("is read from %j", (text) => {
    expect(readOptionLetter(text)).toEqual({ letter: "A", words: "" });
  });

  it.each(["B: it is enough", "b. it is enough", "Option B - it is enough", "B, it is enough"])(
    "is read from %j, with what is said besides",
    (text) => {
      expect(readOptionLetter(text)).toEqual({ letter: "B", words: "it is enough" });
    },
  );

  it.each(["A user confirms it.", "Both", "E", "D3: three days", "Cut it.", "b.v. rules", ""])(
    "is not read from %j",
    (text) => {
      expect(readOptionLetter(text)).toBeUndefined();
    },
  );
});
