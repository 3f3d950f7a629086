import { describe, expect, test } from "vitest";
import { count, places, run } from "../../../test/support/check-rule.ts";
import { explicitMarker } from "./explicit-marker.ts";

describe("explicit-marker", () => {
  test.each([
    "TODO define the fee.",
    "The retention time is TBD.",
    "FIXME the number of reminders.",
    "XXX check with legal.",
    "Retention period: ??? days.",
    "The maximum weight is still to be defined.",
    "The fee is not yet decided.",
    "(open question: who pays for lost parcels?)",
    "OPEN QUESTION who pays?",
    "[NEEDS CLARIFICATION: which couriers]",
    "OQ-014 Who may open a blocked slot?",
    "GAP-BOOK-003 No rule for twins.",
    "The fee is still under discussion; it is unresolved who pays, and the rate is undecided.",
    "The number of retries still needs to be agreed.",
    "The fee has not been settled.",
    "We do not know how long a parcel stays.",
    "@todo describe the lock protocol.",
  ])("finds what the author left open: %s", (words) => {
    expect(count(explicitMarker, words)).toBe(1);
  });

  test.each([
    ["it stands in code", "The parser skips `TODO` lines."],
    ["it is quoted", 'The button shows "TBD".'],
    ["the words are named, not used", "The tool lists TODO, TBD and FIXME comments."],
    ["it is an ordinary word", "The list of open parcels is sorted."],
  ])("stays silent when %s", (_, words) => {
    expect(count(explicitMarker, words)).toBe(0);
  });

  test("a marker in a code block is text", () => {
    expect(run(explicitMarker, "# X\n\n## Y\n\n```\nTODO\n```\n\nText.\n")).toEqual([]);
  });

  test("a gap is declared once; further on its id is a reference", () => {
    const text =
      "# X\n\n## Gaps\n\n| Id | What |\n|---|---|\n| GAP-API-001 | no limit |\n\n- GAP-API-001 blocks the release\n";
    expect(places(explicitMarker, text)).toEqual(["7: | GAP-API-001 | no limit |"]);
  });

  test.each(["Open questions", "Questions still open", "Unresolved points", "Pending", "Decisions pending"])(
    "each item below %s is open, unless it is answered",
    (title) => {
      const text = `# X\n\n## ${title}\n\n- Who pays for lost parcels?\n- The size of a label\n- Decided: 5 days\n- ~~Which app?~~\n- None.\n`;
      expect(places(explicitMarker, text)).toEqual(["5: - Who pays for lost parcels?", "6: - The size of a label"]);
    },
  );

  test("a question that the document answers is settled", () => {
    const text =
      "# X\n\n## Fees\n\nThe sender pays for lost parcels.\n\n## Open questions\n\n- Who pays for lost parcels?\n- Who pays for broken doors?\n";
    expect(places(explicitMarker, text)).toEqual(["10: - Who pays for broken doors?"]);
  });

  test("known limitations are decided, unless they ask", () => {
    const text = "# X\n\n## Known limitations\n\n- The door needs power.\n- Does it open without?\n";
    expect(places(explicitMarker, text)).toEqual(["6: - Does it open without?"]);
  });

  test("an item that says what is to be decided is a marker and no placeholder", () => {
    expect(run(explicitMarker, "# X\n\n## Y\n\n- To be decided: who sees the price.\n")).toHaveLength(1);
  });

  test("a section that holds only a placeholder is left to the rule for empty sections", () => {
    expect(run(explicitMarker, "# X\n\n## Y\n\nTBD\n")).toEqual([]);
  });
});
