import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareIssueIds, type GapId, gapId, isGapId, isIssueId, issueId, parseGapId, sortGapIds } from "./ids.ts";

const category = fc.stringMatching(/^[A-Z]{2,10}$/);
const anyGapId = fc
  .tuple(category, fc.integer({ min: 0, max: 999 }), fc.constantFrom("", "a", "z"))
  .map((parts) => gapId(...parts));

describe("SPEC 3.1, gap ids", () => {
  it.each(["GAP-FLOW-001", "GAP-OQ-999", "GAP-FLOW-007a", "GAP-ABCDEFGHIJ-000"])("%s is an id", (text) => {
    expect(isGapId(text)).toBe(true);
  });

  it.each([
    "GAP-flow-001",
    "GAP-FLOW-1",
    "GAP-A-001",
    "GAP-FLOW-0011",
    "GAP-FLOW-007ab",
    "GAP-FLOW-007A",
    "GAP-ABCDEFGHIJK-001",
    "GAP-PIE-003.1",
    "XGAP-FLOW-001",
    "GAP-FLOW-001\n",
  ])("%j is not an id", (text) => {
    expect(isGapId(text)).toBe(false);
  });

  it("reads back what it writes", () => {
    fc.assert(
      fc.property(anyGapId, (id) => {
        const parts = parseGapId(id);
        expect(parts && gapId(parts.category, parts.number, parts.part)).toBe(id);
      }),
    );
  });

  it("lists are free of duplicates and sorted by category, then number, then part", () => {
    const ids: GapId[] = [
      "GAP-FLOW-010",
      "GAP-API-002",
      "GAP-FLOW-007b",
      "GAP-FLOW-007",
      "GAP-FLOW-007a",
      "GAP-API-002",
    ];
    expect(sortGapIds(ids)).toEqual(["GAP-API-002", "GAP-FLOW-007", "GAP-FLOW-007a", "GAP-FLOW-007b", "GAP-FLOW-010"]);
  });

  it("a list sorts to the same whatever its order", () => {
    const listed = fc.array(anyGapId, { maxLength: 12 });
    fc.assert(
      fc.property(listed, (ids) => {
        expect(sortGapIds(ids.toReversed())).toEqual(sortGapIds(ids));
        expect(new Set(sortGapIds(ids))).toEqual(new Set(ids));
      }),
    );
  });
});

describe("SPEC 3.1, issue ids", () => {
  it.each(["ISSUE-R1-001", "ISSUE-R12-999", "ISSUE-R123-000"])("%s is an id", (text) => {
    expect(isIssueId(text)).toBe(true);
  });

  it.each(["ISSUE-R01-001", "ISSUE-R0-001", "ISSUE-1-001", "ISSUE-R1-01", "ISSUE-R1-0011", "issue-r1-001"])(
    "%s is not an id",
    (text) => {
      expect(isIssueId(text)).toBe(false);
    },
  );

  it("sort by round, then number, as numbers", () => {
    const ids = [issueId(10, 1), issueId(2, 10), issueId(2, 9)];
    expect(ids.sort(compareIssueIds)).toEqual(["ISSUE-R2-009", "ISSUE-R2-010", "ISSUE-R10-001"]);
  });
});
