import { describe, expect, it } from "vitest";
import { makeGap } from "../../../test/support/make-gap.ts";
import { findGaps } from "../../mediator/inventory/find-gaps.ts";
import { ask } from "./ask.ts";
import { passagesOf } from "./passage.ts";

/** The questions about a spec, without their sections. */
function questions(...lines: readonly string[]) {
  const source = ["# Shop", "", "## Cart", "", ...lines, ""].join("\n");
  const gaps = findGaps(source, {});
  const brief = { source, draft: source, gaps, issues: [], decisions: [], changes: [] };
  return gaps.map((gap) => ask(gap, passagesOf(brief, gap), source));
}

describe("the question about a gap is one that a person would ask (SPEC 16.4)", () => {
  it.each([
    ["- A cart holds TBD items.", 'what goes in place of "TBD"?'],
    ["- A cart holds ??? items.", 'what goes in place of "???"?'],
    ["- The limit TBD when?", 'what goes in place of "TBD"?'],
    ["- A cart holds\n  TBD items.", 'what goes in place of "TBD"?'],
    ["| Limit | Value |\n| --- | --- |\n| Rooms | TBD, or 5 |", 'what goes in place of "TBD"?'],
    ["- Owner: TBD", 'what goes in place of "TBD"?'],
    ["- Run it (TODO: which script does this?)", "which script does this?"],
    ["- TODO: say how we roll back.", 'what goes in place of "TODO: say how we roll back."?'],
    ["- Keep it [NEEDS CLARIFICATION: how long?].", "how long?"],
    [
      "- Use [NEEDS CLARIFICATION: the brand colours].",
      'what goes in place of "[NEEDS CLARIFICATION: the brand colours]"?',
    ],
    ["- See Table 7 for the fees.", "This document has no table 7. Where should it point?"],
    [
      "- See the [rules](#retention-rules).",
      'The link "#retention-rules" is broken: no heading has that name. Where should it point?',
    ],
    ["- Storage: S3 or a local disk?", "the spec leaves this choice open. Which one is it?"],
    ["- Timeout: 30", '"Timeout" is 30, with no unit. How should the line read?'],
    ["- Mail them (TODO when?).", "when?"],
    ["- The table shows TBC: colour of the age column", 'what goes in place of "TBC: colour of the age column"?'],
    ["- TODO", 'what goes in place of "TODO"?'],
    ["- The fee (to be decided) is paid.", 'what goes in place of "(to be decided)"?'],
    ["| Code | Meaning |\n|---|---|", "the table has no rows. Which rows belong in it?"],
    [
      "- Retry delay: 3 minutes\n\n## A\n\n### B\n\nThe retry delay is 5 minutes.",
      "line 5 and line 11 give different values. Which one should change?",
    ],
    ["- Which fee holds is still to be decided.", 'what goes in place of "still to be decided"?'],
    [
      "- The paddle is lost.\n\n## Scenarios\n\n- Given a ball, When it hits, Then it bounces.\n- Given a brick next to a wall, When the ball is trapped between them for longer than ten seconds",
      "this has no outcome. What should happen?",
    ],
    ["- TBD and TBD are kept.", 'what goes in place of "TBD"?'],
    [
      "A cart.\n\n### Requirement 1\n\nIt is kept.\n\n#### Acceptance Criteria",
      'the section "Acceptance Criteria" is empty. What should it say?',
    ],
    ["A cart.\n\n### What else can fail?", 'the section "What else can fail?" is empty. What should it say?'],
    ["The following are sent:", 'nothing follows "The following are sent:". What comes after it?'],
    [
      "- It sends [Describe the notification here] at noon.",
      'what goes in place of "[Describe the notification here]"?',
    ],
  ])("%s", (line, question) => expect(questions(line).map((asked) => asked.question)).toEqual([question]));

  it("is one for an open question with a name, whatever options, pros and cons stand below it", () => {
    const asked = questions(
      "A cart.\n\n## Open Questions\n\n### OQ-1 · The key\n\n**Option A — flat `a_b`:**\n- Simple. It may clash.\n",
      "**Option B — long:**\n- Must be agreed with the team.\n\n### OQ-2 · The shape\n\nSpecify:\n\n1. by step\n2. by day",
    );
    expect(asked.map(({ passages: [first] }) => first?.text.split("\n")[0])).toEqual([
      "### OQ-1 · The key",
      "### OQ-2 · The shape",
    ]);
  });

  it("is about empty sections one by one", () => {
    const comment = "<!--\nSay how.\n-->";
    const [first] = questions(`A cart.\n\n## A\n\n${comment}\n\n## B\n\n${comment}\n\n## C\n\nIt is c.`);
    expect(first?.question).toBe('the section "A" is empty. What should it say?');
    expect(first?.passages).toHaveLength(1);
  });

  it("is about both where one id is given twice", () => {
    const [asked] = questions("- **FR-003**: A guest pays by card.", "- **FR-003**: The mail is sent at noon.");
    expect(asked?.question).toBe(
      "FR-003 is used for two different things, on line 5 and on line 6. Which one should get a new id?",
    );
  });

  it("is which one holds where one requirement has two values, and may be struck", () => {
    const [asked] = questions(
      "- **FR-003**: A session ends after 15 minutes.",
      "- **FR-003**: Sessions end after 10 minutes.",
    );
    expect(asked?.question).toBe(
      "FR-003 does not say the same on line 5 and on line 6. Which one holds? Strike the other, or edit it.",
    );
  });

  it("is what the person asked about a line of their own", () => {
    const source = "# Shop\n\n## Delivery\n\nGoods are sent by mail.\n";
    const place = { heading: "Delivery", line: 5, endLine: 5 };
    const gap = makeGap({ title: "How fast is delivery?", origin: "user", places: [place] });
    const brief = { source, draft: source, gaps: [gap], issues: [], decisions: [], changes: [] };
    expect(ask(gap, passagesOf(brief, gap), source).question).toBe("How fast is delivery?");
  });

  it("shows two passages in the order of the file", () => {
    const [asked] = questions("- **FR-003**: A guest pays by card.", "- **FR-003**: The mail is sent at noon.");
    expect(asked?.passages.map(({ place }) => place?.line)).toEqual([5, 6]);
  });

  it("is answered below a question, and in place of a passage that a marker stands in", () => {
    const [marked] = questions("- The limit TBD when?");
    expect(marked).not.toHaveProperty("add");
    const [asked] = questions("- A cart is full.", "", "## Edge Cases", "", "- What if it is empty?");
    expect(asked).toMatchObject({ add: true });
  });

  it.each([
    ["- See Table 7 for the fees.", "Table 7"],
    ["- Storage: S3 or a local disk?", "S3 or a local disk?"],
  ])("offers to replace the words in question: %s", (line, fill) => {
    expect(questions(line)).toMatchObject([{ fill, passages: [{ marks: expect.arrayContaining([fill]) }] }]);
  });

  it("lets a line of code be edited", () => {
    const lines = ["```mermaid", "stateDiagram-v2", "[*] --> a", "a --> dead", "a --> done", "done --> [*]", "```"];
    expect(questions(...lines)).toMatchObject([{ passages: [{ text: "a --> dead" }] }]);
  });
});
