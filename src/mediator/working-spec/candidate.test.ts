import { describe, expect, it } from "vitest";
import { change, GAP, proposal, sampleState } from "../../../test/support/sample-session.ts";
import { Table } from "../../model/table.ts";
import { acceptGaps, candidateOf } from "./candidate.ts";

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

describe("changes that overlap", () => {
  it("are not accepted, nor shown to the Reviewer, beside the earlier ones", () => {
    const later = change({ new: "The server asks both devices. Copies are kept." });
    const state = sampleState({
      proposals: Table.of([
        proposal({ id: OTHER, round: 4, changes: [change()] }),
        proposal({ id: GAP, round: 4, changes: [later] }),
      ]),
    });
    const [held, accepted, changes] = acceptGaps(state, [GAP, OTHER], "reviewed");
    expect(held).toMatchObject({ type: "proposal_held", gap: GAP });
    expect(accepted).toMatchObject({ type: "gap_changed", gap: OTHER });
    expect(changes).toMatchObject({ batch: { sets: [{ gap: OTHER }] } });
    const { spec, failed } = candidateOf(state, [GAP, OTHER]);
    expect(failed).toEqual([GAP]);
    expect(JSON.stringify(spec)).not.toContain("asks both devices");
  });
});
