import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { gapIdMint, issueIdMint } from "./id-mint.ts";
import { type GapId, gapId, type IssueId, isGapId, isIssueId, issueId } from "./ids.ts";

const anyGapId = fc
  .tuple(fc.constantFrom("FLOW", "API", "OQ", "MISC"), fc.integer({ min: 0, max: 999 }), fc.constantFrom("", "a", "b"))
  .map((parts) => gapId(...parts));
const anyLabel = fc.oneof(
  fc.constantFrom("GAP-LOG-SEARCH", "H1", "OQ-001", "GAP-PIE-003.1", "CRIT-001", "", "GAP-", "Ordering of results"),
  fc.string(),
);

describe("minting gap ids", () => {
  it("never gives an id that is taken, and gives none twice, whatever is asked for", () => {
    fc.assert(
      fc.property(fc.array(anyGapId), fc.array(anyLabel, { maxLength: 30 }), (taken, labels) => {
        const mint = gapIdMint(taken);
        const given = labels.flatMap((label) => [
          mint.forLabel(label),
          mint.next("FLOW"),
          ...mint.parts("GAP-API-001", 2),
        ]);
        expect(given.every(isGapId)).toBe(true);
        expect(new Set([...taken, ...given]).size).toBe(new Set(taken).size + given.length);
      }),
    );
  });

  it("goes on after the highest number, so that a hole is not filled with another meaning", () => {
    expect(gapIdMint(["GAP-FLOW-001", "GAP-FLOW-007b"]).next("FLOW")).toBe("GAP-FLOW-008");
  });

  it("goes on in a derived category when all numbers are given", () => {
    const mint = gapIdMint(["GAP-FLOW-999"]);
    expect(mint.next("FLOW")).toBe("GAP-FLOWB-001");
    expect(mint.next("FLOW")).toBe("GAP-FLOWB-002");
  });

  it("derives a legal category from the longest one, past twenty-six of them", () => {
    const mint = gapIdMint(["GAP-ABCDEFGHIJ-999"]);
    const given: GapId[] = [];
    for (let turn = 0; turn < 30; turn += 1) {
      const id = mint.next("ABCDEFGHIJ");
      given.push(id);
      mint.claim(`${id.slice(0, -3)}999` as GapId);
    }
    expect(given.every(isGapId)).toBe(true);
    expect(new Set(given).size).toBe(30);
  });

  it.each([
    ["OQ-001", "GAP-OQ-001"],
    ["OQ-17", "GAP-OQ-017"],
    ["GAP-flow-003", "GAP-FLOW-003"],
    ["GAP-LOG-SEARCH", "GAP-LOG-001"],
    ["GAP-PIE-003.1", "GAP-PIE-001"],
    ["GAP-R5-NEW-2", "GAP-NEW-001"],
    ["GAP-AUTHENTICATION-001", "GAP-AUTH-001"],
    ["H1", "GAP-MISC-001"],
    ["HIGH-4", "GAP-MISC-004"],
    ["GAP-A-001", "GAP-MISC-001"],
    ["Ordering of results", "GAP-MISC-001"],
  ])("reads %s as %s", (label, id) => {
    expect(gapIdMint([]).forLabel(label)).toBe(id);
  });

  it("keeps a label's number only while it is free", () => {
    expect(gapIdMint(["GAP-OQ-001", "GAP-OQ-005"]).forLabel("OQ-001")).toBe("GAP-OQ-006");
  });

  it("letters the parts of a split, beside those that are there, and numbers what is over (SPEC 19.10)", () => {
    const mint = gapIdMint(["GAP-FLOW-007", "GAP-FLOW-007a"]);
    expect(mint.parts("GAP-FLOW-007", 2)).toEqual(["GAP-FLOW-007b", "GAP-FLOW-007c"]);
    expect(mint.parts("GAP-FLOW-007b", 1)).toEqual(["GAP-FLOW-007d"]);
    expect(mint.parts("GAP-FLOW-007", 23).at(-1)).toBe("GAP-FLOW-008");
  });

  it("claims an id once", () => {
    const mint = gapIdMint([]);
    expect([mint.claim("GAP-FLOW-004"), mint.claim("GAP-FLOW-004"), mint.next("FLOW")]).toEqual([
      true,
      false,
      "GAP-FLOW-005",
    ]);
  });
});

describe("minting issue ids", () => {
  const anyIssueId = fc
    .tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 0, max: 999 }))
    .map(([round, number]) => issueId(round, number));

  it("never gives an id that is taken, and gives none twice", () => {
    fc.assert(
      fc.property(fc.array(anyIssueId), fc.integer({ min: 1, max: 40 }), (taken, count) => {
        const mint = issueIdMint(2, taken);
        const given = Array.from({ length: count }, () => mint.next()).filter((id) => id !== undefined);
        expect(given.every(isIssueId)).toBe(true);
        expect(given.length).toBe(count);
        expect(new Set([...taken, ...given]).size).toBe(new Set(taken).size + count);
      }),
    );
  });

  it("refuses an id of another round", () => {
    expect(issueIdMint(2, []).claim("ISSUE-R1-001")).toBe(false);
  });

  it("fills the holes when the highest number is given, and ends after 999", () => {
    const all = Array.from({ length: 999 }, (_, index) => issueId(1, index + 1));
    const mint = issueIdMint(
      1,
      all.filter((id): id is IssueId => id !== "ISSUE-R1-500"),
    );
    expect([mint.next(), mint.next()]).toEqual(["ISSUE-R1-500", undefined]);
  });
});
