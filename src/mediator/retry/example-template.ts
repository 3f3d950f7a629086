import type { RunRole } from "../../model/events/run-events.ts";

/** Tier 3 (SPEC 6): the form with its blanks. Part of the program, so that it cannot be missing. */
export const EXAMPLE_TEMPLATES: Readonly<Record<RunRole, string>> = {
  engineer: `## Gap Resolution: GAP-EXAMPLE-000

**Confidence:** HIGH, MEDIUM or LOW

### Proposed Solution

[What holds from now on, and why.]

### Spec Changes

**Change 1: replace** in "[heading]"

\`\`\`old
[words of the spec, letter for letter]
\`\`\`

\`\`\`new
[what stands there afterwards]
\`\`\`

### Examples

- [A normal case with concrete values, and a failing one.]

### Trade-offs

- [What this costs, and what was not chosen.]

### New Gaps Introduced

None.
`,
  reviewer: `## Review: GAP-EXAMPLE-000

### Earlier Issues

| Issue | Status | Why |
| --- | --- | --- |
| ISSUE-R0-000 | RESOLVED, PARTLY or NOT_FIXED | [the words that decide it, quoted, or what is missing] |

### Critical Issues

None.

### High Priority

- **ISSUE-R0-000**: [What is wrong, in one sentence.]
  - **Location:** "[words of the spec, letter for letter]"
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
| Contradictions | PASS or FAIL | [why] |
| Duplicates | PASS or FAIL | [why] |
| Terms | PASS or FAIL | [why] |
| Completeness | PASS or FAIL | [why] |
| Leftovers | PASS or FAIL | [why] |

### Blockers

- **[Title]** (HIGH)
  - **Location:** "[words of the spec, letter for letter]", "[the words that contradict them]"
  - **Why:** [what keeps the spec from being built]

### Verdict

NOT_READY
`,
  "middle-ground": `## Middle Ground

[one sentence that both could accept, or NONE]
`,
  survey: `## Survey

### Gaps

- **GAP-EXAMPLE-000** (HIGH): [Title]
  - **Location:** "[words of the document, letter for letter]"
  - **Why:** [what two implementers would do differently]

### Lesser

- (MEDIUM or LOW) [one line]
`,
};

/** SPEC 8. */
export const DISAGREEMENT_FORM = `## DISAGREE: ISSUE-R0-000

**Reviewer Concern:** "[the Reviewer's words, quoted]"

**Engineer Position:** [what you hold instead]

**Rationale:** [why, from the spec or a decision]

**Alternative Approach:** [optional: what would meet the concern another way]

**Request:** [optional: what you ask the User to decide]
`;

/** What an answer consists of (SPEC 5): exactly one of the three. */
export const ANSWER_FORM = `## Response to ISSUE-R0-001

[What was done.]

**Changed in:** 1, 2

## Response to ISSUE-R0-002

**Already in:** "[words of the spec, letter for letter]"

${DISAGREEMENT_FORM}`;

export const RECHECK_FORM = `### Earlier Issues

| Issue | Status | Why |
| --- | --- | --- |
| ISSUE-R0-001 | RESOLVED | "[the words that decide it]" |
| ISSUE-R0-002 | PARTLY | [what is missing] |
| ISSUE-R0-003 | NOT_FIXED | [what is missing] |
`;
