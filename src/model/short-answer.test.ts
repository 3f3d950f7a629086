import { describe, expect, test } from "vitest";
import { isMarker, isNonAnswer, understoodAs } from "./short-answer.ts";

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
    "can be removed",
  ])("%j means strike", (text) => expect(understoodAs(text)).toBe("strike"));

  test.each([
    "tbd",
    "TBD.",
    "later",
    "skip",
    "skip this one",
    "Skip it for now.",
    "don't know yet",
    "I don't know, Ana decides",
    "not sure",
    "not sure, ask legal",
    "Not sure whether 30 or 60 days",
    "no, later",
    "we will see",
    "not yet",
    "still open",
    "will ask Bob",
    "Bob knows",
    "Bob will decide on Monday",
    "waiting for legal",
    "Let me check with Anna first",
    "Ask Anna on 3 December.",
    "it depends on the budget, ask finance",
    "good question",
  ])("%j means later", (text) => expect(understoodAs(text)).toBe("later"));

  test.each([
    "no",
    "No.",
    "yes",
    "not needed",
    "n/a",
    "N/A",
    "none",
    "?",
    "-",
    "...",
    "keep it, remove it",
    "not sure, but use 30 days",
    "we don't need this",
    "no need",
    "remove this question",
    "none, drop the exception",
    "What do you mean?",
  ])("%j can be meant in two ways", (text) => expect(understoodAs(text)).toBe("unclear"));

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
test.each(["TBD by Ana", "tbc with ops", "[TODO: ask legal]", "FIXME later on", "to be decided by legal"])(
  "%j is a marker",
  (text) => expect(isMarker(text)).toBe(true),
);

test.each(["30 days; backups TBD", "TODO lists are exported", "to be confirmed by the buyer", "Tbilisi"])(
  "%j is no marker",
  (text) => expect(isMarker(text)).toBe(false),
);

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
