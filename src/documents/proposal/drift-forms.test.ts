import { describe, expect, it } from "vitest";
import { readDocument } from "../read-document.ts";
import { repairDocument } from "../repair/repair-document.ts";
import type { EngineerDocument } from "../values.ts";

/** A form that models write proposals in: the gaps that it resolves, each with its confidence. */
interface Form {
  readonly name: string;
  readonly text: string;
  readonly resolved: readonly string[];
}

const FORMS: readonly Form[] = [
  {
    name: "a figure, a sign or an equals sign beside the confidence",
    text: "## GAP-LOCK-001\n\n**Confidence: High (85%)**\n\n### Solution\n\nOne.\n\n## GAP-IO-002\n\n| **Confidence** | 🟢 High |\n| --- | --- |\n\n### Solution\n\nTwo.\n\n## GAP-UI-003\n\nConfidence = 0.8 (medium)\n\n### Solution\n\nThree.\n",
    resolved: ["GAP-LOCK-001 HIGH", "GAP-IO-002 HIGH", "GAP-UI-003 MEDIUM"],
  },
  {
    name: "the title as the resolution, sections a level too high",
    text: "# Engineer Resolution: GAP-LOCK-001\n\nConfidence: high\n\n## Solution\n\nOne owner.\n\n## Pros and Cons\n\nSimple.\n",
    resolved: ["GAP-LOCK-001 HIGH"],
  },
  {
    name: "gaps as headings",
    text: "# Round 2\n\n## GAP-LOCK-001: Owner\n\n**Confidence**: Medium\n\n### Approach\n\nOne.\n\n## GAP-IO-002 - Limit\n\n- Confidence: LOW\n\n### Approach\n\nTwo.\n",
    resolved: ["GAP-LOCK-001 MEDIUM", "GAP-IO-002 LOW"],
  },
  {
    name: "sections beside the resolution instead of below it",
    text: "## Gap Resolution: GAP-LOCK-001\n\n## Confidence\n\nHigh\n\n## Proposed Solution\n\nOne owner.\n\n## Examples\n\nNone.\n",
    resolved: ["GAP-LOCK-001 HIGH"],
  },
  {
    name: "several gaps in one heading",
    text: "## Revision: GAP-LOCK-001 + GAP-IO-002\n\n**Confidence:** HIGH\n\n### Proposed Solution\n\nBoth.\n\n### Deferred Items\n\n#### GAP-UI-003: Later\n\nNot now.\n",
    resolved: ["GAP-LOCK-001 HIGH", "GAP-IO-002 HIGH"],
  },
  {
    name: "the confidence in a summary table",
    text: "## Resolution for GAP-LOCK-001\n\n### Proposed Solution\n\nOne.\n\n## Summary\n\n| Gap | Confidence |\n|---|---|\n| GAP-LOCK-001 | Medium |\n",
    resolved: ["GAP-LOCK-001 MEDIUM"],
  },
  {
    name: "bold lines instead of headings",
    text: "**Gap Resolution: GAP-LOCK-001**\n\n**Confidence:** HIGH\n\n**Proposed Solution**\n\nOne owner.\n\n**Trade-offs**\n\nNone.\n",
    resolved: ["GAP-LOCK-001 HIGH"],
  },
  {
    name: "a gap that only a line of facts names",
    text: "# Proposal\n\n- **Gap:** GAP-LOCK-001\n- **Confidence:** LOW\n\n## Proposed Solution\n\nOne owner.\n",
    resolved: ["GAP-LOCK-001 LOW"],
  },
  {
    name: "numbered titles with the gap in brackets",
    text: "# Proposals\n\n## 1. Owner (GAP-LOCK-001)\n**Confidence**: High\nOne.\n\n## 2. Limit - GAP-IO-002\n**Confidence**: Low\nTwo.\n",
    resolved: ["GAP-LOCK-001 HIGH", "GAP-IO-002 LOW"],
  },
  {
    name: "topics that sound like other parts of a document",
    text: "# Summary of round 2\n\n## GAP-LOCK-001: Status and history\n\n**Confidence:** High\n\n### Approach\n\nOne.\n\n## GAP-IO-002: Integration\n\nConfidence: Low\n",
    resolved: ["GAP-LOCK-001 HIGH", "GAP-IO-002 LOW"],
  },
];

function proposal(document: ReturnType<typeof readDocument>): EngineerDocument {
  if (document.role !== "engineer") throw new Error("not a proposal");
  return document;
}

const shown = ({ resolutions }: EngineerDocument): string[] => resolutions.map((one) => `${one.gap} ${one.confidence}`);

describe("forms that models write proposals in", () => {
  it.each(FORMS)("reads $name", ({ text, resolved }) => {
    expect(shown(proposal(readDocument(text, "engineer")))).toEqual(resolved);
  });

  it.each(FORMS)("repairs $name, once", ({ text, resolved }) => {
    const repaired = repairDocument(text, "engineer", { round: 2 });
    expect(repaired.text).toMatch(/^## Gap Resolution: GAP-LOCK-001/m);
    expect(repaired.text).toMatch(/^\*\*Confidence:\*\* (?:HIGH|MEDIUM|LOW)/m);
    expect(shown(proposal(repaired.document))).toEqual(resolved);
    expect(repairDocument(repaired.text, "engineer", { round: 2 }).repairs).toEqual([]);
  });
});

describe("a title that names the gap", () => {
  it.each(["# Engineer, round 2: GAP-LOCK-001", "# GAP-LOCK-001: the owner", "# The owner (GAP-LOCK-001)"])(
    "over its resolution leaves a document in its form as it is: %s",
    (title) => {
      const text = `${title}\n\n## Gap Resolution: GAP-LOCK-001\n\n**Confidence:** HIGH\n\n### Proposed Solution\n\nOne.\n`;
      expect(repairDocument(text, "engineer", { round: 2 })).toMatchObject({ text, repairs: [] });
    },
  );
});

describe("what repair does not invent", () => {
  it("leaves a missing confidence missing, and a percentage is no word", () => {
    const text = "## Gap Resolution: GAP-LOCK-001\n\n**Confidence:** 90%\n\n### Proposed Solution\n\nOne.\n";
    expect(shown(proposal(repairDocument(text, "engineer").document))).toEqual(["GAP-LOCK-001 undefined"]);
  });

  it("takes the lower of two levels and says so", () => {
    const document = proposal(
      readDocument("## Gap Resolution: GAP-LOCK-001\n\n**Confidence:** MEDIUM-HIGH\n", "engineer"),
    );
    expect(shown(document)).toEqual(["GAP-LOCK-001 MEDIUM"]);
    expect(document.ambiguities).toMatchObject([{ kind: "confidence", line: 3 }]);
  });
});

describe("new gaps", () => {
  const text =
    "## Gap Resolution: GAP-LOCK-001\n\n**Confidence:** HIGH\n\n### New Gaps Introduced\n\n" +
    "- **GAP-IO-001** (LOW): taken already\n- GAP-LOG-SEARCH: named, not numbered\n- **GAP-IO-009** (unchanged): known\n\nSee GAP-IO-001.\n";

  it("get ids that nobody has, keep their names, and take their references along", () => {
    const repaired = repairDocument(text, "engineer", {
      round: 2,
      takenGapIds: ["GAP-IO-001"],
      assigned: ["GAP-LOCK-001"],
    });
    expect(proposal(repaired.document).newGaps.map(({ id }) => id)).toEqual(["GAP-IO-002", "GAP-LOG-001"]);
    expect(repaired.text).toContain("- **GAP-IO-002 (GAP-IO-001)** (LOW): taken already");
    expect(repaired.text).toContain("- GAP-LOG-001 (GAP-LOG-SEARCH): named, not numbered");
    expect(repaired.text).toContain("See GAP-IO-002.");
  });
});

describe("the summary of a new gap", () => {
  it.each([
    ["GAP-LOG-SEARCH: how to search (severity: high)", "- GAP-LOG-SEARCH HIGH how to search"],
    ["**GAP-LOG-002 (GAP-LOG-SEARCH)**: how to search", "GAP-LOG-002 GAP-LOG-SEARCH - how to search"],
    ["GAP-LOG-002: what the levels are (HIGH/MEDIUM/LOW)", "GAP-LOG-002 - - what the levels are (HIGH/MEDIUM/LOW)"],
    ["GAP-LOG-002: what dry_run=True does", "GAP-LOG-002 - - what dry_run=True does"],
  ])("has neither name nor severity: %s", (item, meant) => {
    const [gap] = proposal(readDocument(`### New Gaps Introduced\n\n- ${item}\n`, "engineer")).newGaps;
    expect(`${gap?.id ?? "-"} ${gap?.label ?? "-"} ${gap?.severity ?? "-"} ${gap?.summary}`).toBe(meant);
  });
});

describe("new gaps outside their section", () => {
  const top = "## Gap Resolution: GAP-LOCK-001\n\n**Confidence:** HIGH\n\nOne owner.\n\n";

  it("are read where a paragraph begins with their name", () => {
    const text = `${top}**New gaps.** GAP-LOG-001: where the log is kept (LOW); GAP-LOG-002: for how long.\n`;
    expect(proposal(readDocument(text, "engineer")).newGaps.map(({ id, severity }) => `${id} ${severity}`)).toEqual([
      "GAP-LOG-001 LOW",
      "GAP-LOG-002 undefined",
    ]);
    expect(proposal(readDocument(`${top}**New gaps.** None.\n`, "engineer")).newGaps).toEqual([]);
  });

  it("are declared where a list of what is left open describes one that nobody knows", () => {
    const text = `${top}## Left open\n\n- GAP-LOG-001: where the log is kept (LOW)\n- GAP-LOCK-001: done\n`;
    const context = { round: 2, inventory: new Set(["GAP-LOCK-001"]) };
    const { document } = repairDocument(text, "engineer", context);
    expect(proposal(document).newGaps).toMatchObject([{ id: "GAP-LOG-001", severity: "LOW" }]);
  });
});

describe("answers, disagreements and what stops the work", () => {
  it("reads answers by heading, table and words, and none from a mere mention", () => {
    const text =
      "## Gap Resolution: GAP-LOCK-001\n\n### Limits (Addressing ISSUE-R1-001)\n\nBounded.\n\n" +
      "| Issue | Resolution |\n|---|---|\n| ISSUE-R1-002 | done |\n| H1: owner | named |\n\n" +
      'This fixes ISSUE-R1-003 and ISSUE-R1-004.\n\n- "unclear" (ISSUE-R1-005)\n\n```\n## Response to ISSUE-R1-006\n```\n';
    const answers = proposal(readDocument(text, "engineer")).responses.map(
      (one) => `${one.issue ?? one.label} ${one.form}`,
    );
    expect(answers).toEqual([
      "ISSUE-R1-001 heading",
      "ISSUE-R1-002 table",
      "H1 table",
      "ISSUE-R1-003 inline",
      "ISSUE-R1-004 inline",
    ]);
  });

  it("reads the older form of a disagreement as one, and not as an answer (SPEC 8)", () => {
    const text =
      '## Response to ISSUE-R1-001\n\n**Position:** DISAGREE\n\n**Reviewer Concern:** "no owner"\n\n**Rationale:** it has one\n';
    expect(proposal(readDocument(text, "engineer"))).toMatchObject({
      responses: [],
      disagreements: [{ issue: "ISSUE-R1-001", concern: "no owner", rationale: "it has one" }],
    });
  });

  it("takes a quote for the concern and the words after it for the reason", () => {
    const text = "## DISAGREE: ISSUE-R1-001\n> no owner is named\n\nThe owner is named in step two of the text.\n";
    expect(proposal(readDocument(text, "engineer")).disagreements).toMatchObject([
      { concern: "no owner is named", rationale: "The owner is named in step two of the text." },
    ]);
  });

  it("reads answers under the Reviewer's names, where replies stand", () => {
    const text = "## Responses to the review\n\n### H1: No owner — accepted\n\nNamed.\n\n### M2: No limit\n\nTen.\n";
    const answers = proposal(readDocument(text, "engineer")).responses.map((one) => one.label);
    expect(answers).toEqual(["H1", "M2"]);
  });

  it.each([
    ["## Disagreement\n\nDISAGREE with ISSUE-R1-002\n\n", "in the first words below the heading"],
    ["## Disagreements\n\n### ISSUE-R1-002: no owner\n\n", "in a heading below"],
  ])("finds the issue of %j: %s", (heading) => {
    const text = `${heading}**Reviewer Concern:** "no owner"\n\n**Rationale:** it has one\n`;
    expect(proposal(readDocument(text, "engineer")).disagreements).toMatchObject([
      { issue: "ISSUE-R1-002", concern: "no owner", rationale: "it has one" },
    ]);
  });

  it("takes the title for the name of an issue that has none", () => {
    const text = "## DISAGREE: No owner is named\n\n**Reviewer Concern:** no owner\n\n**Rationale:** it has one\n";
    expect(proposal(readDocument(text, "engineer")).disagreements).toMatchObject([{ label: "No owner is named" }]);
  });

  it("says on which line of a paragraph an answer stands", () => {
    const text = "## Gap Resolution: GAP-LOCK-001\n\nThe owner is named.\nThis fixes ISSUE-R1-003.\n";
    expect(proposal(readDocument(text, "engineer")).responses).toMatchObject([{ issue: "ISSUE-R1-003", line: 4 }]);
  });

  it("reads a question for the person, and no talk about the word (SPEC 7)", () => {
    const text =
      "BLOCKED_NEEDS_INPUT: GAP-LOCK-001 Which lock is meant?\n\n## Gap Resolution: GAP-IO-002\n\n### Proposed Solution\n\n- **BLOCKED_NEEDS_INPUT**: the Engineer writes this\n";
    expect(proposal(readDocument(text, "engineer")).blocked).toMatchObject([
      { kind: "BLOCKED_NEEDS_INPUT", gap: "GAP-LOCK-001", reason: "Which lock is meant?" },
    ]);
  });
});
