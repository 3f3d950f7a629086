import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { EngineerDocument, ReviewerDocument } from "./agent-document.ts";
import { decode } from "./decode.ts";
import { readForm } from "./form/read-form.ts";

function proposal(text: string): EngineerDocument {
  const { document } = readForm(text, "engineer");
  if (document.role !== "engineer") throw new Error("not a proposal");
  return document;
}

function review(text: string): ReviewerDocument {
  const { document } = readForm(text, "reviewer");
  if (document.role !== "reviewer") throw new Error("not a review");
  return document;
}

const resolved = (text: string): string[] => proposal(text).resolutions.map(({ gap }) => gap);
const referred = (text: string): string[] => proposal(text).references.map(({ gap }) => gap);

describe("what is no document", () => {
  it.each(["", " ", "\n\n\n", "\t \n "])("reads %j as empty, in both roles", (text) => {
    expect(proposal(text)).toMatchObject({ empty: true, resolutions: [], references: [] });
    expect(review(text)).toMatchObject({ empty: true, issues: [], verdicts: [] });
    expect(readForm(text, "reviewer")).toMatchObject({ text, repairs: [] });
  });

  it("reads nothing out of bytes that are no text", () => {
    expect(decode(Uint8Array.of(0x23, 0x20, 0xe9))).toMatchObject({ undecodable: true });
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

  it("says so where fences of equal length stand in each other", () => {
    expect(proposal(nested).unread[0]).toMatchObject({ line: 5, expected: expect.stringContaining("a longer fence") });
  });

  it("says so where a fence does not end", () => {
    const text = "## Gap Resolution: GAP-AA-001\n\n```\n## GAP-BB-002\n";
    expect(resolved(text)).toEqual(["GAP-AA-001"]);
    expect(proposal(text).unread).toMatchObject([
      { line: 3, expected: expect.stringContaining("does not end") },
      { line: 3 },
    ]);
  });

  it("unwraps a document that stands inside one fence", () => {
    const text = `Sure, here it is:\n\n\`\`\`markdown\n${nested}\n\`\`\`\n`;
    expect(proposal(text).resolutions[0]).toMatchObject({ gap: "GAP-AA-001", line: 4 });
  });

  it("reads no issue out of a comment or a quote", () => {
    const text =
      "## Review: GAP-AA-001\n\n<!--\n### High Priority\n- **ISSUE-R1-001**: x\n-->\n\n> - **ISSUE-R1-002**: quoted\n";
    expect(review(text)).toMatchObject({ issues: [], unread: [{ line: 8 }] });
  });
});

describe("marks that are not seen", () => {
  it("do not hide a heading or an issue", () => {
    const text =
      "## \u200fReview: GAP-AA-001\n\n### \u200bHigh Priority\n\n- \u200e**ISSUE-R1-001**: The lock\u200f has no owner\n";
    expect(review(text)).toMatchObject({
      reviewed: [{ gap: "GAP-AA-001" }],
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

  it.each(["engineer", "reviewer"] as const)(
    "is read as %s without a fault, and its canonical text as the same",
    (role) => {
      const property = fc.property(text, (words) => {
        const reading = readForm(words, role);
        expect(readForm(reading.text, role)).toEqual({ ...reading, repairs: [] });
        const { document } = reading;
        const lines = reading.text.split("\n").length;
        for (const { line, endLine } of document.role === "reviewer" ? document.issues : document.resolutions) {
          expect(line).toBeGreaterThan(0);
          expect(endLine).toBeGreaterThanOrEqual(line);
          expect(endLine).toBeLessThanOrEqual(lines);
        }
      });
      fc.assert(property, { numRuns: 500 });
    },
  );
});
