import { describe, expect, test } from "vitest";
import { isNonAnswer, understoodAs } from "./short-answer.ts";

describe("a typed answer that says what to do (SPEC 16.4)", () => {
  test.each([
    "leave it",
    "Leave it as it is.",
    "keep",
    "it's fine",
    "ok",
    "no change needed",
    "No, leave it.",
    "no, it is fine as it stands",
  ])("%j means keep", (text) => expect(understoodAs(text)).toBe("keep"));

  test.each([
    "remove it",
    "Delete this line",
    "not needed, remove it",
    "No longer needed. Strike it.",
    "yes, delete it",
  ])("%j means strike", (text) => expect(understoodAs(text)).toBe("strike"));

  test.each(["tbd", "TBD.", "later", "skip", "don't know yet", "not sure", "no, later", "we will see"])(
    "%j means later",
    (text) => expect(understoodAs(text)).toBe("later"),
  );

  test.each(["no", "No.", "yes", "not needed", "n/a", "N/A", "none", "?", "-", "...", "keep it, remove it"])(
    "%j can be meant in two ways",
    (text) => expect(understoodAs(text)).toBe("unclear"),
  );

  test.each([
    "30 days",
    "Members may cancel up to 24 hours before.",
    "remove the file after 30 days",
    "No member may cancel twice.",
    "keep the log for a year",
    "Yes, for 30 days",
    "5",
    "The system shows TBD",
    "Skip the first row",
  ])("%j is what should stand in the spec", (text) => expect(understoodAs(text)).toBeUndefined());
});
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
