import { describe, expect, it } from "vitest";
import { EARLIER, engineerText, revised } from "./fixture.ts";
import { isLate } from "./is-late.ts";

const GAP = "GAP-NET-001";
const changed = EARLIER.replace("answers with the address of the file", "answers with a receipt that names the file");
const reviewed = (now: string, before = EARLIER) => ({ now: engineerText(now), before: engineerText(before) });
const issue = (location: string, text = "Something is wrong.") => ({ location, text });

describe("SPEC 3.6: a late finding", () => {
  it("is on a quoted passage that an earlier review saw unchanged", () => {
    expect(isLate(issue('"an upload is tried three times"'), GAP, reviewed(changed))).toBe(true);
  });

  it("is not on a passage that changed", () => {
    expect(isLate(issue('"answers with a receipt that names the file"'), GAP, reviewed(changed))).toBe(false);
  });

  it("is not when one of the passages that it quotes changed", () => {
    const both = issue('"an upload is tried three times" and "a receipt that names the file"');
    expect(isLate(both, GAP, reviewed(changed))).toBe(false);
  });

  it("is on a section or on lines that are named and unchanged", () => {
    const now = revised("### Formats\n\nOnly archives are accepted.");
    expect(isLate(issue("Trade-offs section"), GAP, reviewed(now))).toBe(true);
    expect(isLate(issue("lines 9-10"), GAP, reviewed(now))).toBe(true);
    expect(isLate(issue("Formats"), GAP, reviewed(now))).toBe(false);
  });

  it("is any that points at nothing, when nothing changed; none, when something did", () => {
    expect(isLate(issue(""), GAP, reviewed(EARLIER))).toBe(true);
    expect(isLate(issue(""), GAP, reviewed(changed))).toBe(false);
  });

  it("looks at the part about its gap only", () => {
    const other = "\n## Gap Resolution: GAP-NET-009\n\n**Confidence:** LOW\n\nAn upload is tried three times a day.\n";
    expect(isLate(issue(""), GAP, reviewed(EARLIER + other))).toBe(true);
  });
});
