import { describe, expect, test } from "vitest";
import { sampleQuestion } from "../../../test/support/sample-question.ts";
import { PLAIN } from "../paint.ts";
import { questionLines } from "./question-lines.ts";

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
