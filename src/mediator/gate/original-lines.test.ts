import { describe, expect, it } from "vitest";
import {
  makeEngineerDocument,
  makeReadIssue,
  makeResolution,
  makeReviewerDocument,
} from "../../testing/make-document.ts";
import { withOriginalLines } from "./original-lines.ts";

describe("the lines of a repaired document", () => {
  it("are the original's for an issue that was moved, told by its words", () => {
    const words = (text: string, line: number) => makeReadIssue({ text, line, endLine: line + 1 });
    const original = makeReviewerDocument({ issues: [words("Second, by\nseverity", 10), words("First", 20)] });
    const repaired = makeReviewerDocument({ issues: [words("First", 4), words("Second, by severity", 8)] });
    const issues = (withOriginalLines(repaired, original) as typeof repaired).issues;
    expect(issues.map(({ line, endLine }) => [line, endLine])).toEqual([
      [20, 21],
      [10, 11],
    ]);
  });

  it("keep the order of issues with the same words", () => {
    const original = makeReviewerDocument({ issues: [makeReadIssue({ line: 10 }), makeReadIssue({ line: 20 })] });
    const repaired = makeReviewerDocument({
      issues: [makeReadIssue({ line: 3, id: "ISSUE-R2-001" }), makeReadIssue({ line: 5, id: "ISSUE-R2-002" })],
    });
    const issues = (withOriginalLines(repaired, original) as typeof repaired).issues;
    expect(issues.map(({ id, line }) => [id, line])).toEqual([
      ["ISSUE-R2-001", 10],
      ["ISSUE-R2-002", 20],
    ]);
  });

  it("are the original's for resolutions and first mentions, while ids are the repaired ones", () => {
    const original = makeEngineerDocument({
      resolutions: [makeResolution({ line: 7 })],
      references: [
        { gap: "GAP-FLOW-001", line: 9 },
        { gap: "GAP-FLOW-001", line: 7 },
      ],
    });
    const repaired = makeEngineerDocument({
      resolutions: [makeResolution({ line: 1, title: "Repaired" })],
      references: [{ gap: "GAP-FLOW-001", line: 1 }],
    });
    expect(withOriginalLines(repaired, original)).toMatchObject({
      resolutions: [{ line: 7, title: "Repaired" }],
      references: [{ gap: "GAP-FLOW-001", line: 7 }],
    });
  });

  it("give the verdict in its author's words", () => {
    const original = makeReviewerDocument({
      verdict: { value: "NEEDS_REVISION", asWritten: "not yet", line: 40, byGap: [] },
    });
    const repaired = makeReviewerDocument({
      verdict: { value: "NEEDS_REVISION", asWritten: "NEEDS_REVISION", line: 9, byGap: [] },
    });
    expect(withOriginalLines(repaired, original)).toMatchObject({ verdict: { asWritten: "not yet", line: 40 } });
  });
});
