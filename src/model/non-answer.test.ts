import { expect, test } from "vitest";
import { isNonAnswer } from "./non-answer.ts";

test.each([
  "we will see",
  "We’ll see.",
  "tbd",
  "TBD!",
  "don't know",
  "I do not know yet",
  "later",
  "?",
  "...",
  "not sure",
  "to be decided",
  "we will decide later",
  "it depends",
])("%j leaves the question open", (words) => expect(isNonAnswer(words)).toBe(true));

test.each([
  "none",
  "nothing",
  "no",
  "yes",
  "5",
  "later than 5 s after the call",
  "the later one",
  "EUR",
  "24 h",
  "it depends on the plan: 5 or 10",
  "日本語",
])("%j is an answer", (words) => expect(isNonAnswer(words)).toBe(false));
