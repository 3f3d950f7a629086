import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decode } from "./decode.ts";
import { inferRole } from "./infer-role.ts";
import { readDocument, undecodableDocument } from "./read-document.ts";
import { repairDocument } from "./repair/repair-document.ts";
import type { EngineerDocument, ReviewerDocument } from "./values.ts";

function proposal(text: string): EngineerDocument {
  const document = readDocument(text, "engineer");
  if (document.role !== "engineer") throw new Error("not a proposal");
  return document;
}

function review(text: string): ReviewerDocument {
  const document = readDocument(text, "reviewer");
  if (document.role !== "reviewer") throw new Error("not a review");
  return document;
}

const resolved = (text: string): string[] => proposal(text).resolutions.map(({ gap }) => gap);
const referred = (text: string): string[] => proposal(text).references.map(({ gap }) => gap);

describe("what is no document", () => {
  it.each(["", " ", "\n\n\n", "\t \n "])("reads %j as empty, in both roles", (text) => {
    expect(proposal(text)).toMatchObject({ empty: true, resolutions: [], references: [] });
    expect(review(text)).toMatchObject({ empty: true, issues: [], verdict: { value: "NONE" } });
    expect(repairDocument(text, "reviewer")).toMatchObject({ text, repairs: [] });
    expect(inferRole(text)).toBeUndefined();
  });

  it("reads nothing out of bytes that are no text", () => {
    expect(decode(Uint8Array.of(0x23, 0x20, 0xe9))).toMatchObject({ undecodable: true });
    expect(undecodableDocument("engineer")).toMatchObject({ undecodable: true, resolutions: [] });
    expect(undecodableDocument("reviewer")).toMatchObject({ undecodable: true, issues: [] });
  });

  it("counts lines alike with any line ends", () => {
    const decoded = decode(
      new TextEncoder().encode("\ufeff## Gap Resolution: GAP-AA-001\r\n\r\n**Confidence:** LOW\r\n"),
    );
    const text = decoded.undecodable === true ? "" : decoded.text;
    expect(proposal(text).resolutions).toMatchObject([{ gap: "GAP-AA-001", line: 1, confidence: "LOW" }]);
    expect(proposal("a\r\n\r\n## Gap Resolution: GAP-AA-001\r\n").resolutions).toMatchObject([{ line: 3 }]);
  });
});

describe("ids (SPEC 3.1)", () => {
  it.each([
    "xGAP-AA-001",
    "GAP-AA-0011",
    "GAP-AA-001x1",
    "GAP-AA-001-b",
    "GAP-AA-001_b",
    "GAP-PIE-003.1",
    "GAP-aa-001",
    "GAP-A-001",
    "GAP-AA-01",
    "éGAP-AA-001",
    "`GAP-AA-001`",
    "``a ` GAP-AA-001``",
    "<!-- GAP-AA-001 -->",
    "text <!-- GAP-AA-001 --> text",
    "```\nGAP-AA-001\n```",
    "    GAP-AA-001",
  ])("finds none in %j", (text) => {
    expect(referred(text)).toEqual([]);
  });

  it.each([
    "GAP-AA-001",
    "(GAP-AA-001)",
    "**GAP-AA-001**:",
    "_GAP-AA-001_",
    "GAP-AA-001.",
    "GAP-AA-001's",
    "[GAP-AA-001]",
    "\u200fGAP-AA-001\u200e",
    "| GAP-AA-001 |\n|---|\n| b |",
    "> GAP-AA-001",
    "- a\n  - GAP-AA-001",
    "a `x` GAP-AA-001 `y`",
  ])("finds one in %j", (text) => {
    expect(referred(text)).toEqual(["GAP-AA-001"]);
  });

  it("keeps the letter of a split part", () => {
    expect(referred("GAP-FLOW-007a and GAP-FLOW-007")).toEqual(["GAP-FLOW-007a", "GAP-FLOW-007"]);
  });

  it("counts the line of a reference inside a long paragraph", () => {
    expect(proposal("one\ntwo\nGAP-AA-001 three\n\nGAP-BB-002").references).toEqual([
      { gap: "GAP-AA-001", line: 3 },
      { gap: "GAP-BB-002", line: 5 },
    ]);
  });

  it("never finds one that is not written as a token of its own", () => {
    const piece = fc.constantFrom(
      "GAP-AA-001",
      "GAP-",
      "AA",
      "-",
      "001",
      "1",
      "a",
      "_",
      ".",
      " ",
      "\n",
      "`",
      "**",
      "x",
      "ISSUE-R1-001",
      "é",
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 14 }).map((parts) => parts.join("")),
        (text) => {
          for (const { gap, line } of proposal(text).references) {
            const written = text.split("\n")[line - 1] ?? "";
            expect(written).toMatch(new RegExp(`(^|[^\\p{L}\\p{N}])${gap}($|[^\\p{L}\\p{N}])`, "u"));
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe("fences and comments", () => {
  const nested = [
    "## Gap Resolution: GAP-AA-001",
    "",
    "**Confidence:** HIGH",
    "",
    "```markdown",
    "## Gap Resolution: GAP-BB-002",
    "```yaml",
    "a: 1",
    "```",
    "## Review: GAP-CC-003",
    "```",
    "",
    "## Gap Resolution: GAP-DD-004",
    "",
    "**Confidence:** LOW",
  ].join("\n");

  it("recovers the headings after fences of equal length in each other, and none inside them", () => {
    expect(resolved(nested)).toEqual(["GAP-AA-001", "GAP-DD-004"]);
    const repaired = repairDocument(nested, "engineer");
    expect(repaired.repairs.map(({ kind }) => kind)).toEqual(["widened-fence", "widened-fence"]);
    expect(repaired.text).toContain("````markdown");
    expect(repairDocument(repaired.text, "engineer").repairs).toEqual([]);
  });

  it("says so where it cannot", () => {
    const text = "## Gap Resolution: GAP-AA-001\n\n```\n## Gap Resolution: GAP-BB-002\n";
    expect(resolved(text)).toEqual(["GAP-AA-001"]);
    expect(proposal(text).ambiguities).toMatchObject([{ kind: "unclosed-fence", line: 3 }]);
  });

  it("unwraps a document that stands inside one fence", () => {
    const text = `Sure, here it is:\n\n\`\`\`markdown\n${nested}\n\`\`\`\n`;
    expect(resolved(text)).toEqual(["GAP-AA-001", "GAP-DD-004"]);
    expect(proposal(text).resolutions[0]?.line).toBe(4);
  });

  it("reads no issue out of a comment or a quote", () => {
    const text =
      "## Review: GAP-AA-001\n\n<!--\n### High Priority\n- **ISSUE-R1-001**: x\n-->\n\n> - **ISSUE-R1-002**: quoted\n";
    expect(review(text).issues).toEqual([]);
  });
});

describe("marks that are not seen", () => {
  it("do not hide a heading or an issue", () => {
    const text =
      "## \u200fReview: GAP-AA-001\n\n### \u200bHigh Priority\n\n- \u200e**ISSUE-R1-001**: The lock\u200f has no owner\n";
    expect(review(text)).toMatchObject({
      hasReviewHeading: true,
      issues: [{ id: "ISSUE-R1-001", severity: "HIGH" }],
    });
  });
});

describe("any text at all", () => {
  const line = fc.oneof(
    fc.string({ maxLength: 40 }),
    fc.constantFrom(
      "# Review: GAP-AA-001",
      "## High Priority",
      "### ISSUE-R1-001: words here",
      "- **H1**: more words",
      "**M1 (NEW): bold words**",
      "```md",
      "```",
      "~~~",
      "| ID | Severity | Issue |",
      "|---|---|---|",
      "| C-1 | High | words |",
      "**Verdict:** APPROVED",
      "## Gap Resolution: GAP-AA-001",
      "**Confidence:** high",
      "### New Gaps Introduced",
      "- GAP-LOG-SEARCH: words",
      "<!--",
      "-->",
      "---",
      "  1. [ ] nested",
      "> quote",
    ),
  );
  const text = fc.array(line, { maxLength: 25 }).map((lines) => lines.join("\n"));

  it.each(["engineer", "reviewer"] as const)("is read and repaired as %s, once, without a fault", (role) => {
    fc.assert(
      fc.property(text, (words) => {
        const document = readDocument(words, role, { round: 1 });
        const lines = words.replace(/\r\n?/g, "\n").split("\n").length;
        const repaired = repairDocument(words, role, { round: 1 });
        expect(repairDocument(repaired.text, role, { round: 1 }).repairs).toEqual([]);
        const placed = document.role === "reviewer" ? document.issues : document.resolutions;
        for (const one of placed) {
          expect(one.line).toBeGreaterThan(0);
          expect(one.endLine).toBeGreaterThanOrEqual(one.line);
          expect(one.endLine).toBeLessThanOrEqual(lines);
        }
      }),
      { numRuns: 300 },
    );
  });
});
