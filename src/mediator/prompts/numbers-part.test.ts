import { describe, expect, it } from "vitest";
import { specOf } from "../../../test/support/sample-session.ts";
import { idRange, layoutHints, nextIds } from "./numbers-part.ts";

const names = (text: string) => nextIds(specOf(text)).map((series) => idRange(series, { index: 0, of: 1 }));

describe("the next free ids of a spec", () => {
  it.each([
    [
      "a list, as in Spec Kit",
      "- **FR-001**: A.\n- **FR-016**: B, see FR-099.\n- **SC-009**: C.",
      ["FR-017 and up", "SC-010 and up"],
    ],
    ["a table", "| ID | Requirement |\n| --- | --- |\n| FR-09 | A |\n| FR-10 | B |", ["FR-11 and up"]],
    ["headings", "### US-1: A\n\n### US-4: B (P0)", ["US-5 and up"]],
    ["Kiro's requirements", "### Requirement 1\n\n### Requirement 9: Routes", ["Requirement 10 and up"]],
    ["compound prefixes", "- **AUTH-FR-001**: A\n- **AUTH-FR-002**: B", ["AUTH-FR-003 and up"]],
    ["no width where numbers have none", "- REQ-9: A\n- REQ-10: B", ["REQ-11 and up"]],
  ])("come from %s", (_, text, expected) => {
    expect(names(text)).toEqual(expected);
  });

  it("are none where ids are only named, stand in code, or belong to the session", () => {
    expect(
      names(
        "As RFC-2119 says, see FR-001.\n\n```\n- FR-001: x\n```\n\n- GAP-FLOW-001: x\n- OQ-001: y\n- OQ-002: z\n- KEP-1664: a\n- KEP-3705: b",
      ),
    ).toEqual([]);
  });

  it("are disjoint for runs of one round", () => {
    const series = { prefix: "FR-", next: 17, width: 3 };
    const ranges = [0, 1, 2].map((index) => idRange(series, { index, of: 3 }));
    expect(ranges).toEqual(["FR-017, FR-020, FR-023", "FR-018, FR-021, FR-024", "FR-019, FR-022, FR-025"]);
  });
});

describe("ids of a gap of the same run that is settled", () => {
  const series = { prefix: "FR-", next: 8, width: 3 };
  const range = (run: { index: number; of: number }, ...taken: string[]) => idRange(series, run, new Set(taken));

  it("are no longer offered, and no other run's are offered instead", () => {
    expect(range({ index: 1, of: 4 }, "FR-009")).toBe("FR-013, FR-017, FR-021");
    expect(range({ index: 0, of: 1 }, "FR-008", "FR-009")).toBe("FR-010 and up");
  });
});

describe("the form of a requirement in a layout", () => {
  it("is said for OpenSpec and for Kiro, and for nothing else", () => {
    expect(layoutHints(specOf("### Requirement: Login\n\nThe system SHALL …"))[0]).toContain("#### Scenario:");
    expect(layoutHints(specOf("#### Acceptance Criteria\n\n1. WHEN …"))[0]).toContain("next number");
    expect(layoutHints(specOf("# Plain\n"))).toEqual([]);
  });
});
