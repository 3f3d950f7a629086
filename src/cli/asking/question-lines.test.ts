import { describe, expect, test } from "vitest";
import { sampleQuestion } from "../../../test/support/sample-question.ts";
import { PLAIN } from "../paint.ts";
import { questionLines, wrapped } from "./question-lines.ts";

describe("wrapped", () => {
  test("wraps at words, indents, and keeps the indentation that is there", () => {
    expect(wrapped("- one two three four five\n    code line", "  ", 26)).toEqual([
      "  - one two three four",
      "    five",
      "      code line",
    ]);
  });

  test("hangs what follows a number or a quotation mark below its words", () => {
    expect(wrapped("1. one two three four five\n> one two three four five", "", 22)).toEqual([
      "1. one two three four",
      "   five",
      "> one two three four",
      "> five",
    ]);
  });

  test("breaks a word that is longer than the line", () => {
    expect(wrapped("x".repeat(45), "", 20)).toEqual(["x".repeat(20), "x".repeat(20), "x".repeat(5)]);
  });
});

describe("questionLines", () => {
  const lines = (body: string) =>
    questionLines(sampleQuestion({ evidence: [{ title: "Long", body, where: "a.md:1" }] }), {
      columns: 80,
      paint: PLAIN,
      evidenceLines: 3,
    });

  test("folds evidence and says how much is folded", () => {
    expect(lines("1\n2\n3\n4\n5\n6").slice(-5)).toEqual(["Long  a.md:1", "  1", "  2", "  3", "  … 3 more lines"]);
  });

  test("folds no line or two away: that would save nothing", () => {
    expect(lines("1\n2\n3\n4\n5").slice(-6)).toEqual(["Long  a.md:1", "  1", "  2", "  3", "  4", "  5"]);
  });
});
