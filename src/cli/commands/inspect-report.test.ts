import { describe, expect, test } from "vitest";
import type { AgentDocument } from "../../documents/values.ts";
import { judge } from "../../mediator/gate/judge.ts";
import {
  makeDisagreement,
  makeEngineerDocument,
  makeReadIssue,
  makeResolution,
  makeReviewerDocument,
} from "../../testing/make-document.ts";
import { createPaint, PLAIN } from "../paint.ts";
import { inspectReport } from "./inspect-report.ts";
import { inspectLines } from "./inspect-text.ts";

function reported(document: AgentDocument, isAnchored?: () => boolean) {
  const context = { role: document.role, round: 2 };
  return inspectReport({
    file: "round_002/x.md",
    context,
    document,
    repairs: [{ kind: "issue-id", line: 4, from: "### [H1]", to: "- **ISSUE-R2-001**:" }],
    result: judge({ type: "document", document, text: "" }, context),
    text: "",
    ...(isAnchored && { isAnchored }),
  });
}

const reviewer = makeReviewerDocument({
  issues: [makeReadIssue({ label: "H1" }), makeReadIssue({ kind: "withdrawn", id: "ISSUE-R2-002", line: 9 })],
  rechecks: [{ issue: "ISSUE-R1-001", status: "NOT_FIXED", why: "", line: 12, endLine: 12 }],
  verdict: { value: "NEEDS_REVISION", asWritten: "Not yet", line: 20, byGap: [] },
});
const engineer = makeEngineerDocument({
  resolutions: [makeResolution()],
  responses: [{ label: "H1", form: "heading", text: "", line: 30, endLine: 31 }],
  disagreements: [makeDisagreement(), makeDisagreement({ rationale: "", line: 40 })],
  blocked: [{ kind: "UNCERTAINTY", gap: "GAP-API-001", reason: "which unit?", line: 50, endLine: 50 }],
  newGaps: [{ label: "GAP-LOG-SEARCH", summary: "Order", text: "", dependsOn: [], line: 60, endLine: 60 }],
});

const KEYS = [
  "file",
  "role",
  "resolutions",
  "newGaps",
  "issues",
  "rechecked",
  "responses",
  "disagreements",
  "blocked",
  "verdict",
  "repairs",
  "gate",
];

describe("inspect --json", () => {
  test.each([engineer, reviewer])("has the same keys for the $role, in the same order", (document) => {
    expect(Object.keys(reported(document))).toEqual(KEYS);
  });

  test("gives a review's issues, rechecks and verdict", () => {
    const report = reported(reviewer, () => true);
    expect(report.issues[0]).toEqual({
      id: "ISSUE-R2-001",
      label: "H1",
      title: "No limit",
      severity: "HIGH",
      severityAsWritten: "High Priority",
      gap: "GAP-FLOW-001",
      line: 4,
      kind: "raised",
      anchored: true,
    });
    expect(report.issues[1]?.kind).toBe("withdrawn");
    expect(report.rechecked).toEqual([{ id: "ISSUE-R1-001", status: "NOT_FIXED", line: 12 }]);
    expect(report.verdict).toEqual({ value: "NEEDS_REVISION", asWritten: "Not yet", line: 20 });
    expect(report.repairs).toEqual([{ kind: "issue-id", line: 4, from: "### [H1]", to: "- **ISSUE-R2-001**:" }]);
  });

  test("says null where it is not known whether an issue is anchored", () => {
    expect(reported(reviewer).issues[0]?.anchored).toBeNull();
  });

  test("gives an Engineer's resolutions, answers and questions, and MEDIUM for a new gap without severity (SPEC 3.4)", () => {
    expect(reported(engineer)).toMatchObject({
      role: "engineer",
      resolutions: [
        {
          gap: "GAP-FLOW-001",
          line: 1,
          confidence: "HIGH",
          sections: ["Proposed Solution", "Spec Text", "Examples", "Trade-offs", "New Gaps Introduced"],
          chars: 900,
        },
      ],
      newGaps: [{ id: null, label: "GAP-LOG-SEARCH", summary: "Order", severity: "MEDIUM", line: 60 }],
      responses: [{ issue: "H1", line: 30 }],
      disagreements: [
        { issue: "ISSUE-R1-001", line: 21, ok: true },
        { issue: "ISSUE-R1-001", line: 40, ok: false },
      ],
      blocked: [{ kind: "UNCERTAINTY", gap: "GAP-API-001", reason: "which unit?", line: 50 }],
      verdict: { value: "NONE", asWritten: null, line: null },
      gate: { success: false, failureType: "MALFORMED_DISAGREE", retriable: true, gapsAddressed: expect.any(Array) },
    });
  });

  test("a document that passes has no failure type", () => {
    expect(reported(reviewer).gate.failureType).toBeNull();
  });
});

describe("inspect for a person", () => {
  test("shows each thing with its line, and the judgement last", () => {
    const lines = inspectLines(reported(reviewer), PLAIN, 100);
    expect(lines[0]).toBe("round_002/x.md (reviewer)");
    expect(lines).toContain("  line 4  HIGH  ISSUE-R2-001 · No limit · GAP-FLOW-001");
    expect(lines).toContain("  line 12  NOT_FIXED  ISSUE-R1-001");
    expect(lines).toContain('  line 20  NEEDS_REVISION  "Not yet"');
    expect(lines.at(-2)).toBe("Gate: passes");
  });

  test("an issue that is answered in several places has one row", () => {
    const response = (line: number) => ({ label: "H1", form: "table", text: "", line, endLine: line }) as const;
    const document = makeEngineerDocument({ responses: [response(5), response(15), response(90)] });
    expect(inspectLines(reported(document), PLAIN, 100)).toContain("  line 5  H1  and line 15, 90");
  });

  test("leaves out what is not there", () => {
    expect(inspectLines(reported(reviewer), PLAIN, 100).join("\n")).not.toContain("Disagreements");
  });

  test("what an agent wrote cannot steer the terminal, nor break the lines", () => {
    const hostile = makeReviewerDocument({ issues: [makeReadIssue({ title: "a\u001b[2Jb\nc\u202ed" })] });
    const text = inspectLines(reported(hostile), createPaint(true), 100).join("\n");
    expect(text).not.toContain("\u001b[2J");
    expect(text).not.toContain("\u202e");
    expect(text).toContain("a␛[2Jb c");
  });

  test("many repairs are shown in part, and counted", () => {
    const repairs = Array.from({ length: 40 }, (_, line) => ({ kind: "heading", line, from: "a", to: "b" }));
    const lines = inspectLines({ ...reported(reviewer), repairs }, PLAIN, 100);
    expect(lines.filter((line) => line.endsWith("→ b"))).toHaveLength(12);
    expect(lines).toContain("  and 28 more: --json lists all");
  });
});
