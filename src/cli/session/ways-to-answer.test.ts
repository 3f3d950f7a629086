import { expect, it } from "vitest";
import { sampleQuestion } from "../../../test/support/sample-question.ts";
import { waysToAnswer } from "./ways-to-answer.ts";

it("names options and fields by their ids, and the command for the recommended option with what it needs", () => {
  const question = sampleQuestion();
  const [first, ...rest] = question.options;
  const options = [{ ...first, recommended: false }, ...rest.map((option) => ({ ...option, recommended: true }))];
  expect(waysToAnswer({ ...question, options } as typeof question)).toEqual([
    "  A: The Reviewer's. The gap is revised.",
    "  B: The Engineer's. The issue is waived. (needs why)",
    expect.stringMatching(/^ {2}field why: /),
    `Answer with: whetstone answer ${question.id} --option B --field why="…"`,
  ]);
});
