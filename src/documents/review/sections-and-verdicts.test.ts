import { describe, expect, it } from "vitest";
import { readDocument } from "../read-document.ts";
import { repairDocument } from "../repair/repair-document.ts";
import type { ReadIssue, ReviewerDocument } from "../values.ts";

function read(text: string, round = 2): ReviewerDocument {
  const document = readDocument(text, "reviewer", { round });
  if (document.role !== "reviewer") throw new Error("not a review");
  return document;
}

function repair(text: string): { document: ReviewerDocument; text: string } {
  const repaired = repairDocument(text, "reviewer", { round: 2 });
  if (repaired.document.role !== "reviewer") throw new Error("not a review");
  return { document: repaired.document, text: repaired.text };
}

const brief = (issue: ReadIssue) => `${issue.severity} ${issue.gap ?? "-"} ${issue.title}`;

const ONE_HEADING_PER_GAP = `# Review: Round 2

## GAP-BELL-001

**[HIGH] The bell rings at night**

Location: step 2

Suggestion: Give it hours.

## GAP-BELL-002: Validation of tones

**[nit] "tone" and "sound" are one thing**

## GAP-DOOR-001

**[CRITICAL] Nobody hears that the door is open**

Impact: It stays open.

**Verdict:** request changes
`;

describe("a review with one heading per gap", () => {
  const meant = [
    "HIGH GAP-BELL-001 The bell rings at night",
    'LOW GAP-BELL-002 "tone" and "sound" are one thing',
    "CRITICAL GAP-DOOR-001 Nobody hears that the door is open",
  ];

  it("gives each issue the gap of the nearest heading that names one", () => {
    const document = read(ONE_HEADING_PER_GAP);
    expect(document.issues.map(brief)).toEqual(meant);
    expect(document.reviewed.map(({ gap }) => gap)).toEqual(["GAP-BELL-001", "GAP-BELL-002", "GAP-DOOR-001"]);
  });

  it("becomes one review per gap, each with its severity sections", () => {
    const { document, text } = repair(ONE_HEADING_PER_GAP);
    expect(text.match(/^#.*$/gm)).toEqual([
      "# Review: Round 2",
      "## Review: GAP-BELL-001",
      "### High Priority",
      "## Review: GAP-BELL-002 (Validation of tones)",
      "### Low Priority / Nits",
      "## Review: GAP-DOOR-001",
      "### Critical Issues",
    ]);
    expect(document.issues.map(brief)).toEqual(meant);
  });

  it("keeps the verdict out of the last issue, and takes it for all gaps", () => {
    const { verdict, issues } = read(ONE_HEADING_PER_GAP);
    expect(issues[2]?.text).toBe("Nobody hears that the door is open\n\nImpact: It stays open.");
    expect(verdict).toMatchObject({ value: "NEEDS_REVISION", asWritten: "request changes", byGap: [] });
  });
});

describe("the end of the last issue", () => {
  const issue = "## Review: GAP-BELL-001\n\n### [H1]: The bell rings at night\n\nIt wakes the house.\n\n";

  it.each([
    ["**Verdict**: needs revision", "NEEDS_REVISION"],
    ["---\n\n**Overall verdict:** Needs revision", "NEEDS_REVISION"],
    ["Verdict: APPROVED with notes\n\nThe rest is fine.", "APPROVED_WITH_NOTES"],
    ["---\n\n**Recommendation:** NEEDS_REVISION for GAP-BELL-001", "NEEDS_REVISION"],
    ["**REJECTED**", "NEEDS_REVISION"],
  ])("is where the verdict begins: %j", (closing, value) => {
    const { issues, verdict } = read(`${issue}${closing}\n`);
    expect(issues.map(({ text }) => text)).toEqual(["The bell rings at night\n\nIt wakes the house."]);
    expect(verdict.value).toBe(value);
  });

  it("is not where the issue itself recommends something", () => {
    const { issues, verdict } = read(`${issue}**Recommendation:** Reject calls at night.\n`);
    expect(issues[0]).toMatchObject({ suggestion: "Reject calls at night." });
    expect(verdict.value).toBe("NONE");
  });
});

describe("verdicts for several gaps at once", () => {
  it.each([
    "**Verdict:** GAP-BELL-001 APPROVED, GAP-BELL-002 and GAP-DOOR-001 NEEDS_REVISION",
    "**Decision:** ACCEPT GAP-BELL-001; NEEDS_REVISION for GAP-BELL-002 and GAP-DOOR-001.",
    "| gap | my word |\n| --- | --- |\n| GAP-BELL-001 | good to go |\n| GAP-BELL-002 | one more round |\n| GAP-DOOR-001 | revise |",
  ])("are told apart, and the worst holds: %j", (closing) => {
    const { verdict } = read(
      `# Review\n\n## High Priority\n\n- **H1**: The bell rings at night\n\n## Result\n\n${closing}\n`,
    );
    expect(verdict.value).toBe("NEEDS_REVISION");
    expect(verdict.byGap.map(({ gap, value }) => `${gap} ${value}`)).toEqual([
      "GAP-BELL-001 APPROVED",
      "GAP-BELL-002 NEEDS_REVISION",
      "GAP-DOOR-001 NEEDS_REVISION",
    ]);
  });
});

describe("a heading that names a gap and its topic", () => {
  it("is no place of that name: its issues are raised", () => {
    const { issues } = read(`## Review: GAP-BELL-001 (Summary and checks)\n\n- **H1**: The bell rings at night\n`);
    expect(issues.map(brief)).toEqual(["HIGH GAP-BELL-001 The bell rings at night"]);
  });
});

describe("the facts of an issue", () => {
  it("may stand in a table of one row", () => {
    const { issues } = read(
      "### ISSUE-R2-001: No stop\n\n| Location | Issue | Recommendation |\n|---|---|---|\n| step 3 | no end | Say three |\n",
    );
    expect(issues[0]).toMatchObject({ location: "step 3", suggestion: "Say three" });
  });

  it("may stand in a table of names and values", () => {
    const { issues } = read(
      "### H1: No stop\n\n| Field | Value |\n|---|---|\n| Severity | Low |\n| Location | step 3 |\n",
    );
    expect(issues[0]).toMatchObject({ severity: "LOW", location: "step 3" });
  });

  it("make an issue of a heading, where one of them is its severity", () => {
    const { issues } = read(
      "## Review: GAP-BELL-001\n\n#### N-1. Typo\nSeverity: Nit\n\n#### No stop\n**Severity** - High\n",
    );
    expect(issues.map(brief)).toEqual(["LOW GAP-BELL-001 Typo", "HIGH GAP-BELL-001 No stop"]);
  });

  it("give the severity in a name of a priority", () => {
    const table = "## Findings\n\n| # | Gap | Finding |\n|---|---|---|\n| P0-1 | GAP-BELL-001 | Nothing says when |\n";
    expect(read(table).issues.map(brief)).toEqual(["CRITICAL GAP-BELL-001 Nothing says when"]);
  });
});

describe("the word on an earlier issue", () => {
  it("is what its author says, without the fields around it", () => {
    const { rechecks } = read(
      "## Previous issues\n\n### ISSUE-R1-001: No timeout\n- Status: RESOLVED\n- Why: It is ten seconds now.\n",
    );
    expect(rechecks).toMatchObject([{ issue: "ISSUE-R1-001", status: "RESOLVED", why: "It is ten seconds now." }]);
  });
});
