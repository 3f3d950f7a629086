import { describe, expect, it } from "vitest";
import { answerProblem } from "./answer-problem.ts";
import { readInventoryChoice } from "./inventory-choice.ts";
import type { Answer, ListedGap, Question } from "./question.ts";

const listed = (id: ListedGap["id"], severity: ListedGap["severity"]): ListedGap => ({
  id,
  severity,
  title: "Something",
  origin: "check",
});
const GAPS = [listed("GAP-PAY-001", "HIGH"), listed("GAP-PAY-002", "MEDIUM"), listed("GAP-PAY-003", "LOW")];

describe("what a person makes of the inventory (SPEC 16.1)", () => {
  it("is read from all fields together", () => {
    const read = readInventoryChoice(GAPS, {
      drop: "3",
      duplicate: "2=1",
      severity: "1 CRITICAL, GAP-PAY-002=low",
      order: "2 1",
      add: "- HIGH: who pays\n\nwhen",
    });
    expect(read).toMatchObject({
      drop: ["GAP-PAY-003"],
      duplicates: [{ gap: "GAP-PAY-002", of: "GAP-PAY-001" }],
      severities: [
        { gap: "GAP-PAY-001", severity: "CRITICAL" },
        { gap: "GAP-PAY-002", severity: "LOW" },
      ],
      order: ["GAP-PAY-002", "GAP-PAY-001"],
      add: ["HIGH: who pays", "when"],
    });
  });

  it("drops all others where only some are wanted, but for what is parked", () => {
    expect(readInventoryChoice(GAPS, { only: "HIGH+", park: "3" })).toMatchObject({
      drop: ["GAP-PAY-002"],
      park: ["GAP-PAY-003"],
    });
  });

  it.each<[Record<string, string>, string]>([
    [{ drop: "1", park: "GAP-PAY-001", reason: "x" }, "both dropped and parked"],
    [{ park: "HIGH" }, "GAP-PAY-001 is HIGH; parking it needs a reason"],
    [{ duplicate: "1=1" }, "one of the two must stay"],
    [{ duplicate: "2=1", drop: "1" }, "one of the two must stay"],
    [{ duplicate: "2=1, 3=2" }, "one of the two must stay"],
    [{ duplicate: "2=1, 2=3" }, "of only one other"],
    [{ duplicate: "2" }, "must name the one gap it duplicates"],
    [{ duplicate: "3=1-2" }, "must name the one gap it duplicates"],
    [{ severity: "2" }, "give a severity for GAP-PAY-002"],
    [{ severity: "HIGH" }, "name a gap before HIGH"],
    [{ order: "9" }, "9 is not in the list"],
  ])("refuses %o", (fields, problem) => {
    expect(readInventoryChoice(GAPS, fields)).toEqual({ problem: expect.stringContaining(problem) });
  });
});

describe("an answer to the inventory (SPEC 14)", () => {
  const option = (id: string, requires: readonly string[] = []) => ({
    id,
    label: "",
    description: "",
    effect: "",
    requires,
  });
  const question: Question = {
    id: "Q-R0-001",
    kind: "inventory",
    header: "Inventory",
    text: "These?",
    evidence: [],
    options: [option("accept"), option("only", ["only"]), option("scope", ["scope"])],
    fields: [
      { id: "only", label: "Only", required: false },
      { id: "scope", label: "Scope", required: false, initial: "Payments." },
    ],
    multiple: false,
    about: [],
    personOnly: false,
    gaps: GAPS,
  };
  const problem = (options: string[], fields: Answer["fields"]) =>
    answerProblem(question, { question: question.id, options, fields, via: "command" });

  it("that would change nothing is refused, unless the inventory is taken with it", () => {
    expect(problem(["only"], { only: "1-3" })).toBe("this changes nothing");
    expect(problem(["scope"], { scope: "Payments." })).toBe("this changes nothing");
    expect(problem(["accept"], { scope: "Payments." })).toBeUndefined();
    expect(problem(["only"], { only: "1" })).toBeUndefined();
  });

  it("is refused for a gap that is not in the list", () => {
    expect(problem(["only"], { only: "GAP-PAY-009" })).toContain("GAP-PAY-009 is not in the list");
  });
});
