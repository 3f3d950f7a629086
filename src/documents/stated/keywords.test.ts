import { describe, expect, it } from "vitest";
import { keywordsOf } from "./keywords.ts";

function words(text: string): string[] {
  return [...keywordsOf(text)];
}

describe("keywordsOf", () => {
  it.each([
    ["retries", "retry"],
    ["timeouts", "timeout"],
    ["validation", "validate"],
    ["connected", "connecting"],
    ["file", "files"],
    ["rate", "rates"],
    ["created", "creation"],
    ["policies", "policy"],
    ["stopped", "stopping"],
  ])("holds %s and %s for one word", (a, b) => {
    expect(words(a)).toEqual(words(b));
  });

  it("leaves out stop words, numbers and what every gap says", () => {
    expect(words("The 3 things that are not specified are undefined and 42.")).toEqual(words("things"));
  });

  it("takes a compound name and its parts, and short names in capitals", () => {
    expect(words("sessionToken")).toEqual([
      ...new Set([...words("sessiontoken"), ...words("session"), ...words("token")]),
    ]);
    expect(words("UI of it")).toEqual(["ui"]);
  });
});
