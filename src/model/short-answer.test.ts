import { describe, expect, it } from "vitest";
import { isNonAnswer, understoodAs } from "./short-answer.ts";

describe("a typed answer that says what to do (SPEC 16.4)", () => {
  it.each([
    ["leave it", "keep"],
    ["Keep it as it is.", "keep"],
    ["It's fine", "keep"],
    ["no, it is fine as it stands", "keep"],
    ["remove the heading", "strike"],
    ["No change needed.", "keep"],
    ["remove it", "strike"],
    ["not needed, remove it", "strike"],
    ["Please delete this line", "strike"],
    ["drop it!", "strike"],
    ["tbd", "later"],
    ["TBD.", "later"],
    ["later", "later"],
    ["I don’t know", "later"],
    ["not sure yet", "later"],
    ["We'll see", "later"],
  ])("%j means %s", (text, meant) => expect(understoodAs(text)).toBe(meant));

  it.each([
    "these are not statuses, leave it",
    "no confirmation, delete this one",
    "Drop this one, the toggle is always visible.",
    "Out of scope for this release. Remove the heading.",
  ])("%j says what to do beside other words, and is asked about", (text) => expect(understoodAs(text)).toBe("unclear"));

  it.each([
    "ok",
    "no",
    "Yes.",
    "not needed",
    "n/a",
    "N.A.",
    "?",
    "…",
    "keep it, remove it",
    "not sure, ask legal",
    "help",
  ])("%j can be meant in two ways", (text) => expect(understoodAs(text)).toBe("unclear"));

  it.each([
    "None",
    "no more than 5 items",
    "No, guests pay at the door.",
    "later than noon",
    "Open from 9 to 5",
    "remove it from the cart, then refund it",
    "Keep it for 30 days",
    "30 days",
    "create, update, delete",
    `leave it ${"x".repeat(120)}`,
  ])("%j is a text", (text) => expect(understoodAs(text)).toBeUndefined());
});

it.each(["tbd", "?", "  ", "we will see"])("%j leaves a question as open as it was", (text) =>
  expect(isNonAnswer(text)).toBe(true),
);

it.each(["yes", "30 days", "leave it"])("%j says something", (text) => expect(isNonAnswer(text)).toBe(false));
