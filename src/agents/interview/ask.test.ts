import { describe, expect, it } from "vitest";
import { findGaps } from "../../mediator/inventory/find-gaps.ts";
import { ask } from "./ask.ts";
import { passagesOf } from "./passage.ts";

/** The questions about a spec, without their sections. */
function questions(...lines: readonly string[]) {
  const source = ["# Shop", "", "## Cart", "", ...lines, ""].join("\n");
  const gaps = findGaps(source, {});
  const brief = { source, draft: source, gaps, issues: [], decisions: [], changes: [] };
  return gaps.map((gap) => {
    const { question, ...asked } = ask(gap, passagesOf(brief, gap), gap.finding, source);
    return { ...asked, question: question.replace(/^section "[^"]*": /, "") };
  });
}

describe("the question about a gap is one that a person would ask (SPEC 16.4)", () => {
  it.each([
    ["- A cart holds TBD items.", '"TBD" still has to be decided. What goes there?'],
    ["- A cart holds ??? items.", 'this is still open. What goes in place of "???"?'],
    ["- The limit TODO when?", "this is marked TODO. What should it say?"],
    ["- A cart holds TBD items (TODO: or more?).", "2 things are still open here. What should it say?"],
    ["- Run it (TODO: which script does this?)", "which script does this? (marked TODO)"],
    ["- TODO: say how we roll back.", "to do: say how we roll back. What should it say?"],
    ["- Keep it [NEEDS CLARIFICATION: how long?].", "how long? (marked as needing clarification)"],
    [
      "- Use [NEEDS CLARIFICATION: the brand colours].",
      "this needs clarification: the brand colours. What should it say?",
    ],
    ["- See Table 7 for the fees.", "the spec has no Table 7. Which table is meant?"],
    [
      "- See the [rules](#retention-rules).",
      'the link "#retention-rules" leads nowhere: no heading has that name. Where should it point?',
    ],
    ["- S3 or a local disk?", "the choice is still open. Which one is it?"],
    ["- TBD – who signs off?", "who signs off? (marked TBD)"],
    ["- Mail them (TODO when?).", "when? (marked TODO)"],
    [
      "- The table shows TBC: colour of the age column",
      "still to be confirmed: colour of the age column. What should it say?",
    ],
    ["- TODO", "there is only a TODO here. What should it say?"],
    ["- The fee (to be decided) is paid.", 'this is still "to be decided". What should it say?'],
    ["| Code | Meaning |\n|---|---|", "the table has no rows. Which rows belong in it?"],
    [
      "- The `retry_limit` setting has a default of 3.\n\n## A\n\n### B\n\nThe default of `retry_limit` is 5.",
      'The default of "retry_limit" is 5 here and 3 on line 5. Which one is right?',
    ],
    ["The following are sent:", 'nothing follows "The following are sent:". What comes after it?'],
  ])("%s", (line, question) => expect(questions(line).map((asked) => asked.question)).toEqual([question]));

  it("is about both where one id is given twice", () => {
    const [asked] = questions("- **FR-003**: A guest pays by card.", "- **FR-003**: The mail is sent at noon.");
    expect(asked?.question).toBe(
      "FR-003 is used for two different things, here and on line 5. Which one should get a new id?",
    );
  });

  it("names what differs where two sentences do", () => {
    const [asked] = questions(
      "- The locker service MUST open the door within 5 seconds.",
      "",
      "## Doors",
      "",
      "### Opening",
      "",
      "The locker service MUST open the door within 3 seconds.",
    );
    expect(asked?.question).toMatch(/^it is 3 seconds here and 5 seconds on line 5\. Which is right\?$/);
  });

  it("is answered below a question, and in place of a passage that a marker stands in", () => {
    const [marked] = questions("- The limit TODO when?");
    expect(marked).not.toHaveProperty("add");
    const [asked] = questions("- A cart is full.", "", "## Edge Cases", "", "- What if it is empty?");
    expect(asked).toMatchObject({ add: true });
  });

  it.each([
    ["- See Table 7 for the fees.", "Table 7"],
    ["- See the [rules](#retention-rules).", "#retention-rules"],
    ["- The fee (to be decided) is paid.", "to be decided"],
    ["We use Option A (in memory) / Option B (Redis).", "Option A (in memory) / Option B (Redis)"],
    ["- Storage: S3 or a local disk?", "S3 or a local disk?"],
  ])("what it asks for takes the place of the words in question: %s", (line, fill) =>
    expect(questions(line)).toMatchObject([{ fill }]),
  );

  it("fills what the template left", () => {
    const [asked] = questions("- It sends [Describe the notification here] at noon.");
    expect(asked).toMatchObject({ fill: "[Describe the notification here]" });
    expect(asked?.question).toBe(
      '"[Describe the notification here]" is a placeholder from the template. What goes there?',
    );
  });
});
