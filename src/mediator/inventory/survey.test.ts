import { expect, it } from "vitest";
import { specOf } from "../../../test/support/sample-session.ts";
import { surveyGaps } from "./survey.ts";

it.each([
  [100, "auto", 12],
  [2000, "auto", 12],
  [2499, "auto", 12],
  [2500, "auto", 13],
  [16_000, "auto", 40],
  [90_000, "auto", 40],
  [90_000, 5, 5],
] as const)("a spec of %i words with survey_gaps %s may have %i gaps named (SPEC 16.1)", (words, set, most) => {
  expect(surveyGaps({ surveyGaps: set }, specOf("word ".repeat(words)))).toBe(most);
});
