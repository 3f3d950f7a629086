import type { RunRole } from "../../model/events.ts";

/** Tier 3 (SPEC 6): the form with its blanks. Part of the program, so that it cannot be missing. */
export const EXAMPLE_TEMPLATES: Readonly<Record<RunRole, string>> = {
  engineer: `## Gap Resolution: GAP-XXX-000

**Confidence:** HIGH, MEDIUM or LOW

### Proposed Solution

[What holds from now on, and why. At least 200 characters.]

### Spec Text

**Target:** [a heading of the source] (append)

[The words that go into the spec.]

### Examples

[A normal case with concrete values, and a failing one.]

### Trade-offs

- [What this costs, and what was not chosen.]

### New Gaps Introduced

None.
`,
  reviewer: `## Review: GAP-XXX-000

### Earlier Issues

| Issue | Status | Why |
| --- | --- | --- |
| ISSUE-R0-000 | RESOLVED or NOT_FIXED | [the passage that decides it] |

### Critical Issues

None.

### High Priority

- **ISSUE-R0-000**: [What is wrong, in one sentence.]
  - **Location:** [section, and the words quoted]
  - **Impact:** [what an implementer would do wrongly]
  - **Suggestion:** [what would settle it]

### Medium Priority

None.

### Low Priority

None.

### New Gaps

None.

### Verdict

NEEDS_REVISION
`,
  "final-review": `## Final Review

### Checklist

| Check | Result | Note |
| --- | --- | --- |
| Completeness | PASS or FAIL | [why] |
| Consistency | PASS or FAIL | [why] |
| Readiness | PASS or FAIL | [why] |

### Blockers

- **[Title]** (HIGH): [what keeps the spec from being built, and where]

### Verdict

NOT_READY
`,
  "second-opinion": `## Second Opinion

| Flag | Verdict | Why |
| --- | --- | --- |
| FLAG-R0-000 | ANSWERED, NOT_ANSWERED or UNCLEAR | [the words of the document that show it, or what is missing] |
`,
  survey: `## Survey

### Gaps

- **[Title]** (HIGH): [what an implementer would have to invent]
  - **Location:** [heading of the source, and the words quoted]
`,
};

/** SPEC 8. */
export const DISAGREEMENT_FORM = `## DISAGREE: ISSUE-R0-000

**Reviewer Concern:** "[the Reviewer's words, quoted]"

**Engineer Position:** [what you hold instead]

**Rationale:** [why, from the source or a decision]

**Alternative Approach:** [optional: what would meet the concern another way]

**Request:** [optional: what you ask the User to decide]
`;
