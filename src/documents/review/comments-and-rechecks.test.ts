import { describe, expect, it } from "vitest";
import { readDocument } from "../read-document.ts";
import { repairDocument } from "../repair/repair-document.ts";
import type { ReviewerDocument } from "../values.ts";

function review(document: ReturnType<typeof readDocument>): ReviewerDocument {
  if (document.role !== "reviewer") throw new Error("not a review");
  return document;
}

const read = (text: string) => review(readDocument(text, "reviewer", { round: 2 }));
const issues = ({ issues }: ReviewerDocument) =>
  issues.map((one) => `${one.kind === "raised" ? "" : `${one.kind} `}${one.severity} ${one.label ?? "-"} ${one.title}`);

const COMMENTS = `# Review

## On GAP-BELL-001

**issue (blocking): The bell rings at night.**
It wakes the house.

**praise:** The tone is nice.

**issue (non-blocking): One volume for all rooms.**
The attic hears nothing.

**nitpick (non-blocking):** \`E_RING\` is a strange name.

**question (non-blocking):** Why four tones?
`;

const NAMED = `# Notes

## Concerns

### Critical (1)

C-1. **The bell rings at night.** (GAP-BELL-001) It wakes the house.
Nobody sleeps.

### High (2)

H-1. The door stays open. (GAP-DOOR-001)

H-2. **No tone is the default.** (GAP-BELL-001) Cases:

- the attic
- the cellar

### Low (0)

none
`;

describe("conventional comments", () => {
  it("are issues by their mark, remarks by their word, and praise is none", () => {
    expect(issues(read(COMMENTS))).toEqual([
      "HIGH - The bell rings at night",
      "MEDIUM - One volume for all rooms",
      "LOW - E_RING is a strange name",
      "observation LOW - Why four tones?",
    ]);
    expect(read(COMMENTS).issues[0]?.text).not.toContain("praise");
  });

  it("keep a field of an issue what it is", () => {
    const text = "## High Priority\n\n**H1: No stop.**\n\n**Suggestion:** Say three.\n\n**Question:** Why not two?\n";
    expect(issues(read(text))).toEqual(["HIGH H1 No stop."]);
  });
});

describe("paragraphs that begin with a name", () => {
  it("are an issue each, with the list that follows", () => {
    expect(issues(read(NAMED))).toEqual([
      "CRITICAL C-1 The bell rings at night",
      "HIGH H-1 The door stays open",
      "HIGH H-2 No tone is the default",
    ]);
    expect(read(NAMED).issues[2]?.text).toContain("- the cellar");
  });

  it("are none where they explain signs, or are only words", () => {
    expect(issues(read("# Review\n\n🔴 critical · 🟠 high · 🟡 medium\n\nHigh hopes for this: it works.\n"))).toEqual(
      [],
    );
  });

  it.each([COMMENTS, NAMED])("are repaired in place, once", (text) => {
    const repaired = repairDocument(text, "reviewer", { round: 2 });
    expect(repaired.repairs.some(({ kind }) => kind === "restated")).toBe(false);
    expect(issues(review(repaired.document)).length).toBe(issues(read(text)).length);
    expect(repairDocument(repaired.text, "reviewer", { round: 2 }).repairs).toEqual([]);
  });
});

describe("words on earlier issues", () => {
  const heard = (text: string) => read(text).rechecks.map((one) => `${one.issue ?? one.label} ${one.status}`);

  it("are heard in a table without remarks, by the author's names", () => {
    const table =
      "## Earlier Issues\n\n| id | status | why |\n|---|---|---|\n| [HIGH-1] | RESOLVED | |\n| [MED-1] | half | |\n";
    expect(heard(table)).toEqual(["HIGH-1 RESOLVED", "MED-1 NOT_FIXED"]);
  });

  it("are heard one by one in a line that names several", () => {
    const list =
      "## Old concerns\n\n* C-1 fixed. C-2 fixed (versions).\n* H-1 **not fixed**, see below.\n* H-6, H-7 not in this round.\n";
    expect(heard(list)).toEqual(["C-1 RESOLVED", "C-2 RESOLVED", "H-1 NOT_FIXED", "H-6 UNCLEAR", "H-7 UNCLEAR"]);
  });

  it("say that an issue is taken back", () => {
    expect(heard("## Earlier Issues\n\n- ISSUE-R1-004: WITHDRAWN, it was mine to read closer\n")).toEqual([
      "ISSUE-R1-004 WITHDRAWN",
    ]);
  });

  it("go down with the reviews when these stand on the level of the title", () => {
    const text =
      "# Notes\n\n# Earlier issues\n\n| Issue | State |\n|---|---|\n| Issue 3 | closed |\n\n# GAP-BELL-001\n\n**Issue 4 (Major): No stop.** It rings on.\n";
    const repaired = repairDocument(text, "reviewer", { round: 2 });
    expect(repaired.text.match(/^#.*$/gm)).toEqual([
      "# Notes",
      "## Earlier issues",
      "## Review: GAP-BELL-001",
      "### High Priority",
    ]);
  });
});
