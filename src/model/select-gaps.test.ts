import { describe, expect, it } from "vitest";
import { type Selectable, selectGaps } from "./select-gaps.ts";

const GAPS: readonly Selectable[] = [
  { id: "GAP-PAY-002", severity: "CRITICAL" },
  { id: "GAP-PAY-001", severity: "HIGH" },
  { id: "GAP-FLOW-007a", severity: "HIGH" },
  { id: "GAP-PAY-004", severity: "MEDIUM" },
  { id: "GAP-PAY-009", severity: "LOW" },
];
const select = (text: string) => selectGaps(text, { gaps: GAPS, numbered: true });

describe("a selection of gaps (SPEC 16.1)", () => {
  it.each<[string, readonly string[]]>([
    ["2", ["GAP-PAY-001"]],
    ["2-4", ["GAP-PAY-001", "GAP-FLOW-007a", "GAP-PAY-004"]],
    ["2..3, 5", ["GAP-PAY-001", "GAP-FLOW-007a", "GAP-PAY-009"]],
    ["4–5", ["GAP-PAY-004", "GAP-PAY-009"]],
    ["GAP-PAY-001..004", ["GAP-PAY-002", "GAP-PAY-001", "GAP-PAY-004"]],
    ["GAP-PAY-001..GAP-PAY-002", ["GAP-PAY-002", "GAP-PAY-001"]],
    ["gap-flow-007A; gap-pay-009", ["GAP-FLOW-007a", "GAP-PAY-009"]],
    ["GAP-FLOW-001..009", ["GAP-FLOW-007a"]],
    ["LOW", ["GAP-PAY-009"]],
    ["high+", ["GAP-PAY-002", "GAP-PAY-001", "GAP-FLOW-007a"]],
    ["5 HIGH 5", ["GAP-PAY-009", "GAP-PAY-001", "GAP-FLOW-007a"]],
  ])("reads %s", (text, ids) => {
    expect(select(text)).toEqual(ids);
  });

  it.each<[string, string]>([
    ["", "name at least one gap"],
    [" , ;", "name at least one gap"],
    ["0", "0 is not in the list, which goes from 1 to 5"],
    ["3-9", "3-9 is not in the list, which goes from 1 to 5"],
    ["4-2", "4-2 is not in the list"],
    ["GAP-PAY-003", "GAP-PAY-003 is not in the list"],
    ["1, GAP-PAY-005..008", "GAP-PAY-005..008 is not in the list"],
    ["GAP-PAY-004..001", "GAP-PAY-004..001 is not in the list"],
    ["the first two", '"the" does not name a gap'],
    ["GAP-PAY-001..GAP-FLOW-009", "does not name a gap"],
    ["1 - 3", '"-" does not name a gap'],
  ])("refuses %j as a whole, with the reason", (text, problem) => {
    expect(select(text)).toEqual({ problem: expect.stringContaining(problem) });
  });

  it("knows no numbers where no list was shown, and a severity means what can be changed", () => {
    const list = { gaps: GAPS, numbered: false, severityGaps: GAPS.slice(2) };
    expect(selectGaps("3", list)).toEqual({ problem: expect.stringContaining('"3" does not name a gap') });
    expect(selectGaps("HIGH+", list)).toEqual(["GAP-FLOW-007a"]);
    expect(selectGaps("CRITICAL", list)).toEqual({ problem: "there is no such gap: CRITICAL" });
    expect(selectGaps("GAP-PAY-002", list)).toEqual(["GAP-PAY-002"]);
  });

  it("is read in time that follows its length", () => {
    const gaps = Array.from({ length: 2000 }, (_, index) => ({
      id: `GAP-G${String.fromCharCode(65 + (index >> 9))}-${String(index % 512).padStart(3, "0")}` as const,
      severity: "LOW" as const,
    }));
    const started = performance.now();
    const all = selectGaps(gaps.map(({ id }) => id).join(","), { gaps, numbered: true });
    expect(all).toHaveLength(2000);
    expect(selectGaps("1-".repeat(40_000), { gaps, numbered: true })).toHaveProperty("problem");
    expect(performance.now() - started).toBeLessThan(2000);
  });
});
