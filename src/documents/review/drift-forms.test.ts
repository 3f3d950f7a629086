import { describe, expect, it } from "vitest";
import { readDocument } from "../read-document.ts";
import { repairDocument } from "../repair/repair-document.ts";
import type { ReviewerDocument } from "../values.ts";

/** A form that models write reviews in, and what it means. */
interface Form {
  readonly name: string;
  readonly text: string;
  readonly round?: number;
  /** `SEVERITY name title`, in order; `-` for no name, `~` before a withdrawn one, `o` before a remark. */
  readonly issues: readonly string[];
  readonly verdict?: ReviewerDocument["verdict"]["value"];
  readonly rechecks?: readonly string[];
}

const FORMS: readonly Form[] = [
  {
    name: "pull request words",
    text: `# Code Review: GAP-LOCK-001

**Overall:** Request changes

## Blocking

1. **No owner of the lock.** Two runs may write at once.
2. **Retry count undefined** - nothing says when to stop.

## Non-blocking

- Table 3 repeats the header row
- The word "soon" in step 2 should be a time

## Strengths

- Clear diagram
`,
    issues: [
      "HIGH 1 No owner of the lock",
      "HIGH 2 Retry count undefined",
      "LOW - Table 3 repeats the header row",
      'LOW - The word "soon" in step 2 should be a time',
    ],
    verdict: "NEEDS_REVISION",
  },
  {
    name: "a table with a severity column and numbers",
    text: `## Review: GAP-AUTH-001

| # | Severity | Issue | Recommendation |
|---|----------|-------|----------------|
| 1 | High | Token lifetime is not stated | State it |
| 2 | Low | Table is not sorted | Sort it |

**Verdict:** Changes requested
`,
    issues: ["HIGH 1 Token lifetime is not stated", "LOW 2 Table is not sorted"],
    verdict: "NEEDS_REVISION",
  },
  {
    name: "a table with ids below a heading of findings",
    text: `## Review of GAP-AUTH-001

### Findings

| ID | Sev | Finding | Location |
|----|-----|---------|----------|
| C-1 | Critical | Tokens are logged | step 4 |
| M-1 | Medium | No clock skew | step 6 |

### Decision

Reject
`,
    issues: ["CRITICAL C-1 Tokens are logged", "MEDIUM M-1 No clock skew"],
    verdict: "NEEDS_REVISION",
  },
  {
    name: "numbered headings with the severity in brackets",
    text: `# Review: GAP-FLOW-002

## Findings

### 1. [HIGH] Missing timeout

The call may wait forever.

### 2. [MEDIUM] Validation of names is ambiguous

Two rules apply.

## Overall recommendation

Approve with comments.
`,
    issues: ["HIGH 1 Missing timeout", "MEDIUM 2 Validation of names is ambiguous"],
    verdict: "APPROVED_WITH_NOTES",
  },
  {
    name: "coloured signs",
    text: `## Review: GAP-FLOW-002

### 🔴 Critical

#### Data is lost on retry

The second write wins.

### 🟡 Medium (2)

- **Naming**: two names for one thing
- **Order** of steps is not stated

### 🟢 Low

None.

### ✅ Strengths

- Good examples
`,
    issues: ["CRITICAL - Data is lost on retry", "MEDIUM - Naming", "MEDIUM - Order"],
    verdict: "NONE",
  },
  {
    name: "bold numbered lines with a severity behind",
    text: `## Review: GAP-FLOW-002

### Issues

**1. Missing timeout (HIGH)**

The call may wait forever.

- first case
- second case

**2. Two names for one thing (LOW)**

Pick one.

### Verdict

Not approved.
`,
    issues: ["HIGH 1 Missing timeout", "LOW 2 Two names for one thing"],
    verdict: "NEEDS_REVISION",
  },
  {
    name: "fields below bold titles in a list",
    text: `## Review: GAP-FLOW-002

### Issues Found

- **Lock ownership**
  - Severity: High
  - Problem: nobody owns it
  - Suggestion: name an owner
- **Wording of step 3**
  - Severity: minor

### Recommendation: LGTM with nits
`,
    issues: ["HIGH - Lock ownership", "LOW - Wording of step 3"],
    verdict: "APPROVED_WITH_NOTES",
  },
  {
    name: "a list grouped by severity",
    text: `## Review: GAP-FLOW-002

### Issues

- **High**
  - The lock has no owner
  - The retry has no limit
- **Low**
  - Step 3 repeats step 2

**Decision:** Accept
`,
    issues: ["HIGH - The lock has no owner", "HIGH - The retry has no limit", "LOW - Step 3 repeats step 2"],
    verdict: "APPROVED",
  },
  {
    name: "labels of the author's own as headings",
    text: `## Review: GAP-FLOW-002

### Critical

### [CRIT-001]: The retry has no limit

**Impact:** it never stops

### High

#### HIGH-1 - The lock has no owner

text

### Issue 3 (Severity: Medium): Names differ

text

## Verdict: NEEDS WORK
`,
    issues: [
      "CRITICAL CRIT-001 The retry has no limit",
      "HIGH HIGH-1 The lock has no owner",
      "MEDIUM Issue 3 Names differ",
    ],
    verdict: "NEEDS_REVISION",
  },
  {
    name: "a severity before each title, anywhere",
    text: `# Review: GAP-FLOW-002

The proposal is close.

- **[HIGH]** The lock has no owner
- **[NIT]** Step 3 repeats step 2
- **Major** - The retry has no limit

I recommend approval.
`,
    issues: ["HIGH - The lock has no owner", "LOW - Step 3 repeats step 2", "HIGH - The retry has no limit"],
    verdict: "APPROVED",
  },
  {
    name: "must and should",
    text: `## Review: GAP-FLOW-002

### Must Fix

1. Name the owner of the lock
2. Bound the retry

### Should Fix

1. Use one name

### Nits

- Sort the table

### Final Verdict

❌ Changes required
`,
    issues: [
      "HIGH 1 Name the owner of the lock",
      "HIGH 2 Bound the retry",
      "MEDIUM 1 Use one name",
      "LOW - Sort the table",
    ],
    verdict: "NEEDS_REVISION",
  },
  {
    name: "bold paragraphs with lists inside them",
    text: `## Review: GAP-FLOW-002

### High Priority

**The retry has no limit.** It goes on:

- after a timeout
- after a refusal

**The lock has no owner.** Nobody may take it away.

### Low Priority

*None*
`,
    issues: ["HIGH - The retry has no limit", "HIGH - The lock has no owner"],
    verdict: "NONE",
  },
  {
    name: "a section whose heading says more",
    text: `## Review: GAP-FLOW-002

### High Priority - Must Fix Before Approval

- The lock has no owner

### Critical Issues: None

### Medium Priority (nice to fix)

No issues at this level.

### Verdict - REVISE
`,
    issues: ["HIGH - The lock has no owner"],
    verdict: "NEEDS_REVISION",
  },
  {
    name: "re-checks in a list, and an old issue that is still open",
    round: 3,
    text: `## Review: GAP-FLOW-002

### Status of Round 2 issues

- ISSUE-R2-001: resolved, the owner is named
- ISSUE-R2-002 - still open: the retry has no limit
- [x] ISSUE-R2-003 names are the same now

### High Priority

- **ISSUE-R3-001**: The limit is per call, not per session
- **ISSUE-R2-002**: still not bounded

### Verdict

**NEEDS_REVISION**
`,
    issues: ["HIGH ISSUE-R3-001 The limit is per call, not per session"],
    rechecks: ["ISSUE-R2-001 RESOLVED", "ISSUE-R2-002 NOT_FIXED", "ISSUE-R2-003 RESOLVED"],
    verdict: "NEEDS_REVISION",
  },
  {
    name: "re-checks in a table with signs",
    round: 3,
    text: `## Review: GAP-FLOW-002

### Previous Findings

| Issue | Fixed? | Comment |
|-------|--------|---------|
| ISSUE-R2-001 | ✅ | owner named |
| ISSUE-R2-002 | ❌ | no limit yet |
| ISSUE-R2-003 | Partially | names differ in one place |

### New Issues

None.

**Overall verdict:** Not ready
`,
    issues: [],
    rechecks: ["ISSUE-R2-001 RESOLVED", "ISSUE-R2-002 NOT_FIXED", "ISSUE-R2-003 NOT_FIXED"],
    verdict: "NEEDS_REVISION",
  },
  {
    name: "issues of the same round, which only the section shows to be re-checks",
    round: 3,
    text: `## Review: GAP-FLOW-002 (Revised)

### Issue Resolution Assessment

#### ISSUE-R3-001: Owner of the lock

**Status:** addressed in step 2

#### ISSUE-R3-002: Limit of the retry

The limit is now fully resolved.

### Verdict

Accept
`,
    issues: [],
    rechecks: ["ISSUE-R3-001 RESOLVED", "ISSUE-R3-002 RESOLVED"],
    verdict: "APPROVED",
  },
  {
    name: "a review that restarts its numbers",
    round: 4,
    text: `## Review: GAP-FLOW-002

### High Priority

- **ISSUE-R1-001**: The lock has no owner
- **ISSUE-R1-002**: The retry has no limit
`,
    issues: ["HIGH ISSUE-R1-001 The lock has no owner", "HIGH ISSUE-R1-002 The retry has no limit"],
    verdict: "NONE",
  },
  {
    name: "an issue that takes itself back, and one that is struck out",
    text: `## Review: GAP-FLOW-002

### Medium Priority

- **ISSUE-R1-001**: The limit is not stated
  - Note: On a closer look it is stated in step 4. No change needed.
- ~~**ISSUE-R1-002**: The owner is not stated~~
- **ISSUE-R1-003**: The text says that no change is needed when the file is missing, which is wrong
`,
    issues: [
      "~ MEDIUM ISSUE-R1-001 The limit is not stated",
      "~ MEDIUM ISSUE-R1-002 The owner is not stated",
      "MEDIUM ISSUE-R1-003 The text says that no change is needed when the file is missing, which is wrong",
    ],
    verdict: "NONE",
  },
  {
    name: "only required changes, where changes are wanted",
    text: `# Review: GAP-FLOW-002

The direction is right.

## Required Changes

1. Name the owner of the lock
2. Bound the retry

## Verdict

Needs revision
`,
    issues: ["HIGH 1 Name the owner of the lock", "HIGH 2 Bound the retry"],
    verdict: "NEEDS_REVISION",
  },
  {
    name: "concerns, where changes are wanted",
    text: `# Review of GAP-FLOW-002

**Strengths:**
- Good diagram

**Concerns:**
- The lock has no owner; this must be fixed before it can be accepted
- The retry has no limit

**Recommendation:** Revise
`,
    issues: [
      "HIGH - The lock has no owner; this must be fixed before it can be accepted",
      "MEDIUM - The retry has no limit",
    ],
    verdict: "NEEDS_REVISION",
  },
  {
    name: "remarks that are no issues",
    text: `# Reviewer Notes

**Gap:** GAP-FLOW-002

## Observations

- The diagram is dense
- Consider a legend

## Verdict

Approved
`,
    issues: ["o LOW - The diagram is dense", "o LOW - Consider a legend"],
    verdict: "APPROVED",
  },
  {
    name: "actions on issues that are raised elsewhere",
    text: `## Review: GAP-FLOW-002

### High Priority

- **ISSUE-R1-001**: The lock has no owner

### Required Changes

1. **HIGH:** name the owner (ISSUE-R1-001)
2. Consider a limit

### Issue Summary

| ID | Severity | Summary |
|----|----------|---------|
| ISSUE-R1-001 | HIGH | no owner |

| Severity | Count |
|----------|-------|
| HIGH | 1 |

### Verdict: APPROVE
`,
    issues: ["HIGH ISSUE-R1-001 The lock has no owner"],
    verdict: "APPROVED",
  },
];

function read(form: Form): ReviewerDocument {
  const document = readDocument(form.text, "reviewer", form.round === undefined ? {} : { round: form.round });
  if (document.role !== "reviewer") throw new Error("not a review");
  return document;
}

function shown(document: ReviewerDocument): string[] {
  const marks = { raised: "", withdrawn: "~ ", observation: "o " };
  return document.issues.map(
    (issue) => `${marks[issue.kind]}${issue.severity} ${issue.id ?? issue.label ?? "-"} ${issue.title}`,
  );
}

describe("forms that models write reviews in", () => {
  it.each(FORMS)("reads $name", (form) => {
    const document = read(form);
    expect(shown(document)).toEqual(form.issues);
    if (form.verdict !== undefined) expect(document.verdict.value).toBe(form.verdict);
    expect(document.rechecks.map((one) => `${one.issue} ${one.status}`)).toEqual(form.rechecks ?? []);
  });

  it.each(FORMS)("repairs $name in place, once", (form) => {
    const repaired = repairDocument(form.text, "reviewer", { round: form.round ?? 1 });
    expect(repaired.repairs.map(({ kind }) => kind)).not.toContain("restated");
    expect(repairDocument(repaired.text, "reviewer", { round: form.round ?? 1 }).repairs).toEqual([]);
    const { document } = repaired;
    if (document.role !== "reviewer") throw new Error("not a review");
    const raised = document.issues.filter((issue) => issue.kind === "raised");
    const bullets = repaired.text.match(/^- \*\*ISSUE-R\d+-\d{3}\*\*/gm) ?? [];
    expect(bullets.length).toBeGreaterThanOrEqual(raised.length);
    expect(new Set(raised.map(({ id }) => id)).size).toBe(raised.length);
    expect(document.issues.map(({ severity, kind, title }) => [severity, kind, title])).toEqual(
      read(form).issues.map(({ severity, kind, title }) => [severity, kind, title]),
    );
    expect(repaired.text).toMatch(/^## Review: /m);
  });
});
