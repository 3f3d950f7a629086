import { describe, expect, it } from "vitest";
import { issueByName } from "./issue-by-name.ts";

const GAPS = new Set(["GAP-GATE-001"] as const);
const ISSUES = [
  { id: "ISSUE-R1-001", label: "H1", title: "The gate swings at night", gap: "GAP-GATE-001" },
  { id: "ISSUE-R1-002", title: "No bolt on the inner door", gap: "GAP-GATE-001" },
  { id: "ISSUE-R1-003", title: "No bolt on the outer door", gap: "GAP-GATE-001" },
  { id: "ISSUE-R1-004", label: "H9", title: "The lamp is dim and yellow", gap: "GAP-LAMP-001" },
  { id: "ISSUE-R2-001", label: "H1", title: "Green paint runs out", gap: "GAP-GATE-001" },
] as const;

describe("issueByName", () => {
  it.each([
    ["H1", "ISSUE-R2-001", "the newest of a label"],
    ["h1", "ISSUE-R2-001", "a label in another case"],
    ["Gate swings at night", "ISSUE-R1-001", "a title, nearly"],
    ["inner door: no bolt", "ISSUE-R1-002", "a title in another order"],
    ["No bolt on the door", undefined, "nothing where two titles fit alike"],
    ["The gate", undefined, "nothing by a word alone"],
    ["H9", undefined, "nothing on another gap"],
  ])("takes %s for %s: %s", (name, id, _) => {
    expect(issueByName(ISSUES, name, GAPS)).toBe(id);
  });
});
