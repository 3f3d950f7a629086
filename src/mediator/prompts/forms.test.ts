import { describe, expect, it } from "vitest";
import { canonicalExample, sampleKit, templateText } from "../../../test/support/sample-session.ts";
import { parseMarkdown } from "../../documents/markdown/markdown.ts";
import { readDocument } from "../../documents/read-document.ts";
import type { EngineerDocument, ReviewerDocument } from "../../documents/values.ts";
import { judge } from "../gate/judge.ts";
import { DISAGREEMENT_FORM } from "../retry/example-template.ts";
import { readFinalReview } from "./read-final-review.ts";
import { readSurvey } from "./read-survey.ts";

/** The forms that an agent is told to follow. */
function forms(role: "engineer" | "reviewer" | "final-review" | "survey"): string[] {
  return fences(sampleKit().prefaces[role]);
}

function fences(text: string): string[] {
  return parseMarkdown(text).blocks.flatMap((block) => (block.type === "fence" ? [block.text] : []));
}

function engineer(text: string): EngineerDocument {
  return readDocument(text, "engineer", { round: 3 }) as EngineerDocument;
}

function reviewer(text: string): ReviewerDocument {
  return readDocument(text, "reviewer", { round: 3 }) as ReviewerDocument;
}

// What agents are told must be what the reader takes as it is: no repair, no warning.
describe("the Engineer's form", () => {
  const [form = ""] = forms("engineer");
  const [disagreement = ""] = fences(templateText("engineer-task"));

  it("of the preface is read whole", () => {
    const [resolution] = engineer(form).resolutions;
    expect(resolution).toMatchObject({ gap: "GAP-CACHE-004", confidence: "MEDIUM" });
    expect(resolution?.sections.map((section) => section.part)).toEqual([
      "solution",
      "spec-text",
      "examples",
      "trade-offs",
      "new-gaps",
    ]);
    expect(resolution?.specTexts).toMatchObject([{ target: "5.2 Expiry", mode: "append" }]);
    expect(engineer(form).newGaps).toMatchObject([{ id: "GAP-CACHE-009", severity: "LOW" }]);
  });

  it.each([
    ["of a task", `${form}\n${disagreement}`],
    ["of a retry", `${form}\n${DISAGREEMENT_FORM.replace("R0-000", "R3-003")}`],
  ])("of a disagreement is read whole: %s", (_, text) => {
    const [found] = engineer(text).disagreements;
    expect(found?.issue).toBe("ISSUE-R3-003");
    for (const part of [found?.concern, found?.position, found?.rationale]) expect(part).toBeTruthy();
  });

  it("of the canonical example passes the gate without a warning", () => {
    const text = canonicalExample("engineer");
    const document = engineer(text);
    expect(document.resolutions[0]?.specTexts).toMatchObject([{ target: "3.2 Sending the parts", mode: "append" }]);
    expect(document.responses.map(({ issue, form: written }) => [issue, written])).toEqual([
      ["ISSUE-R2-001", "heading"],
      ["ISSUE-R2-003", "heading"],
    ]);
    const result = judge(
      { type: "document", document, text },
      {
        role: "engineer",
        round: 3,
        assigned: [{ id: "GAP-UPLOAD-003", text: "" }],
        inventory: new Set(["GAP-UPLOAD-003"]),
        issues: [],
      },
    );
    expect(result).toMatchObject({ success: true, warnings: [], gapsAddressed: ["GAP-UPLOAD-003"] });
  });
});

describe("the Reviewer's form", () => {
  const [form = ""] = forms("reviewer");

  it("of the preface is read whole", () => {
    const document = reviewer(form);
    expect(document.hasReviewHeading).toBe(true);
    expect(document.reviewed.map(({ gap }) => gap)).toEqual(["GAP-CACHE-004"]);
    expect(document.rechecks).toMatchObject([
      { issue: "ISSUE-R2-001", status: "RESOLVED" },
      { issue: "ISSUE-R2-004", status: "NOT_FIXED" },
    ]);
    expect(document.issues).toMatchObject([
      {
        id: "ISSUE-R3-001",
        severity: "HIGH",
        gap: "GAP-CACHE-004",
        kind: "raised",
        location: expect.stringContaining("the entry is removed"),
        impact: expect.stringContaining("One implementer"),
        suggestion: expect.stringContaining("Removal applies only"),
      },
    ]);
    expect(document.newGaps).toMatchObject([{ id: "GAP-CACHE-010", severity: "MEDIUM" }]);
    expect(document.verdict.value).toBe("NEEDS_REVISION");
  });

  it("with NO_ISSUES_FOUND in place of the severity sections passes the gate", () => {
    const text =
      "## Review: GAP-CACHE-004\n\nNO_ISSUES_FOUND: Spec Text and both examples.\n\n- Rules walked through: 3 of 3\n- Edges tried: 5\n\n### New Gaps\n\nNone.\n\n### Verdict\n\nAPPROVED\n";
    const document = reviewer(text);
    expect(document.noIssuesFound).toBeDefined();
    expect(
      judge({ type: "document", document, text }, { role: "reviewer", round: 3, proposals: ["GAP-CACHE-004"] }).success,
    ).toBe(true);
  });

  it("of the canonical example passes the gate without a warning", () => {
    const text = canonicalExample("reviewer");
    const document = reviewer(text);
    expect(document.issues.map(({ id, severity }) => [id, severity])).toEqual([
      ["ISSUE-R3-001", "HIGH"],
      ["ISSUE-R3-002", "MEDIUM"],
    ]);
    const result = judge(
      { type: "document", document, text },
      { role: "reviewer", round: 3, proposals: ["GAP-UPLOAD-003"], reviewedText: canonicalExample("engineer") },
    );
    expect(result).toMatchObject({ success: true, warnings: [], gapsAddressed: ["GAP-UPLOAD-003"] });
  });
});

describe("the forms of the whole spec", () => {
  it("of a final review is read", () => {
    expect(readFinalReview(forms("final-review")[0] ?? "")).toMatchObject({
      ready: false,
      blockers: [{ title: "Two time limits for one request", severity: "HIGH" }],
    });
  });

  it("of a survey is read", () => {
    expect(readSurvey(forms("survey")[0] ?? "")).toMatchObject({
      gaps: [
        {
          title: "What happens to an upload that breaks off",
          severity: "HIGH",
          location: expect.stringContaining("4.1 Upload"),
        },
      ],
    });
  });
});
