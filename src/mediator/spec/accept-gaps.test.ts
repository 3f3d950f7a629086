import { describe, expect, it } from "vitest";
import { change, GAP, proposal, sampleState } from "../../../test/support/sample-session.ts";
import { Table } from "../../model/table.ts";
import { acceptGaps } from "./accept-gaps.ts";

const OTHER = "GAP-SEARCH-001";

describe("a gap without a change of its own (SPEC 4.5)", () => {
  const state = sampleState({
    proposals: Table.of([
      proposal({ id: GAP, round: 4, changes: [change()] }),
      proposal({ id: OTHER, round: 4, noChange: "keeps the change with the higher version" }),
    ]),
  });

  it("is accepted with the gap whose change settles it, and held without it", () => {
    const types = (...gaps: Parameters<typeof acceptGaps>[1]) =>
      acceptGaps(state, gaps, "reviewed").map((event) => [event.type, "gap" in event ? event.gap : ""]);
    expect(types(GAP, OTHER)).toEqual([
      ["gap_changed", OTHER],
      ["gap_changed", GAP],
      ["changes_accepted", ""],
    ]);
    expect(types(OTHER)).toEqual([["proposal_held", OTHER]]);
  });
});
