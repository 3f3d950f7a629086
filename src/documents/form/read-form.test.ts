import { describe, expect, it } from "vitest";
import { readForm } from "./read-form.ts";

const DRIFTED = `Here is my review:

# Review: [GAP-AA-001]

Must Fix
--------

1. **ISSUE-R3-001**: The lock leaks.

#### Low Priority / Nits

N/A

## VERDICT

**Needs revision**
`;

describe("a document that drifts from the form", () => {
  const reading = readForm(DRIFTED, "reviewer");

  it("is rewritten where it was normalised, and nowhere else", () => {
    expect(reading.text).toBe(
      DRIFTED.replace("# Review: [GAP-AA-001]", "## Review: GAP-AA-001")
        .replace("Must Fix\n--------", "### High Priority")
        .replace("#### Low Priority / Nits", "### Low Priority")
        .replace("## VERDICT", "### Verdict")
        .replace("**Needs revision**", "NEEDS_REVISION"),
    );
  });

  it("has lines of the canonical text, and repairs with lines of the text as it came", () => {
    expect(reading.document).toMatchObject({ unread: [], issues: [{ line: 7 }] });
    expect(reading.repairs.map(({ line, from }) => [line, from])).toEqual([
      [3, "# Review: [GAP-AA-001]"],
      [5, "Must Fix\n--------"],
      [10, "#### Low Priority / Nits"],
      [14, "## VERDICT"],
      [16, "**Needs revision**"],
    ]);
  });

  it("is left as it came where something is unread", () => {
    const text = `${DRIFTED}\nAnd the limit is missing.\n`;
    expect(readForm(text, "reviewer")).toMatchObject({ text, repairs: [], document: { unread: [{ line: 18 }] } });
  });

  it("is unwrapped", () => {
    const inner = "## Gap Resolution: GAP-AA-001\n\n### Spec Changes\n\n**Change 1: add at the end**\n\n";
    const fence = "````new\n```yaml\na: 1\n```\n````\n";
    const { document } = readForm(`\`\`\`markdown\n${inner}${fence}\`\`\`\n`, "engineer");
    expect(document).toMatchObject({ unread: [], resolutions: [{ changes: [{ new: "```yaml\na: 1\n```" }] }] });
  });
});

describe("a document of some 400 kB", () => {
  const fill = (unit: (index: number) => string) => Array.from({ length: 7_000 }, (_, index) => unit(index)).join("");
  const id = (index: number) => `ISSUE-R${1 + Math.floor(index / 900)}-${100 + (index % 900)}`;
  const row = (index: number) => `| ${id(index)} | RESOLVED | "the words that decide it" |\n`;

  it.each([
    ["earlier issues", `### Earlier Issues\n\n| Issue | Status | Words |\n|---|---|---|\n${fill(row)}`],
    ["setext headings", fill(() => "High Priority\n-------------\n\nNone.\n\n")],
    ["issues", `### High Priority\n\n${fill((index) => `- **${id(index)}**: title\n  - **Location:** "x"\n`)}`],
    ["paragraphs", fill(() => "word word word word word word word word\n\n")],
    ["quotes", `### High Priority\n\n- **ISSUE-R1-001**: x\n  - **Location:** ${'"'.repeat(400_000)}`],
    ["labels", `### High Priority\n\n- **ISSUE-R1-001**: x\n${"  Location: a\n".repeat(25_000)}`],
    ["blank lines", `### High Priority\n\n- **ISSUE-R1-001**: x${"\n".repeat(400_000)}  y`],
  ])("of %s is read by either role", (_, text) => {
    // Linear takes half a second; quadratic would take minutes, and the test would not end in time.
    for (const role of ["engineer", "reviewer"] as const) {
      expect(readForm(`## Review: GAP-AA-001\n\n${text}`, role).document.role).toBe(role);
    }
  });
});
