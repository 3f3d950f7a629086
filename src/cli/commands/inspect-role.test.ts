import { describe, expect, test } from "vitest";
import { roleFromName, roundFromPath } from "./inspect-role.ts";

describe("what the name of a file tells", () => {
  test.each([
    ["round_001/engineer.md", "engineer"],
    ["reviewer_v2.md", "reviewer"],
    ["review/engineer.md", "engineer"],
    ["Review of 3.md", "reviewer"],
    ["engineer-review.md", undefined],
    ["notes.md", undefined],
  ])("%s is the document of: %s", (file, role) => {
    expect(roleFromName(file)).toBe(role);
  });

  test.each([
    ["sessions/a/round_003/reviewer.md", 3],
    ["C:\\specs\\round_012\\engineer.md", 12],
    ["round_001/old/round_002/x.md", 2],
    ["round_000/x.md", undefined],
    ["background_7/x.md", undefined],
    ["ground_007/x.md", undefined],
  ])("%s belongs to round: %s", (file, round) => {
    expect(roundFromPath(file)).toBe(round);
  });
});
