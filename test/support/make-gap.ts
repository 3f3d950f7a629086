import { newGap } from "../../src/model/change-gap.ts";
import type { Gap } from "../../src/model/gap.ts";
import type { Issue } from "../../src/model/issue.ts";

/** A gap for a test: OPEN, MEDIUM, found in the source; say what matters. */
export function makeGap(facts: Partial<Gap> = {}): Gap {
  const words = { title: "Retry limit", text: "How often is a failed run repeated?" };
  const given = { id: "GAP-FLOW-001", severity: "MEDIUM", severityBy: "mediator", origin: "source" } as const;
  return { ...newGap(0, { ...given, ...words }), ...facts };
}

/** An issue for a test: OPEN and HIGH, raised in round 1; say what matters. */
export function makeIssue(facts: Partial<Issue> = {}): Issue {
  return {
    id: "ISSUE-R1-001",
    gap: "GAP-FLOW-001",
    title: "No limit",
    text: "The retry has no limit.",
    severity: "HIGH",
    state: "OPEN",
    round: 1,
    document: "round_001/reviewer.md",
    line: 1,
    late: false,
    noted: false,
    anchored: true,
    quotations: [],
    notFixedInARow: 0,
    unansweredIn: [],
    ...facts,
  };
}
