import { describe, expect, test } from "vitest";
import { readDiff } from "./read-diff.ts";

const read = (text: string) => readDiff(text.split("\n"));

describe("readDiff", () => {
  test("lines with a minus go, lines with a plus come, the others stay", () => {
    expect(read("```diff\n one\n-two\n+zwei\n three\n```")).toEqual([
      { before: ["one", "two", "three"], after: ["one", "zwei", "three"] },
    ]);
  });

  test("@@ parts stretches, and so do fences", () => {
    expect(read("```diff\n-a\n+b\n@@\n-c\n+d\n```\n\n~~~diff\n-e\n+f\n~~~")).toHaveLength(3);
  });

  test("the names of files before the first line are passed over; a removed rule is not one of them", () => {
    expect(read("```diff\n--- a/spec.md\n+++ b/spec.md\n-- x\n--- y\n+- z\n```")).toEqual([
      { before: ["- x", "-- y"], after: ["- z"] },
    ]);
  });

  test.each([
    ["words", "The limit is 5."],
    ["words behind the fence", "```diff\n-a\n+b\n```\nand more"],
    ["another fence", "```js\n-a\n+b\n```"],
    ["an open fence", "```diff\n-a\n+b"],
    ["lines that only come", "```diff\n+a\n```"],
  ])("%s is no diff", (_, text) => {
    expect(read(text)).toBeUndefined();
  });
});
