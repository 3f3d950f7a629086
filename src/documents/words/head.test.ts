import { describe, expect, it } from "vitest";
import { readHead } from "./head.ts";

describe("readHead", () => {
  it.each([
    ["[ISSUE-R1-001]: Missing escape path", { issue: "ISSUE-R1-001", rest: "Missing escape path" }],
    ["**ISSUE-R1-002**: Tab has no transition", { issue: "ISSUE-R1-002", rest: "Tab has no transition" }],
    ["**ISSUE-R7-001 (LOW):** Token estimation", { issue: "ISSUE-R7-001", severity: "LOW", rest: "Token estimation" }],
    ["ISSUE-R8-003 (MEDIUM): GAP-FLOW-019 is vague", { severity: "MEDIUM", rest: "GAP-FLOW-019 is vague" }],
    ["**H1: EDITING is ambiguous**", { label: "H1", severity: "HIGH", rest: "EDITING is ambiguous" }],
    ["**L1 (NEW): VALIDATING path**", { label: "L1", isNew: true, severity: "LOW", rest: "VALIDATING path" }],
    ["[CRIT-001]: Unbounded retry", { label: "CRIT-001", severity: "CRITICAL", rest: "Unbounded retry" }],
    ["**[HIGH]** No owner of the lock", { severity: "HIGH", severityFromLabel: false, rest: "No owner of the lock" }],
    ["🔴 **Critical**: No owner", { severity: "CRITICAL", rest: "No owner" }],
    ["🟠 No owner", { severity: "HIGH", rest: "No owner" }],
    ["**Minor: Emoji in example** - per style", { severity: "LOW", rest: "**Emoji in example** - per style" }],
    ["No owner of the lock [High]", { severity: "HIGH", rest: "No owner of the lock" }],
    ["R1.4 — No owner of the lock `HIGH`", { severity: "HIGH", rest: "No owner of the lock" }],
    ["`Critical` No owner of the lock", { severity: "CRITICAL", rest: "No owner of the lock" }],
    ["ISSUE-R1-003 · LOW · No owner", { issue: "ISSUE-R1-003", severity: "LOW", rest: "No owner" }],
    ["The name of the field is `token`", { rest: "The name of the field is `token`" }],
    ["No owner (Severity: Medium)", { severity: "MEDIUM", rest: "No owner" }],
    ["[x] **ISSUE-R1-001: flow** - FIXED", { issue: "ISSUE-R1-001", checked: true, status: "RESOLVED", rest: "flow" }],
    ["[ ] **PARTIAL**: ISSUE-R1-028 (implicit) needs more", { issue: "ISSUE-R1-028", status: "NOT_FIXED" }],
    ["[x] **ADDRESSES ISSUE-R1-008**: defined", { issue: "ISSUE-R1-008", status: "RESOLVED", rest: "defined" }],
    ["ISSUE-R7-001: now defined - RESOLVED", { issue: "ISSUE-R7-001", status: "RESOLVED", rest: "now defined" }],
    ["1. Missing owner", { label: "1", ordinal: true, rest: "Missing owner" }],
    ["Issue 3: Missing owner", { label: "Issue 3", ordinal: false, rest: "Missing owner" }],
    ["R4-001 (addressed definition)", { issue: "ISSUE-R4-001", rest: "(addressed definition)" }],
    ["~~ISSUE-R2-004: gone~~", { issue: "ISSUE-R2-004", struck: true, rest: "gone" }],
    ["P1: No owner", { label: "P1", severity: "HIGH", rest: "No owner" }],
    ["Major - No owner", { severity: "HIGH", rest: "No owner" }],
    ["Low Priority: none", { severity: "LOW", rest: "none" }],
  ])("reads %s", (line, expected) => {
    expect(readHead(line)).toMatchObject(expected);
  });

  it.each([
    "SHA-256: is not a name",
    "UTF-8 is assumed",
    "ISSUE-R1-0011 is not an id",
    "xISSUE-R1-001: glued",
    "High-level overview of the flow",
    "Low confidence is not handled",
    "Critical design decision: keep it",
    "GAP-FLOW-001: a gap is no issue",
    "H1 headings are missing",
    "Should the retry be bounded?",
  ])("takes nothing off %s", (line) => {
    const head = readHead(line);
    expect(head).toMatchObject({ rest: line, ordinal: false });
    expect(head.issue ?? head.label ?? head.severity).toBeUndefined();
  });
});
