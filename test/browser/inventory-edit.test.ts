import { describe, expect, test } from "vitest";
import { readInventoryChoice } from "../../src/model/inventory-choice.ts";
import type { ListedGap } from "../../src/model/question.ts";
import { isProblem } from "../../src/model/select-gaps.ts";
import {
  type Bulk,
  bulkEdit,
  type InventoryEdit,
  inventoryFields,
  UNCHANGED,
} from "../../web/src/parts/inventory-edit.ts";

const GAPS = (["HIGH", "MEDIUM", "LOW", "LOW"] as const).map(
  (severity, index): ListedGap => ({ id: `GAP-PAY-00${index + 1}`, severity, title: "Something", origin: "check" }),
);

/** What comes of several steps on the page, as the session reads it. */
function chosen(...steps: readonly (readonly [Bulk, string])[]) {
  let edit: InventoryEdit = UNCHANGED;
  for (const [what, words] of steps) {
    const next = bulkEdit(GAPS, edit, what, words);
    if (isProblem(next)) return next.problem;
    edit = next;
  }
  return readInventoryChoice(GAPS, inventoryFields(GAPS, edit));
}

describe("the inventory on the page (SPEC 16.1)", () => {
  test("is changed for several gaps at once, by what the person names", () => {
    expect(chosen(["Only these", "HIGH+, 2"])).toMatchObject({ drop: ["GAP-PAY-003", "GAP-PAY-004"] });
    expect(chosen(["Drop", "2-4"], ["Park", "LOW"], ["Work on", "4"])).toMatchObject({
      drop: ["GAP-PAY-002"],
      park: ["GAP-PAY-003"],
    });
    expect(chosen(["Merge into the first", "1 3-4"])).toMatchObject({
      duplicates: [
        { gap: "GAP-PAY-003", of: "GAP-PAY-001" },
        { gap: "GAP-PAY-004", of: "GAP-PAY-001" },
      ],
    });
  });

  test("keeps what a step leaves out of it, and says what it did not understand", () => {
    expect(chosen(["Park", "4"], ["Only these", "1"])).toMatchObject({
      drop: ["GAP-PAY-002", "GAP-PAY-003"],
      park: ["GAP-PAY-004"],
    });
    expect(chosen(["Merge into the first", "1 3"], ["Drop", "1"])).toMatchObject({
      drop: ["GAP-PAY-001"],
      duplicates: [],
    });
    expect(chosen(["Drop", "5"])).toBe("5 is not in the list, which goes from 1 to 4");
    expect(chosen(["Merge into the first", "2"])).toBe("name at least two gaps; the first one stays");
  });

  test("takes up what was parked, by its id", () => {
    const fields = inventoryFields(GAPS, { ...UNCHANGED, take: "GAP-PAY-009" });
    expect(readInventoryChoice(GAPS, fields)).toMatchObject({ take: ["GAP-PAY-009"] });
  });

  test("gives only what was changed", () => {
    expect(inventoryFields(GAPS, UNCHANGED)).toEqual({});
    expect(
      inventoryFields(GAPS, { ...UNCHANGED, scope: "Payments.", severities: new Map([["GAP-PAY-002", "LOW"]]) }),
    ).toEqual({
      severity: "GAP-PAY-002 LOW",
      scope: "Payments.",
    });
  });
});
