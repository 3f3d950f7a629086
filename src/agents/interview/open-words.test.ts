import { describe, expect, it } from "vitest";
import { findGaps } from "../../mediator/inventory/find-gaps.ts";
import { ask } from "./ask.ts";
import { passagesOf } from "./passage.ts";

/** What the questions about a spec say of the places of its markers. */
function asked(...lines: readonly string[]) {
  const source = ["# Shop", "", "## Cart", "", ...lines, ""].join("\n");
  const gaps = findGaps(source, {});
  const brief = { source, draft: source, gaps, issues: [], decisions: [], changes: [] };
  return gaps.map((gap) => ask(gap, passagesOf(brief, gap), source));
}

describe("a marker that stands alone is filled verbatim (SPEC 16.4)", () => {
  it.each([
    ["- TBD", "TBD"],
    ["TBD", "TBD"],
    ["- [ ] TODO", "TODO"],
    ["> **TBD**", "**TBD**"],
    ["### TBD\n\nIt is x.", "TBD"],
    ["| Limit | Value |\n| --- | --- |\n| Rooms | TBD |", "TBD"],
    ["| Limit | Value |\n| --- | --- |\n| Rooms | (TBC: ask ops) |", "(TBC: ask ops)"],
    ["Retention: TBD", "TBD"],
    ["Retention: TBD.", "TBD"],
    ["To be written.", "To be written."],
    ["- TBD.", "TBD."],
    ["- Owner: TBD (ask Ana)", "TBD (ask Ana)"],
    ["- **Owner**: [NEEDS CLARIFICATION: who?]", "[NEEDS CLARIFICATION: who?]"],
    ["- **Owner:** TBD", "TBD"],
    ["- **FR-003**: TBD", "TBD"],
    ["- **FR-003**: Retention (days): <TBD>", "<TBD>"],
    ["- Owner: TBD\n  - Ana is asked.", "TBD"],
    ["- Who pays? TBD", "TBD"],
    ["1. TODO: name the columns", "TODO: name the columns"],
    ["- **FR-004**: TODO ask the team", "TODO ask the team"],
    ["- FIXME(alice): say who pays.", "FIXME(alice): say who pays."],
    ["- TBD – ask Bob", "TBD – ask Bob"],
    ["[NEEDS CLARIFICATION: the brand colours]", "[NEEDS CLARIFICATION: the brand colours]"],
    ["**Status**: Draft\n**Owner**: TBD\n**Date**: 1 May", "TBD"],
    ["- Colour: [Describe the colour here]", "[Describe the colour here]"],
    ["| Mail | Value |\n| --- | --- |\n| x | [NEEDS CLARIFICATION: weekly?] |", "[NEEDS CLARIFICATION: weekly?]"],
  ])("%s", (lines, fill) => expect(asked(lines)).toMatchObject([{ fill }]));
});

describe("inside a sentence nothing is filled: the answer is the line (SPEC 16.4)", () => {
  it.each([
    ["- A cart holds TBD items.", "TBD", "TBD"],
    ["- **FR-006**: The app deletes a trip TBD after its last change.", "TBD", "TBD"],
    [
      "It is kept for [NEEDS CLARIFICATION: how long?].",
      "[NEEDS CLARIFICATION: how long?]",
      "[NEEDS CLARIFICATION: how long?]",
    ],
    ["- Run it (TODO: which script?)", "TODO", "TODO: which script?"],
    ["- Owner: TBD of the team", "TBD", "TBD"],
    ["Ana signs it. Owner: TBD", "TBD", "TBD"],
    ["It is kept for\nTBD\ndays.", "TBD", "TBD"],
    ["- TODO: name the columns. The export is daily.", "TODO", "TODO: name the columns"],
    ["TBD - said by Bob. Update it.", "TBD", "TBD - said by Bob"],
    ["TODO - agree on the code\nThe system SHALL show help.", "TODO", "TODO - agree on the code"],
    ["- JWT (library TBD: x or y)", "TBD", "TBD: x or y"],
    ["| Fee | Value |\n| --- | --- |\n| x | $TBD |", "TBD", "TBD"],
    ["- The wait (TBD s) is short.", "TBD", "TBD"],
    ["### Limits (TBD)\n\nIt is x.", "TBD", "TBD"],
    ["| From | To |\n| --- | --- |\n| TBD | TBD |", "TBD", "TBD"],
    ["- The fee (to be decided) is paid.", "to be decided", "to be decided"],
    ["- See [TBD](#x) for it.\n\n## X\n\nIt is x.", "TBD", "TBD"],
    ["- It sends [Describe the mail here] at noon.", "[Describe the mail here]", "[Describe the mail here]"],
  ])("%s", (lines, marker, words) => {
    const [first] = asked(lines);
    expect(first).toMatchObject({ marker, passages: [{ marks: [words] }] });
    expect(first).not.toHaveProperty("fill");
    expect(first).not.toHaveProperty("add");
  });

  it.each([
    ["- A cart holds TBD items.", "TBD"],
    ["It is kept for [TBD].", "[TBD]"],
    ["- Keep it [NEEDS CLARIFICATION].", "[NEEDS CLARIFICATION]"],
    ["| a | b |\n| --- | --- |\n| x | < TBD |", "TBD"],
    ["- The wait (TBD s) is short.", "TBD"],
    ["- Owner (team: TBD)", "TBD"],
    ["- It costs $TBD.", "TBD"],
    ["- Run it (TODO: which script?)", "TODO: which script?"],
    ["- Keep it [NEEDS CLARIFICATION: how long?].", "[NEEDS CLARIFICATION: how long?]"],
    ["- Up to [TBD: ask the owner] before it.", "[TBD: ask the owner]"],
  ])("may be shown with a phrase in place of the marker: %s", (lines, replaces) =>
    expect(asked(lines)).toMatchObject([{ replaces }]),
  );

  it.each(["Payments are out of scope (TBD whether for good).", "From TBD to TBD."])(
    "is written by the person everywhere else: %s",
    (lines) => {
      const [first] = asked(lines);
      expect(first).not.toHaveProperty("replaces");
      expect(first).not.toHaveProperty("asks");
    },
  );

  it.each([
    [
      "- **FR-1**: It is kept for [NEEDS CLARIFICATION: how long?]. Ana sees it.",
      "It is kept for [NEEDS CLARIFICATION: how long?].",
    ],
    ["- **Retention**: kept for TBD days", "kept for TBD days"],
    ["It sends mails. [NEEDS CLARIFICATION: how often?]", "[NEEDS CLARIFICATION: how often?]"],
    ["- Which fee holds is still to be decided.", "Which fee holds is still to be decided."],
  ])("knows its sentence, without bullet, id and label: %s", (lines, sentence) =>
    expect(asked(lines)).toMatchObject([{ sentence }]),
  );

  it("of two markers knows no sentence that would take the other one away", () => {
    const all = asked("WHEN [NEEDS CLARIFICATION: trigger] THE SYSTEM SHALL [NEEDS CLARIFICATION: response].");
    for (const each of all) expect(each).not.toHaveProperty("sentence");
  });

  it.each([
    ["- (TODO: which script does this?)", "which script does this?"],
    ["TODO: keyboard shortcut?", "keyboard shortcut?"],
    ["> TODO(anton): two servers?", "two servers?"],
    ["- [NEEDS CLARIFICATION: who pays?]", "who pays?"],
    ["- **FR-003**: [NEEDS CLARIFICATION: mail,\n  SSO or OAuth?]", "mail,\n  SSO or OAuth?"],
    ["- Open question: how long are logs kept?", "how long are logs kept?"],
  ])("is a question that stays above its answer where it is all there is: %s", (lines, asks) =>
    expect(asked(lines)).toMatchObject([{ asks, add: true }]),
  );

  it("is the line alone of a block in which every line has a label", () => {
    const [first] = asked("**Status**: Draft\n**Owner**: TBD\n**Date**: 1 May");
    expect(first?.passages.map(({ text }) => text)).toEqual(["**Owner**: TBD"]);
  });

  it("is a line of front matter by itself, whatever key follows, and a place of its own also before a comment", () => {
    const source = "---\nreviewers:\n  - Ana\n  - TBD # who?\napprovers:\n  - Bob\n---\n\n# Shop\n\nIt sells.\n";
    const gaps = findGaps(source, {});
    const brief = { source, draft: source, gaps, issues: [], decisions: [], changes: [] };
    const all = gaps.map((gap) => ask(gap, passagesOf(brief, gap), source));
    expect(all).toMatchObject([{ fill: "TBD", passages: [{ text: "  - TBD # who?" }] }]);
  });

  it("in a cell is asked about with the head of its column", () => {
    const [first] = asked("| Tool | Max. loan | Deposit |\n| --- | --- | --- |\n| Wrench | 2 days | TBD |");
    expect(first?.question).toBe('the cell under "Deposit" says "TBD". What goes in its place?');
  });

  it("is about its own marker where two lines of a passage have one each", () => {
    const all = asked("One fee is TBD for now.\nAnother is TODO until May.");
    expect(all.map(({ marker }) => marker)).toEqual(["TBD", "TODO"]);
  });

  it("is edited in a block of code, whatever stands around it there", () => {
    const [first] = asked("```yaml", "timeout: TBD", "```", "", "It waits as the file says, for TBD.");
    expect(first).not.toHaveProperty("fill");
  });
});
