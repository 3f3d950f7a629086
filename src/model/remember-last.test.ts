import { describe, expect, it } from "vitest";
import { rememberLast } from "./remember-last.ts";

function counted(most: number) {
  const made: string[] = [];
  const length = rememberLast(most, (text: string) => {
    made.push(text.slice(0, 5));
    return text.length;
  });
  return { made, length };
}

describe("a function that remembers its last results", () => {
  it("makes each of them once, and forgets the one that was not used for longest", () => {
    const { made, length } = counted(2);
    expect(["a", "bb", "a", "ccc", "a", "bb"].map((text) => length(text))).toEqual([1, 2, 1, 3, 1, 2]);
    expect(made).toEqual(["a", "bb", "ccc", "bb"]);
  });

  it("does not keep a text that is very long", () => {
    const { made, length } = counted(2);
    const long = "x".repeat(200_001);
    expect([long, long].map((text) => length(text))).toEqual([200_001, 200_001]);
    expect(made).toHaveLength(2);
  });
});
