import { describe, expect, it } from "vitest";
import { quoteOccurs } from "./engineer-checks.ts";

const ISSUE =
  "**Critical**: The retry loop has no upper bound, so a run that always fails `never ends` and pays each time.";

describe("SPEC 8, the quote of a DISAGREE", () => {
  it.each([
    "The retry loop has no upper bound",
    '"the RETRY loop\n has  no upper bound"',
    "> The retry loop has no upper bound,\n> so a run that always fails never ends",
    "“The retry loop has no upper bound … and pays each time.”",
    'The Reviewer says "has no upper bound" and "pays each time".',
    "The retry loop has *no* upper bound.",
  ])("occurs: %j", (quote) => {
    expect(quoteOccurs(quote, ISSUE)).toBe(true);
  });

  it.each([
    "The retry loop has an upper bound",
    "pays each time … The retry loop",
    'The Reviewer says "has no upper bound" and "is too slow".',
    "...",
  ])("does not occur: %j", (quote) => {
    expect(quoteOccurs(quote, ISSUE)).toBe(false);
  });
});
