import { expect, it } from "vitest";
import { sampleQuestion } from "../../../test/support/sample-question.ts";
import { waysToAnswer } from "./ways-to-answer.ts";

it("names each option, and the command for the recommended one with the fields that it needs", () => {
  const question = sampleQuestion();
  const [first, ...rest] = question.options;
  const options = [{ ...first, recommended: false }, ...rest.map((option) => ({ ...option, recommended: true }))];
  expect(waysToAnswer({ ...question, options } as typeof question).at(-1)).toBe(
    `Answer with: whetstone answer ${question.id} --option B --field why="…"`,
  );
});
