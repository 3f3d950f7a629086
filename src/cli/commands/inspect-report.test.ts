import { describe, expect, test } from "vitest";
import type { GateContext } from "../../mediator/gate/gate-context.ts";
import { admit } from "../../mediator/gate/judge.ts";
import { createPaint, PLAIN } from "../paint.ts";
import { inspectLines } from "./inspect-lines.ts";
import { inspectReport } from "./inspect-report.ts";

const SPEC = [{ path: "spec.md", text: "# Relay\n\n## Retries\n\nA run that fails is repeated.\n" }];

const ENGINEER = `## Gap Resolution: GAP-FLOW-001

**Confidence:** HIGH

### Proposed Solution

A failed run is repeated at most three times.

### Spec Changes

**Change 1: replace** in "Retries"

\`\`\`old
A run that fails is repeated.
\`\`\`

\`\`\`new
A run that fails is repeated at most three times.
\`\`\`

**Change 2: remove** in "Retries"

\`\`\`old
Nothing says so.
\`\`\`

### Examples

- The server answers 503 twice and then 200: two waits, one result.

### Trade-offs

- A person waits for an error that is certain.

### New Gaps Introduced

None.

## Response to ISSUE-R1-001

The limit is said now.

**Changed in:** 1
`;

const REVIEWER = `## Review: GAP-FLOW-001

### Earlier Issues

| Issue | Status | Deciding words |
| --- | --- | --- |
| ISSUE-R1-001 | NOT_FIXED | "is repeated" says no limit |

### Critical Issues

None.

### High Priority

- **ISSUE-R2-001**: The wait ignores Retry-After
  - **Location:** "A run that fails is repeated."
  - **Impact:** a server that asks for a minute is asked again after a second
  - **Suggestion:** honour the header

### Medium Priority

None.

### Low Priority

None.

### New Gaps

None.

**Verdict:** NEEDS_REVISION
`;

function reported(text: string, context: GateContext) {
  return inspectReport({ file: "round_002/x.md", context, ...admit(Buffer.from(text), context) });
}

const engineer = (context: Partial<GateContext> = {}) => reported(ENGINEER, { role: "engineer", round: 2, ...context });
const reviewer = (context: Partial<GateContext> = {}) => reported(REVIEWER, { role: "reviewer", round: 2, ...context });

const KEYS = [
  "file",
  "role",
  "resolutions",
  "changes",
  "responses",
  "disagreements",
  "blocked",
  "issues",
  "rechecked",
  "verdicts",
  "newGaps",
  "outOfScope",
  "unread",
  "repairs",
  "gate",
];

describe("inspect --json", () => {
  test("has the same keys for both roles and for no document, in the same order", () => {
    expect(Object.keys(engineer())).toEqual(KEYS);
    expect(Object.keys(reviewer())).toEqual(KEYS);
    const context = { role: "engineer" } as const;
    expect(Object.keys(inspectReport({ file: "", context, ...admit(undefined, context) }))).toEqual(KEYS);
  });

  test("gives an Engineer's resolutions, changes and answers", () => {
    expect(engineer()).toMatchObject({
      resolutions: [{ gap: "GAP-FLOW-001", line: 1, confidence: "HIGH", noChange: null }],
      changes: [
        { number: 1, kind: "replace", place: "Retries", gap: "GAP-FLOW-001", applies: null, problem: null },
        { number: 2, kind: "remove", applies: null },
      ],
      responses: [{ issue: "ISSUE-R1-001", changedIn: [1], alreadyIn: null }],
      unread: [],
    });
  });

  test("says with the spec whether each change applies, and why not", () => {
    const { changes, gate } = engineer({ spec: SPEC });
    expect(changes.map(({ number, applies }) => [number, applies])).toEqual([
      [1, true],
      [2, false],
    ]);
    expect(changes[1]?.problem).toContain("Change 2");
    expect(gate).toMatchObject({ success: false, failureType: "CHANGE_DOES_NOT_APPLY" });
  });

  test("gives a review's issues, rechecks and verdicts, and with the spec whether an issue quotes it", () => {
    expect(reviewer()).toMatchObject({
      issues: [{ id: "ISSUE-R2-001", severity: "HIGH", gap: "GAP-FLOW-001", kind: "raised", grounded: null }],
      rechecked: [{ id: "ISSUE-R1-001", status: "NOT_FIXED", why: expect.stringContaining("no limit") }],
      verdicts: [{ gap: "GAP-FLOW-001", value: "NEEDS_REVISION" }],
      unread: [],
    });
    expect(reviewer({ spec: SPEC }).issues[0]?.grounded).toBe(true);
    expect(reviewer({ spec: [{ path: "other.md", text: "# Other\n" }] }).issues[0]?.grounded).toBe(false);
  });

  test("gives the lines that could not be read", () => {
    const text = REVIEWER.replace(
      "### Medium Priority\n\nNone.",
      "### Medium Priority\n\nThe header is not honoured, too.",
    );
    const report = reported(text, { role: "reviewer", round: 2 });
    expect(report.unread).toMatchObject([{ text: expect.stringContaining("The header is not honoured, too.") }]);
    expect(report.gate).toMatchObject({ success: false, failureType: "WRONG_FORMAT" });
  });
});

describe("inspect for a person", () => {
  test("shows each thing with its line, and the judgement last", () => {
    const text = inspectLines(engineer({ spec: SPEC }), PLAIN).join("\n");
    expect(text.split("\n")[0]).toBe("round_002/x.md (engineer)");
    expect(text).toMatch(/line +1 {2}GAP-FLOW-001 {2}confidence HIGH/);
    expect(text).toMatch(/1 replace +in "Retries" · GAP-FLOW-001 · applies/);
    expect(text).toMatch(/ISSUE-R1-001 {2}changed in 1/);
    expect(text).toContain("Gate: CHANGE_DOES_NOT_APPLY");
    expect(inspectLines(reviewer(), PLAIN).join("\n")).toMatch(/NEEDS_REVISION {2}GAP-FLOW-001/);
  });

  test("leaves out what is not there", () => {
    expect(inspectLines(reviewer(), PLAIN).join("\n")).not.toContain("Disagreements");
  });

  test("what an agent wrote cannot steer the terminal, nor break the lines", () => {
    const hostile = REVIEWER.replace("The wait ignores", "a\u001b[2Jb\u202ec");
    const text = inspectLines(reported(hostile, { role: "reviewer", round: 2 }), createPaint(true)).join("\n");
    expect(text).not.toContain("\u001b[2J");
    expect(text).not.toContain("\u202e");
    expect(text).toContain("a␛[2Jb");
  });

  test("many repairs are shown in part, and counted", () => {
    const repairs = Array.from({ length: 40 }, (_, line) => ({ kind: "heading", line, from: "a", to: "b" }));
    const lines = inspectLines({ ...reviewer(), repairs }, PLAIN);
    expect(lines.filter((line) => line.endsWith("→ b"))).toHaveLength(12);
    expect(lines).toContain("  and 28 more: --json lists all");
  });
});
