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

describe("a marker is filled verbatim, with its note and its brackets (SPEC 16.4)", () => {
  it.each([
    ["- TBD", "TBD"],
    ["- [ ] TODO", "TODO"],
    ["| Limit | Value |\n| --- | --- |\n| Rooms | TBD |", "TBD"],
    ["| Limit | Value |\n| --- | --- |\n| Rooms | (TBC: ask ops) |", "(TBC: ask ops)"],
    ["Retention: TBD.", "TBD"],
    ["To be written.", "To be written."],
    ["- **Owner**: [NEEDS CLARIFICATION: who?]", "[NEEDS CLARIFICATION: who?]"],
    ["- **FR-003**: TBD", "TBD"],
    ["- Owner: TBD\n  - Ana is asked.", "TBD"],
    ["1. TODO: name the columns", "TODO: name the columns"],
    ["- **FR-004**: TODO ask the team", "TODO ask the team"],
    ["- TBD – ask Bob", "TBD – ask Bob"],
    ["**Status**: Draft\n**Owner**: TBD\n**Date**: 1 May", "TBD"],
    ["- Colour: [Describe the colour here]", "[Describe the colour here]"],
    ["- A cart holds TBD items.", "TBD"],
    ["It is kept for [NEEDS CLARIFICATION: how long?].", "[NEEDS CLARIFICATION: how long?]"],
    ["- Run it (TODO: which script?)", "(TODO: which script?)"],
    ["- The table shows TBC: colour of the age column. It is wide.", "TBC: colour of the age column"],
    ["TODO - agree on the code\nThe system SHALL show help.", "TODO - agree on the code"],
    ["- The wait (TBD s) is short.", "(TBD s)"],
  ])("%s", (lines, fill) => expect(asked(lines)).toMatchObject([{ fill }]));

  it("is not filled where it stands twice: the line is edited", () => {
    const [line] = asked("- TBD and TBD are kept.");
    expect(line).toMatchObject({ marker: "TBD" });
    expect(line).not.toHaveProperty("fill");
  });

  it("is about its own marker where two lines of a passage have one each", () => {
    const all = asked("One fee is TBD for now.\nAnother is TODO until May.");
    expect(all.map(({ fill }) => fill)).toEqual(["TBD", "TODO"]);
  });

  it("is a line of front matter by itself", () => {
    const source = "---\ntitle: Cart\nowner: TBD\n---\n\n# Shop\n";
    const gaps = findGaps(source, {});
    const brief = { source, draft: source, gaps, issues: [], decisions: [], changes: [] };
    const questions = gaps.map((gap) => ask(gap, passagesOf(brief, gap), source));
    expect(questions).toMatchObject([{ fill: "TBD", passages: [{ text: "owner: TBD" }] }]);
  });
});
