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

  test("a section that holds only a placeholder is left to the rule for empty sections", () => {
    expect(run(explicitMarker, "# X\n\n## Y\n\nTBD\n")).toEqual([]);
  });
});
