import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SEVERITIES, type Severity } from "../../model/severity.ts";
import { readDocument } from "../read-document.ts";
import { repairDocument } from "../repair/repair-document.ts";

/** An issue as a reviewer has it in mind, before it is written down in one of many ways. */
interface Meant {
  readonly severity: Severity;
  readonly title: string;
  readonly body: string;
}

/** Choices that a writer makes once for a document. */
interface Style {
  readonly base: 1 | 2 | 3;
  readonly section: "canonical" | "bare" | "issues" | "none" | "field" | "prefix" | "suffix";
  readonly item: "bullet" | "heading" | "bold" | "numbered";
  readonly name: "id" | "bracketed" | "letter" | "word" | "none";
  readonly body: "fields" | "nested" | "prose";
  readonly rules: boolean;
}

const WORDS: Readonly<Record<Severity, readonly [string, string, string]>> = {
  CRITICAL: ["Critical Issues", "CRITICAL", "CRIT"],
  HIGH: ["High Priority", "High", "HIGH"],
  MEDIUM: ["Medium Priority", "MEDIUM", "MED"],
  LOW: ["Low Priority / Nits", "Low", "LOW"],
};

const subject = fc.constantFrom(
  "The lock",
  "A retry",
  "The `cache`",
  "Validation of names",
  "Step 4",
  "The summary table",
);
const trouble = fc.constantFrom(
  "has no owner",
  "never ends",
  "is checked twice",
  "contradicts step 2",
  "loses the last row",
);
const meant: fc.Arbitrary<Meant> = fc.record({
  severity: fc.constantFrom(...SEVERITIES),
  title: fc.tuple(subject, trouble).map((words) => words.join(" ")),
  body: fc.constantFrom("Two runs may write at once.", "Nothing says when to stop.", "See the second example."),
});

const style: fc.Arbitrary<Style> = fc.record({
  base: fc.constantFrom<Style["base"][]>(1, 2, 3),
  section: fc.constantFrom<Style["section"][]>("canonical", "bare", "issues", "none", "field", "prefix", "suffix"),
  item: fc.constantFrom<Style["item"][]>("bullet", "heading", "bold", "numbered"),
  name: fc.constantFrom<Style["name"][]>("id", "bracketed", "letter", "word", "none"),
  body: fc.constantFrom<Style["body"][]>("fields", "nested", "prose"),
  rules: fc.boolean(),
});

function write(issues: readonly Meant[], how: Style): string {
  const sorted = SEVERITIES.flatMap((severity) => issues.filter((issue) => issue.severity === severity));
  const hash = (extra: number) => "#".repeat(how.base + extra);
  const grouped = how.section === "canonical" || how.section === "bare" || how.section === "issues";
  const blocks = [`${hash(0)} Review: GAP-LOCK-001`, "The proposal is close."];
  if (!grouped) blocks.push(`${hash(1)} Issues`);
  let open: Severity | undefined;
  sorted.forEach((issue, index) => {
    if (grouped && issue.severity !== open) {
      open = issue.severity;
      blocks.push(`${hash(1)} ${sectionName(issue.severity, how)}`);
    }
    if (how.rules && index > 0 && how.item !== "bullet" && how.item !== "numbered") blocks.push("---");
    blocks.push(item(issue, index, how, hash(2)));
  });
  blocks.push(`${hash(1)} Verdict`, "**NEEDS_REVISION**");
  return `${blocks.join("\n\n")}\n`;
}

function sectionName(severity: Severity, how: Style): string {
  if (how.section === "canonical") return WORDS[severity][0];
  return how.section === "bare" ? WORDS[severity][1] : `${WORDS[severity][1]} Severity Issues`;
}

function item(issue: Meant, index: number, how: Style, hashes: string): string {
  const head = titled(issue, index, how);
  const body = bodyOf(issue, how);
  switch (how.item) {
    case "heading":
      return `${hashes} ${head}\n\n${body.join("\n\n")}`;
    case "bold":
      return `**${head}**\n\n${body.join("\n\n")}`;
    case "bullet":
      return [`- **${head}**`, ...indent(body, 2)].join("\n");
    case "numbered":
      return [`${index + 1}. **${head}**`, ...indent(body, 3)].join("\n");
  }
}

function titled(issue: Meant, index: number, how: Style): string {
  const word = WORDS[issue.severity][1];
  const before = how.section === "prefix" ? `[${word}] ` : "";
  const behind = how.section === "suffix" ? ` (${word})` : "";
  return `${before}${nameOf(issue, index, how)}${issue.title}${behind}`;
}

function nameOf(issue: Meant, index: number, how: Style): string {
  const number = index + 1;
  switch (how.name) {
    case "id":
      return `ISSUE-R3-${String(number).padStart(3, "0")}: `;
    case "bracketed":
      return `[${WORDS[issue.severity][2]}-${String(number).padStart(3, "0")}] `;
    case "letter":
      return `${issue.severity.charAt(0)}${number}: `;
    case "word":
      return `Issue ${number}: `;
    case "none":
      return "";
  }
}

function bodyOf(issue: Meant, how: Style): string[] {
  const severity = how.section === "field" ? [`**Severity:** ${WORDS[issue.severity][1]}`] : [];
  switch (how.body) {
    case "fields":
      return [...severity, `**Location:** section 2`, `**Problem:** ${issue.body}`, "```\ncode\n```"];
    case "nested":
      return [...severity, `- Location: section 2\n- Impact: ${issue.body}`];
    case "prose":
      return [...severity, issue.body];
  }
}

function indent(blocks: readonly string[], columns: number): string[] {
  return blocks.flatMap((block) => ["", ...block.split("\n").map((line) => " ".repeat(columns) + line)]);
}

/** Without a name, a section or a severity of its own, nothing makes an item's severity known. */
function isStated(how: Style): boolean {
  return how.section !== "none" || how.name === "letter" || how.name === "bracketed";
}

describe("a review in any of many layouts", () => {
  const law = fc.property(fc.array(meant, { minLength: 1, maxLength: 5 }), style, (issues, how) => {
    const text = write(issues, how);
    const sorted = SEVERITIES.flatMap((severity) => issues.filter((issue) => issue.severity === severity));
    const document = readDocument(text, "reviewer", { round: 3 });
    const found = document.role === "reviewer" ? document.issues : [];
    expect(found.map((issue) => issue.title)).toEqual(sorted.map((issue) => issue.title.replaceAll("`", "")));
    const severities = sorted.map((issue) => (isStated(how) ? issue.severity : "MEDIUM"));
    expect(found.map((issue) => issue.severity)).toEqual(severities);
    expect(found.every((issue) => issue.kind === "raised")).toBe(true);
    expect(document.role === "reviewer" && document.verdict.value).toBe("NEEDS_REVISION");
    return true;
  });

  it("is read as what is meant", () => {
    fc.assert(law, { numRuns: 150 });
  });

  it("is repaired in place, keeps its words and needs no second repair", () => {
    fc.assert(
      fc.property(fc.array(meant, { minLength: 1, maxLength: 4 }), style, (issues, how) => {
        const text = write(issues, how);
        const repaired = repairDocument(text, "reviewer", { round: 3 });
        expect(repaired.repairs.filter(({ kind }) => kind === "restated")).toEqual([]);
        expect(repairDocument(repaired.text, "reviewer", { round: 3 }).repairs).toEqual([]);
        const { document } = repaired;
        const found = document.role === "reviewer" ? document.issues : [];
        expect(found.length).toBe(issues.length);
        expect(new Set(found.map(({ id }) => id)).size).toBe(issues.length);
        for (const issue of issues) expect(repaired.text).toContain(issue.body);
        expect(repaired.text.match(/^- \*\*ISSUE-R3-\d{3}\*\*/gm)).toHaveLength(issues.length);
        expect(repaired.text).toMatch(/^## Review: GAP-LOCK-001$/m);
      }),
      { numRuns: 80 },
    );
  });
});
