import { describe, expect, it } from "vitest";
import type { ReviewerDocument } from "../agent-document.ts";
import { checkField } from "./issues-and-gaps.ts";
import { readForm } from "./read-form.ts";

function read(text: string, _round?: number): ReviewerDocument {
  const { document } = readForm(text, "reviewer");
  if (document.role !== "reviewer") throw new Error("not a Reviewer's document");
  return document;
}

const REVIEW = `## Review: GAP-CACHE-004

**Gap severity:** HIGH

### Earlier Issues

| Issue | Status | Words |
| --- | --- | --- |
| ISSUE-R2-001 | RESOLVED | "15 minutes after its last write" |
| ISSUE-R2-002 | PARTLY | two keys are still open |
| ISSUE-R2-003 | NOT_FIXED | |

### Critical Issues

None.

### High Priority

- **ISSUE-R3-001**: Two lifetimes for one entry.
  - **Location:** "expires 15 minutes", "kept for "one" hour" (5.2)
  - **Impact:** One removes it after 15 minutes, another after 60.
  - **Suggestion:** Strike "kept for one hour".

### Medium Priority

None.

### Low Priority

None.

### New Gaps

- **GAP-CACHE-010** (HIGH): What is returned while the store is away.

### Verdict

NEEDS_REVISION
`;

describe("the Reviewer's form", () => {
  it("is read whole, without a repair", () => {
    expect(readForm(REVIEW, "reviewer")).toMatchObject({ repairs: [], text: REVIEW });
    expect(read(REVIEW)).toMatchObject({
      unread: [],
      reviewed: [{ gap: "GAP-CACHE-004", line: 1 }],
      severitySections: 4,
      severities: [{ gap: "GAP-CACHE-004", severity: "HIGH" }],
      rechecks: [
        { issue: "ISSUE-R2-001", status: "RESOLVED", quotations: ["15 minutes after its last write"] },
        { issue: "ISSUE-R2-002", status: "PARTLY", why: "two keys are still open", quotations: [] },
        { issue: "ISSUE-R2-003", status: "NOT_FIXED" },
      ],
      newGaps: [{ id: "GAP-CACHE-010", severity: "HIGH" }],
      verdicts: [{ gap: "GAP-CACHE-004", value: "NEEDS_REVISION" }],
    });
  });

  it("has what a check found as data, whatever characters it holds; in other words it is unread", () => {
    const finding = { rule: "dangling-id", type: "dangling-ref", subject: "`FR-9` **Why:** x", words: ["a | b", "*"] };
    const gap = "- **GAP-CACHE-010** (HIGH): What is returned while the store is away.";
    const withField = (field: string) => read(REVIEW.replace(gap, `${gap}\n  - ${field}`));
    expect(withField(checkField(finding))).toMatchObject({ unread: [], newGaps: [{ id: "GAP-CACHE-010", finding }] });
    const other = withField("**Check:** the store may be away");
    expect([other.newGaps, other.unread.length]).toEqual([[], 1]);
  });

  it("has an issue with its fields and quotations", () => {
    expect(read(REVIEW).issues).toEqual([
      {
        id: "ISSUE-R3-001",
        title: "Two lifetimes for one entry.",
        text: expect.stringMatching(/^\*\*ISSUE-R3-001\*\*: Two[\s\S]*\n- \*\*Suggestion:\*\* Strike/),
        severity: "HIGH",
        severityAsWritten: "High Priority",
        gap: "GAP-CACHE-004",
        kind: "raised",
        location: '"expires 15 minutes", "kept for "one" hour" (5.2)',
        quotations: ["expires 15 minutes", 'kept for "one" hour'],
        impact: "One removes it after 15 minutes, another after 60.",
        suggestion: 'Strike "kept for one hour".',
        line: 19,
        endLine: 22,
      },
    ]);
  });
});

const issue = (text: string, heading = "High Priority") =>
  read(`## Review: GAP-AA-001\n\n### ${heading}\n\n${text}\n`).issues.map(({ id, label, severity, title, kind }) => ({
    name: id ?? label,
    severity,
    title,
    kind,
  }));

describe("an issue", () => {
  it.each([
    ["1. **ISSUE-R3-001**: The lock leaks.", "ISSUE-R3-001"],
    ["* [ISSUE-R3-001] The lock leaks.", "ISSUE-R3-001"],
    ["- **ISSUE-R3-001** (HIGH): The lock leaks.", "ISSUE-R3-001"],
    ["- ISSUE-R3-001 — The lock leaks.", "ISSUE-R3-001"],
    ["| Issue | Title |\n|---|---|\n| ISSUE-R3-001 | The lock leaks. |", "ISSUE-R3-001"],
    ["- **H1**: The lock leaks.", "H1"],
    ["- **[CRIT-001]** The lock leaks.", "CRIT-001"],
    ["1. The lock leaks.", "1"],
    ["- `ISSUE-R3-001` The lock leaks.", undefined],
    ["- **The lock leaks.**", undefined],
  ])("is %j", (text, name) => {
    expect(issue(text)).toMatchObject([
      { name, severity: "HIGH", title: expect.stringContaining("The lock leaks."), kind: "raised" },
    ]);
  });

  it.each([
    ["Must fix", "HIGH"],
    ["Blockers", "HIGH"],
    ["Should", "MEDIUM"],
    ["2. CRITICAL:", "CRITICAL"],
    ["Low Priority / Nits", "LOW"],
  ])("below %j is %s", (heading, severity) => {
    expect(issue("- **ISSUE-R3-001**: x y", heading)).toMatchObject([{ severity }]);
  });

  it.each([
    "- ~~**ISSUE-R3-001**: The lock leaks.~~",
    "- **ISSUE-R3-001** (WITHDRAWN): The lock leaks.",
    "- **ISSUE-R3-001**: WITHDRAWN. The lock leaks.",
  ])("is taken back: %j", (text) => expect(issue(text)).toMatchObject([{ kind: "withdrawn" }]));

  it("is not taken back by its subject", () => {
    expect(issue("- **ISSUE-R3-001**: Withdrawn requests still count.")).toMatchObject([{ kind: "raised" }]);
  });
});

const CALM = "## Review: GAP-AA-001\n\n### High Priority\n\nNone.\n\n";

describe("a verdict", () => {
  it.each([
    ["### Verdict\n\nApproved with notes", "APPROVED_WITH_NOTES"],
    ["**Verdict:** ✅ APPROVED", "APPROVED"],
    ["### Verdict: Approve", "APPROVED"],
    ["## Verdict:\nApproved", "APPROVED"],
  ])("is read from %j", (text, value) => {
    expect(read(CALM + text)).toMatchObject({ unread: [], verdicts: [{ gap: "GAP-AA-001", value }] });
  });

  it("holds for the review that it stands in", () => {
    expect(read(`${CALM}**Verdict:** APPROVED\n\n${CALM.replace("AA-001", "BB-002")}`).verdicts).toMatchObject([
      { gap: "GAP-AA-001" },
    ]);
  });
});

describe("finding nothing", () => {
  it.each([
    "NO_ISSUES_FOUND: both changes.\n\n- Rules walked through: 3 of 3\n",
    "### No Issues Found\n\nBoth changes.\n\n### Completeness Checks\n\n- [x] Every state is reachable\n- [x] No rule is open\n",
    "NO_ISSUES_FOUND\n\nScope: both changes.\n\n| Checked | Count |\n| --- | --- |\n| Rules | 3 |\n",
  ])("is said: %j", (text) => {
    expect(read(`## Review: GAP-AA-001\n\n${text}\n### Verdict\n\nAPPROVED\n`)).toMatchObject({
      unread: [],
      issues: [],
      noIssuesFound: [{ line: 3, text: expect.stringMatching(/both changes[\s\S]*(?:3|reachable)/i) }],
    });
  });

  it.each([
    ["prose behind the scope", "NO_ISSUES_FOUND: all.\n\nHowever, the lock leaks.\n\n- Rules: 3", 5],
    ["prose behind the checklist", "NO_ISSUES_FOUND: all.\n\n- Rules: 3\n\nHowever, the lock leaks.", 7],
    ["prose without a checklist", "NO_ISSUES_FOUND\n\nThe lock leaks.", 3],
    ["a second paragraph", "NO_ISSUES_FOUND\n\nAll.\n\nThe lock leaks.\n\n- Rules: 3", 7],
    ["a heading", "NO_ISSUES_FOUND: all\n\n### Remaining Concerns\n\n- [x] The lock leaks", 5],
    ["a severity", "NO_ISSUES_FOUND\n\n**HIGH:** the lock leaks.\n\n- Rules: 3", 5],
    ["a severity in the scope", "NO_ISSUES_FOUND: all but the lock (HIGH)", 3],
    ["a severity in the checklist", "NO_ISSUES_FOUND: all\n\n- Locks: one leaks (high)", 5],
    ["a location", "NO_ISSUES_FOUND: all\n\n- The lock\n  - **Location:** here", 5],
    ["an issue in the scope", "NO_ISSUES_FOUND: all but ISSUE-R3-001", 3],
    ["a paragraph in an item", "NO_ISSUES_FOUND: all\n\n- Rules: 3\n\n  The lock leaks.", 5],
    ["a check that is too long", `NO_ISSUES_FOUND: all\n\n- Locks: 3 ${"of them leak ".repeat(30)}`, 5],
    ["a checklist without a count", "NO_ISSUES_FOUND: all\n\n- The lock leaks", 5],
    ["a lack of everything", "NO_ISSUES_FOUND", 3],
    ["a lack of a checklist", "NO_ISSUES_FOUND: both changes.", 3],
    ["a lack of a scope", "NO_ISSUES_FOUND\n\n- Rules walked through: 3 of 3", 3],
    ["a long scope", `NO_ISSUES_FOUND: ${"the lock ".repeat(50)}`, 3],
  ])("hides nothing: %s is unread", (_, text, line) => {
    const { unread } = read(`## Review: GAP-AA-001\n\n${text}\n\n### Verdict\n\nAPPROVED\n`);
    expect(unread.map((each) => each.line)).toContain(line);
  });
});

describe("an issue that NO_ISSUES_FOUND names", () => {
  const named = (scope: string, elsewhere: string) =>
    read(`## Review: GAP-AA-001\n\n${scope}\n\n**Verdict:** APPROVED\n\n## Review: GAP-BB-002\n\n${elsewhere}\n`);
  const raised = "### Low Priority\n\n- **ISSUE-R3-001**: the lock leaks";

  it.each([
    ["raises it", raised, "NO_ISSUES_FOUND: what the lock lacks is ISSUE-R3-001.\n\n- Locks: 3"],
    ["raises it, below a checklist", raised, "NO_ISSUES_FOUND: all.\n\n- Locks: 3, one of them ISSUE-R3-001"],
    [
      "says what became of it",
      '### Earlier Issues\n\n- **ISSUE-R2-001** (RESOLVED): "it"',
      "NO_ISSUES_FOUND: ISSUE-R2-001.\n\n- Locks: 3",
    ],
  ])("is read at its own place where the document %s", (_, elsewhere, scope) => {
    expect(named(scope, elsewhere)).toMatchObject({ unread: [], noIssuesFound: [{ line: 3 }] });
  });

  it.each([
    ["on its line", "NO_ISSUES_FOUND: all but ISSUE-R3-002.\n\n- Locks: 3", 3],
    ["in the checklist", "NO_ISSUES_FOUND: all.\n\n- Locks: 3\n- Leaks: ISSUE-R3-002", 3],
    ["below a heading", "NO_ISSUES_FOUND: all.\n\n### Completeness Checks\n\n- [x] Locks\n- [x] ISSUE-R3-002", 3],
  ])("is refused by its id where the document raises it nowhere: %s", (_, scope, line) => {
    const { unread } = named(scope, raised);
    expect(unread).toMatchObject([{ line, expected: expect.stringContaining("ISSUE-R3-002, which is named") }]);
  });

  it("is refused with a severity beside it", () => {
    expect(named("NO_ISSUES_FOUND: all but ISSUE-R3-001 (HIGH).\n\n- Locks: 3", raised).unread).toHaveLength(1);
  });
});

describe("what cannot be read", () => {
  it.each([
    ["prose in a severity section", "### Low Priority\n\nThe lock leaks.", 9],
    ["prose behind the issues", "### Low Priority\n\n- **ISSUE-R3-001**: x\n\nAnd the lock leaks.", 11],
    ["a summary", "### Summary\n\nThe lock leaks.", 7],
    ["prose in no section", "**Verdict:** APPROVED\n\nThe lock leaks.", 9],
    ["a list below an unknown heading", "### Remarks\n\n- The lock leaks.", 7],
    ["an open box", "NO_ISSUES_FOUND: all\n\n- [ ] The lock", 9],
    ["an issue in NO_ISSUES_FOUND", "NO_ISSUES_FOUND: all\n\n- ISSUE-R3-001 leaks", 7],
    ["NEEDS_REVISION without an issue", "**Verdict:** NEEDS_REVISION", 7],
    ["a verdict with an issue beside it", "### Verdict\n\nAPPROVED, once the lock does not leak", 9],
    ["a verdict in other words", "### Verdict\n\nFine by me", 9],
    ["two verdicts", "### Verdict\n\nAPPROVED\n\n### Verdict\n\nAPPROVED_WITH_NOTES", 13],
    ["a second review of the gap", "## Review: GAP-AA-001\n\n### Low Priority\n\nNone.", 7],
    ["an issue twice", "### Low Priority\n\n- **ISSUE-R3-001**: x\n- **ISSUE-R3-001**: y", 10],
    ["an issue within an issue", "### Low Priority\n\n- Two:\n  - **ISSUE-R3-001**: x", 9],
    ["an issue that only an issue names", "### Low Priority\n\n- **ISSUE-R3-001**: x, like ISSUE-R3-002", 9],
    [
      "an issue that only a word on an earlier one names",
      "### Low Priority\n\n- **ISSUE-R3-001**: x\n\n### Earlier Issues\n\n- **ISSUE-R2-001**: RESOLVED, see ISSUE-R3-002",
      13,
    ],
    ["two severities", "### Low Priority\n\n- **ISSUE-R3-001** (HIGH): x", 9],
    ["a box to tick", "### Low Priority\n\n- [x] Locks", 9],
    ["an earlier issue among the new ones", "### Low Priority\n\n- **ISSUE-R2-001** (RESOLVED): x", 9],
    ["an earlier issue without a word", "### Earlier Issues\n\n- **ISSUE-R2-001**: seen", 9],
    [
      "an earlier issue whose subject is a status",
      "### Earlier Issues\n\n- **ISSUE-R2-001**: Resolved names are cached",
      9,
    ],
    ["a verdict among the issues", "### Low Priority\n\n- **ISSUE-R3-001**: x\n- **Verdict:** APPROVED", 10],
    ["a new gap in prose", "### New Gaps\n\nWho locks is open.", 9],
    ["issues without a header", "### Low Priority\n\n| ISSUE-R3-001 | x |\n|---|---|\n| ISSUE-R3-002 | y |", 9],
    ["labels without a header", "### Low Priority\n\n| H1 | x |\n|---|---|\n| H2 | y |", 9],
    ["earlier issues without a header", "### Earlier Issues\n\n| ISSUE-R2-001 | NOT_FIXED |\n|---|---|", 9],
    ["a verdict in a header", "### Verdict\n\n| GAP-AA-001 | NEEDS_REVISION |\n|---|---|", 9],
    ["an issue that is a heading", "### Low Priority\n\n#### ISSUE-R3-001: x\n\nIt leaks.", 9],
    ["a section without a severity", "### Issues\n\n- **ISSUE-R3-001** (HIGH): x", 7],
    ["a severity field of another section", "### Low Priority\n\n- **ISSUE-R3-001**: x\n  - **Severity:** high", 9],
    ["a none that goes on", "### Low Priority\n\n- None, but the lock leaks", 9],
    ["a verdict for each gap", "### Verdict\n\n- GAP-AA-001: APPROVED", 9],
    ["a review of two gaps", "## Review: GAP-BB-002, GAP-CC-003", 7],
    ["labels within an issue", "### Low Priority\n\n- **Locks**\n  - **L1**: x\n  - **L2**: y", 9],
    ["a label in the words of an issue", "### Low Priority\n\n- **L1**: x\n  **L2**: y", 9],
    ["a second paragraph in bold", "### Low Priority\n\n- **L1**: x\n\n  **The lock leaks.** It does.", 9],
    ["a status that is denied", "### Earlier Issues\n\n- **ISSUE-R2-001**: Resolved: no. It leaks.", 9],
    ["a status that is denied behind a dash", "### Earlier Issues\n\n- **ISSUE-R2-001**: Addressed - no", 9],
    ["a status with a but", "### Earlier Issues\n\n- ISSUE-R2-001 — RESOLVED but it leaks", 9],
    [
      "a status that its words deny",
      "### Earlier Issues\n\n| Issue | Status | Why |\n|---|---|---|\n| ISSUE-R2-001 | RESOLVED | not yet |",
      11,
    ],
    ["a cell without a column", "### Low Priority\n\n| Issue | Title |\n|---|---|\n| ISSUE-R3-001 | x | it leaks |", 9],
    ["a verdict without a column", "### Verdict\n\n| Gap | Verdict |\n|---|---|\n| GAP-AA-001 | APPROVED | if |", 9],
    ["a count without issues", "### Low Priority (3)", 7],
    ["a count of more issues", "### Low Priority: 2\n\n- **ISSUE-R3-001**: x", 7],
    ["an issue in the heading of a review", "## Review: GAP-BB-002: the retry limit is missing", 7],
    ["a duplicate of nothing", "DUPLICATE: GAP-BB-002 of an earlier one", 7],
    ["words behind a duplicate", "DUPLICATE: GAP-BB-002 of GAP-CC-003, and the lock leaks.", 7],
    ["a second sentence behind OUT_OF_SCOPE", "OUT_OF_SCOPE: GAP-BB-002 is for billing. The lock leaks.", 7],
    ["a second line behind OUT_OF_SCOPE", "OUT_OF_SCOPE: GAP-BB-002 is for billing\nThe lock leaks", 7],
    ["a long reason behind OUT_OF_SCOPE", `OUT_OF_SCOPE: GAP-BB-002 ${"the lock ".repeat(40)}`, 7],
    ["an issue that only the verdict names", "### Verdict\n\nAPPROVED (ISSUE-R3-004)", 9],
    ["a severity that is none", "**Gap severity:** grave", 7],
  ])("is unread: %s", (_, text, line) => {
    expect(read(`${CALM}${text}\n`).unread.map((unread) => unread.line)).toContain(line);
  });

  it.each([
    ["a preamble with an issue", "See ISSUE-R1-001: the lock is open.", "Here is my review of GAP-AA-001:"],
    ["a long preamble", "The lock is open. ".repeat(20), "Round 3"],
    ["a second preamble", "I read it.\n\nThe lock is open.", "None."],
    ["a list before the reviews", "- The lock is open.", "Here is my review:"],
    ["a title", "# Review: the lock leaks", "# Review, Round 3"],
    ["a second heading before the reviews", "# Round 3\n\n# Assessment", "# Round 3"],
  ])("may be an issue in %s", (_, loses, harmless) => {
    expect(read(`${loses}\n\n${CALM}`).unread).toHaveLength(1);
    expect(read(`${harmless}\n\n${CALM}`).unread).toEqual([]);
  });

  it("is in a preamble, which the User reads unless it only announces the review", () => {
    const words = "I checked both changes against the whole spec; the lock stays open.";
    expect(read(`# Round 3\n\n${words}\n\n${CALM}`)).toMatchObject({ unread: [], preamble: words });
    expect(read(`Here is my review:\n\n${CALM}`)).not.toHaveProperty("preamble");
  });

  it("is not a list that belongs to an issue", () => {
    const text =
      '- **ISSUE-R3-001**: x\n  - **Location:** "a"\n  - **Suggestion:** one of\n    - **A:** b\n    - **B:** c';
    expect(read(`## Review: GAP-AA-001\n\n### Low Priority\n\n${text}\n`)).toMatchObject({
      unread: [],
      issues: [{ id: "ISSUE-R3-001", location: '"a"' }],
    });
  });
});
