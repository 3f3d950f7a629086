import { describe, expect, it } from "vitest";
import type { Flag } from "../../../model/disagreement.ts";
import type { IssueId } from "../../../model/ids.ts";
import { makeIssue } from "../../../testing/make-gap.ts";
import { sameConcern } from "./same-concern.ts";
import { weighFlags } from "./weigh-flags.ts";

const LIMITS = { high: 2, critical: 1, pattern: 3 };

function flag(issue: IssueId, facts: Partial<Flag> = {}): Flag {
  return {
    id: `FLAG-R5-${issue.slice(-3)}`,
    issue,
    gap: "GAP-FLOW-001",
    severity: "HIGH",
    round: 5,
    status: "IGNORED",
    confidence: "HIGH",
    heuristics: ["H1"],
    evidence: [],
    outcome: "raised",
    ...facts,
  };
}

describe("SPEC 9, thresholds", () => {
  const high = flag("ISSUE-R4-001");
  const critical = flag("ISSUE-R4-002", { severity: "CRITICAL" });

  it.each([
    ["nothing", [], "NONE"],
    ["one HIGH", [high], "SUMMARY"],
    ["two HIGH", [high, flag("ISSUE-R4-003")], "WARN"],
    ["one CRITICAL", [critical], "WARN"],
    ["two CRITICAL", [critical, flag("ISSUE-R4-004", { severity: "CRITICAL" })], "BLOCK_ROUND"],
    ["one CRITICAL and two HIGH", [critical, high, flag("ISSUE-R4-003")], "WARN"],
  ] as const)("%s asks for the action", (_, flags, action) => {
    expect(weighFlags(flags, [], LIMITS).action).toBe(action);
  });

  it("takes its thresholds from the configuration", () => {
    expect(weighFlags([high], [], { ...LIMITS, high: 1 }).action).toBe("WARN");
    expect(weighFlags([critical, critical], [], { ...LIMITS, critical: 2 }).action).toBe("WARN");
  });

  it("always shows a deflection", () => {
    const deflected = flag("ISSUE-R4-005", { status: "DEFLECTION", heuristics: ["H5"] });
    expect(weighFlags([high, deflected], [], LIMITS).shown).toEqual([deflected.id]);
  });

  it("calls a concern systematic that went unanswered in three rounds under one id", () => {
    const issue = makeIssue({ id: "ISSUE-R3-001", unansweredIn: [3, 4] });
    expect(weighFlags([flag("ISSUE-R3-001")], [issue], LIMITS).systematic).toEqual([
      { issue: "ISSUE-R3-001", issues: ["ISSUE-R3-001"], rounds: [3, 4, 5] },
    ]);
    const twice = { ...issue, unansweredIn: [4] };
    expect(weighFlags([flag("ISSUE-R3-001")], [twice], LIMITS).systematic).toEqual([]);
  });

  it("calls it systematic under three ids, on the same gap only", () => {
    const ledger = [
      makeIssue({ id: "ISSUE-R3-005", title: "Retry mechanism undefined", unansweredIn: [3] }),
      makeIssue({ id: "ISSUE-R4-007", title: "Same issue: retry still undefined", unansweredIn: [4] }),
      makeIssue({ id: "ISSUE-R5-002", title: "Retry mechanism STILL undefined" }),
    ];
    const [pattern] = weighFlags([flag("ISSUE-R5-002")], ledger, LIMITS).systematic;
    expect(pattern?.rounds).toEqual([3, 4, 5]);
    const elsewhere = ledger.map((issue, index) => (index === 0 ? { ...issue, gap: "GAP-FLOW-002" as const } : issue));
    expect(weighFlags([flag("ISSUE-R5-002")], elsewhere, LIMITS).systematic).toEqual([]);
  });

  it("does not take two concerns that share a word for one", () => {
    expect(sameConcern("Retry limit is missing", "Archive retention is missing")).toBe(false);
  });
});
