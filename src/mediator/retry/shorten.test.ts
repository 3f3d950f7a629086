import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalExample } from "../../../test/support/sample-session.ts";
import { parseMarkdown } from "../../documents/markdown/markdown.ts";
import { estimateTokens } from "../../model/estimate-tokens.ts";
import { shortenExample } from "./examples.ts";

const sentence = "The server keeps the change with the higher version and stores the other one. ";
const fence = (lines: number) => `\`\`\`json\n${'{"a": 1}\n'.repeat(lines)}\`\`\``;

function resolution(size: number): string {
  return [
    "Some words before it.",
    "## Gap Resolution: GAP-AA-001",
    "**Gap:** what it is about",
    "**Confidence:** HIGH",
    "### Proposed Solution",
    `FIRST ${sentence}`,
    `SECOND ${sentence.repeat(size)}`,
    "### Spec Changes",
    `**Change 1: replace** in "A"\n\n\`\`\`old\nOLD\n\`\`\`\n\n\`\`\`new\nNEW WORDS\n\`\`\``,
    `**Change 2: remove** in "B"\n\n\`\`\`old\nGONE ${sentence.repeat(size)}\n\`\`\``,
    "### Examples",
    `ONE\n\n${fence(size)}`,
    `TWO\n\n${fence(size)}`,
    "### Trade-offs",
    Array.from({ length: size }, (_, at) => `- COST ${at} ${sentence}`).join("\n"),
    "### New Gaps Introduced",
    "- **GAP-AA-002** (LOW): NEXT",
  ].join("\n\n");
}

function review(issues: number): string {
  const items = (name: string) =>
    Array.from(
      { length: issues },
      (_, at) => `- **ISSUE-R1-${at}**: ${name} ${at} is wrong. ${sentence}\n  - **Impact:** DEEP ${at} ${sentence}`,
    );
  return [
    "## Review: GAP-AA-001",
    "### Critical Issues",
    items("Crit").join("\n"),
    "### High Priority",
    items("Grave").join("\n"),
    "### Verdict",
    "NEEDS_REVISION",
  ].join("\n\n");
}

describe("shortenExample (SPEC 6)", () => {
  it("leaves what fits as it is", () => {
    expect(shortenExample(canonicalExample("engineer"), "engineer", 2000)).toBe(canonicalExample("engineer").trim());
  });

  it("keeps of a resolution the head with its confidence, the solution, trade-offs, the first example and new gaps", () => {
    const short = shortenExample(resolution(30), "engineer", 700);
    const kept = [
      "## Gap Resolution: GAP-AA-001",
      "**Confidence:** HIGH",
      "FIRST",
      "### Spec Changes",
      "NEW WORDS",
      "### Examples",
      "ONE",
      "### Trade-offs",
      "COST 0",
      "NEXT",
    ];
    const places = kept.map((words) => short.indexOf(words));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places).not.toContain(-1);
    for (const words of ["SECOND", "TWO", "COST 29", "Some words before it", "GONE"])
      expect(short).not.toContain(words);
    expect(short).toContain("[This example was shortened to fit.");
  });

  it("gives up the last of these first", () => {
    const short = shortenExample(resolution(30), "engineer", 110);
    expect(short).toContain("FIRST");
    expect(short).toContain("**Confidence:** HIGH");
    expect(short).not.toContain("ONE");
  });

  it("keeps of a review the headings, the first issue of each severity whole, others by their first sentence", () => {
    const short = shortenExample(review(4), "reviewer", 420);
    for (const words of [
      "### Critical Issues",
      "### High Priority",
      "### Verdict",
      "NEEDS_REVISION",
      "DEEP 0",
      "Crit 1 is wrong.",
    ]) {
      expect(short).toContain(words);
    }
    expect(short).not.toContain("DEEP 1");
    expect(shortenExample(review(40), "reviewer", 400)).toMatch(/- \[… and 36 more\]/);
  });

  it("is within the budget, has the note and leaves no fence open, whatever the example is", () => {
    const any = fc.oneof(
      fc.integer({ min: 5, max: 60 }).map(resolution),
      fc.integer({ min: 5, max: 60 }).map(review),
      fc.integer({ min: 50, max: 200 }).map((size) => `## Gap Resolution: GAP-AA-001\n\n${fence(size)}`),
      fc.integer({ min: 50, max: 200 }).map((size) => `${fence(size)}\n\n${sentence.repeat(size)}`),
      fc.integer({ min: 50, max: 200 }).map((size) => sentence.repeat(size)),
    );
    fc.assert(
      fc.property(
        any,
        fc.constantFrom("engineer", "reviewer"),
        fc.integer({ min: 100, max: 600 }),
        (text, role, tokens) => {
          fc.pre(estimateTokens(text) > tokens);
          const short = shortenExample(text, role, tokens);
          expect(estimateTokens(short)).toBeLessThanOrEqual(tokens);
          expect(short).toContain("[This example was shortened to fit.");
          const open = parseMarkdown(short).blocks.filter((block) => block.type === "fence" && !block.closed);
          expect(open).toEqual([]);
        },
      ),
      { numRuns: 300 },
    );
  });

  it("keeps the first point of each list of long trade-offs, and the beginning of an endless paragraph", () => {
    const points = (name: string) => Array.from({ length: 9 }, (_, at) => `- ${name} ${at} ${sentence}`).join("\n");
    const text = resolution(30)
      .replace("FIRST", `ENDLESS ${sentence.repeat(100)}`)
      .replace("### Trade-offs", `### Trade-offs\n\n**Pros:**\n${points("GAIN")}\n\n**Cons:**`);
    const short = shortenExample(text, "engineer", 900);
    for (const words of ["ENDLESS", "GAIN 0", "**Cons:**", "COST 0", "[… and 8 more]"]) expect(short).toContain(words);
    expect(short).not.toContain("GAIN 1");
  });

  it("cuts a block that is too large by itself, and keeps the rest", () => {
    const rows = Array.from({ length: 300 }, (_, at) => `| ${at} | ${sentence} |`).join("\n");
    const short = shortenExample(
      resolution(5).replace("FIRST", `| a | b |\n| --- | --- |\n${rows}\n\nFIRST`),
      "engineer",
      900,
    );
    for (const words of ["| 0 |", "more lines]", "NEW WORDS", "### Trade-offs", "ONE", "### New Gaps Introduced"]) {
      expect(short).toContain(words);
    }
  });
});
