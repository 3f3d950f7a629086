import { describe, expect, test } from "vitest";
import { inTempFolder } from "../../../test/e2e/run-cli.ts";
import { inventoryIn, readSettings, roleFromName, roundFromPath } from "./inspect-files.ts";

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

describe("the options of inspect", () => {
  test("an inventory is read from a table, a list or prose, and never from within a longer token", () => {
    const text =
      "| **GAP-FLOW-001** | HIGH |\n- `GAP-API-002`: ids\nGAP-OQ-003, GAP-OQ-004.\nGAP-PIE-003.1 XGAP-FLOW-009 GAP-FLOW-0011 GAP-FLOW-007a";
    expect([...inventoryIn(text)]).toEqual([
      "GAP-FLOW-001",
      "GAP-API-002",
      "GAP-OQ-003",
      "GAP-OQ-004",
      "GAP-FLOW-007a",
    ]);
  });

  test("assigned gaps are sorted and free of duplicates", () => {
    const settings = readSettings({ assigned: "GAP-FLOW-002, GAP-API-001,GAP-FLOW-002" }, ".");
    expect(settings).toEqual({ assigned: ["GAP-API-001", "GAP-FLOW-002"] });
  });

  test("a spec is a file, or the files of a folder", async () => {
    await inTempFolder({ "docs/a.md": "# A\n\nx\r\n", "docs/b.md": "# B\n\ny\n" }, async (folder) => {
      expect(readSettings({ spec: "docs/a.md" }, folder)).toEqual({ spec: [{ path: "a.md", text: "# A\n\nx\r\n" }] });
      expect(readSettings({ spec: "docs" }, folder).spec?.map(({ path }) => path)).toEqual(["a.md", "b.md"]);
    });
  });

  test("what is not given is not known", () => {
    expect(readSettings({}, ".")).toEqual({});
  });

  test.each([
    [{ role: "author" }, /--role cannot be/],
    [{ round: "0" }, /--round must be a whole number/],
    [{ round: "3rd" }, /--round must be a whole number/],
    [{ assigned: "GAP-1" }, /"GAP-1" is not a gap id/],
    [{ assigned: "," }, /lists no gaps/],
  ])("%j is wrong usage", (options, message) => {
    expect(() => readSettings(options, ".")).toThrow(message);
  });

  test("an inventory without a single id is wrong usage", async () => {
    await inTempFolder({ "status.md": "# Status\n" }, async (folder) => {
      expect(() => readSettings({ inventory: "status.md" }, folder)).toThrow("lists no gaps");
    });
  });
});
