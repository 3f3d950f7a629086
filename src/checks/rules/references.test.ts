import { describe, expect, test } from "vitest";
import { found, marked } from "../../../test/support/check-rule.ts";

const REQUIREMENTS = "- **FR-001**: Files are kept.\n- **FR-002**: Files are sent.\n- **FR-003**: Files are read.\n";
const spec = (text: string): string => `# X\n\n## Requirements\n\n${REQUIREMENTS}\n## Rest\n\n${text}\n`;

describe("dangling-id", () => {
  test("an id that nothing defines, where others of its kind are defined", () => {
    expect(marked("dangling-id", spec("As FR-009 says."))).toEqual(["11: FR-009"]);
    expect(marked("dangling-id", spec("As FR-002 says; AES-256 is used."))).toEqual([]);
  });

  test("a document that does not give the first id of a kind gives none: they are of a catalogue", () => {
    const catalogue = (first: string) => `# X\n\nSee REPO-005.\n\n## Sources\n\n- ${first} — a\n- REPO-003 — b\n`;
    expect(marked("dangling-id", catalogue("REPO-002"))).toEqual([]);
    expect(marked("dangling-id", catalogue("REPO-001"))).toEqual(["3: REPO-005"]);
  });

  test("an id of another file or of a cited work is no fault", () => {
    expect(marked("dangling-id", spec("As FR-009 of billing.md says."))).toEqual([]);
    expect(marked("dangling-id", spec("Spec 004 has FR-019."))).toEqual([]);
    expect(marked("dangling-id", spec("FR-011, FR-012, FR-013 and FR-014 hold."))).toEqual([]);
  });
});

describe("dangling-place", () => {
  const numbered = (text: string): string => `# X\n\n## 1. A\n\n### 1.1 B\n\n${text}\n\n## 2. C\n\n1. x\n2. y\n`;

  test("sections, tables, appendices, anchors and footnotes that are not there", () => {
    expect(marked("dangling-place", numbered("See section 4.2 and §1.1 and section 2.2."))).toEqual(["7: section 4.2"]);
    const besides = numbered("See section 4.2, and [the hold policy](#hold-policy).");
    expect(marked("dangling-place", besides)).toContain("7: section 4.2");
    expect(marked("dangling-place", numbered("Listed in Appendix B."))).toEqual(["7: Appendix B"]);
    expect(marked("dangling-place", numbered("See [B](#b) and [C](#2-c) and [D](#d4)."))).toEqual(["7: [D](#d4)"]);
    const kiro = (text: string) => `# X\n\n## Requirement 1\n\n1. A\n\n## Requirement 2\n\n1. ${text}\n`;
    expect(marked("dangling-place", kiro("As in Requirement 2.1 and Requirement 7."))).toEqual(["9: Requirement 7"]);
    expect(marked("dangling-place", numbered("So it is.[^1]"))).toEqual(["7: [^1]"]);
  });

  test("a place that is named twice is missing once", () => {
    expect(found("dangling-place", numbered("See section 4.2. As section 4.2 says."))).toMatchObject([
      { line: 7, column: 5, related: [{ line: 7, column: 21 }] },
    ]);
  });

  test("an anchor that shares a word with a heading means that heading", () => {
    const linked = (text: string) => marked("dangling-place", `# X\n\n## Result Types\n\n${text}\n`);
    expect(linked("See [it](#result-codes).")).toEqual([]);
    expect(linked("See [it](#policy).")).toHaveLength(1);
    expect(linked("See [it](#policy), [it](#fees) and [it](#users).")).toEqual([]);
  });

  test.each([
    "See section 4.2 of RFC 9110.",
    "Per tui.md Section 3.2",
    "Add **Section 7** to `specs/meta.md`:",
    "- [Away](#nowhere)",
  ])("%s is another document's, or a table of contents", (text) => {
    expect(marked("dangling-place", numbered(text))).toEqual([]);
  });

  test("headings without numbers miss only a number with dots; pictures and tables are counted", () => {
    const plain = (text: string): string[] =>
      marked("dangling-place", `# X\n\n## A\n\n${text}\n\n| a |\n|---|\n| b |\n`);
    expect(plain("See section 4.")).toEqual([]);
    expect(plain("See section 12.4.")).toEqual(["5: section 12.4"]);
    expect(plain("See Table 1 and Table 7 and Figure 1.")).toEqual(["5: Table 7", "5: Figure 1"]);
    expect(plain('As said in section "Runbook", and in section "A".')).toEqual(['5: in section "Runbook"']);
  });
});

describe("duplicate-id", () => {
  test("one id for two things, with the first place", () => {
    const text = spec("- **FR-002**: Invoices are printed monthly.");
    expect(found("duplicate-id", text)).toMatchObject([{ line: 11, subject: "FR-002", related: [{ line: 6 }] }]);
  });

  test("twice in one list is two things, however alike", () => {
    const list =
      "- **SC-002**: All existing create functionality works.\n- **SC-002**: All existing edit functionality works.\n";
    expect(found("duplicate-id", `# X\n\n## Success Criteria\n\n${list}`)).toMatchObject([
      { line: 6, subject: "SC-002" },
    ]);
  });

  test("said again in the same words, in a table or a plan, or numbered anew below each story: none", () => {
    expect(found("duplicate-id", spec("- **FR-002**: Files are sent to the archive."))).toEqual([]);
    expect(found("duplicate-id", spec("| FR-002 | covered by test seven |\n|---|---|\n"))).toEqual([]);
    const story = (name: string): string =>
      `### ${name}\n\n- AC-1: ${name} opens quickly\n- AC-2: ${name} closes slowly\n`;
    expect(found("duplicate-id", `# X\n\n${story("Door")}\n${story("Window")}`)).toEqual([]);
  });
});
