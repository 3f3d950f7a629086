import { describe, expect, it } from "vitest";
import { EARLIER, revised } from "../../../../test/support/detector-input.ts";
import { isLate } from "./is-late.ts";

const changed = EARLIER.replace("answers with the address of the file", "answers with a receipt that names the file");
const reviewed = (now: string, before = EARLIER) => ({ now, before });
const issue = (location: string, text = "Something is wrong.") => ({ location, text });

describe("SPEC 3.6: a late finding", () => {
  it("is on a quoted passage that an earlier review saw unchanged", () => {
    expect(isLate(issue('"an upload is tried three times"'), reviewed(changed))).toBe(true);
  });

  it("is not on a passage that changed", () => {
    expect(isLate(issue('"answers with a receipt that names the file"'), reviewed(changed))).toBe(false);
  });

  it("is not when one of the passages that it quotes changed", () => {
    const both = issue('"an upload is tried three times" and "a receipt that names the file"');
    expect(isLate(both, reviewed(changed))).toBe(false);
  });

  it("is on a section or on lines that are named and unchanged", () => {
    const now = revised("### Formats\n\nOnly archives are accepted.");
    expect(isLate(issue("Trade-offs section"), reviewed(now))).toBe(true);
    expect(isLate(issue("lines 9-10"), reviewed(now))).toBe(true);
    expect(isLate(issue("Formats"), reviewed(now))).toBe(false);
  });

  it("is any that points at nothing, when nothing changed; none, when something did", () => {
    expect(isLate(issue(""), reviewed(EARLIER))).toBe(true);
    expect(isLate(issue(""), reviewed(changed))).toBe(false);
  });
});
