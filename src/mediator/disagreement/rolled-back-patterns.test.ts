import { describe, expect, it } from "vitest";
import { makeGap } from "../../../test/support/make-gap.ts";
import { paperSession } from "../../../test/support/paper-session.ts";
import { gapId } from "../../model/ids.ts";
import type { Pattern } from "../../model/rollback.ts";
import type { RollbackRecord, State } from "../state.ts";
import { lastVersion } from "../working-spec/candidate.ts";
import { isRolledBackForDifferentPatterns } from "./measure-round.ts";

const [GAP, OTHER] = [gapId("FLOW", 1), gapId("FLOW", 2)];

/** In round 2, with a proposal of the gap in both rounds. */
function inRoundTwo(): State {
  const session = paperSession({
    gaps: [makeGap({ id: GAP })],
    issues: (round) => (round === 1 ? [{ gap: GAP, severity: "CRITICAL" }] : []),
  });
  session.runUntil((state) => state.round?.number === 2 && state.round.measured);
  return session.state;
}

function rollback(round: number, gap: typeof GAP, ...patterns: Pattern[]): RollbackRecord {
  const attempted = { gap, sections: [], examples: 0, chars: 0, covered: [], missed: [] };
  const found = { confidence: "HIGH" as const, gap, message: "", evidence: [] };
  const analysis = {
    round,
    attempt: 1,
    gaps: [{ ...attempted, addressed: "yes" as const }],
    patterns: patterns.map((pattern) => ({ ...found, pattern })),
    contradictions: [],
    score: 0,
  };
  return {
    to: round - 1,
    reason: "too vague",
    at: "2026-01-12T14:30:00Z",
    archives: [],
    by: "user",
    mode: "INTERACTIVE",
    way: "same",
    analyses: [analysis],
    rootCauses: [],
    decisions: [],
    adjustments: [],
  };
}

describe("a gap that was rolled back in the running round (SPEC 9, H2)", () => {
  const state = inRoundTwo();
  const undoneBy = (...rollbacks: RollbackRecord[]) => isRolledBackForDifferentPatterns({ ...state, rollbacks }, GAP);

  it("counts when it was undone twice for patterns that differ", () => {
    expect(undoneBy(rollback(2, GAP, "ABSTRACT_OUTPUT"), rollback(2, GAP, "MISSING_SECTIONS"))).toBe(true);
    expect(undoneBy(rollback(2, GAP, "ABSTRACT_OUTPUT"), rollback(2, GAP))).toBe(true);
  });

  it("does not count once, nor for the same patterns in another order", () => {
    expect(undoneBy(rollback(2, GAP, "ABSTRACT_OUTPUT"))).toBe(false);
    const [first, second]: [Pattern, Pattern] = ["ABSTRACT_OUTPUT", "SCOPE_DRIFT"];
    expect(undoneBy(rollback(2, GAP, first, second), rollback(2, GAP, second, first))).toBe(false);
  });

  it("does not count for another round or another gap", () => {
    const undone = rollback(2, GAP, "ABSTRACT_OUTPUT");
    expect(undoneBy(undone, rollback(1, GAP, "MISSING_SECTIONS"))).toBe(false);
    expect(undoneBy(undone, rollback(2, OTHER, "MISSING_SECTIONS"))).toBe(false);
  });
});

describe("the version that the issues of a gap are about", () => {
  const state = inRoundTwo();

  it("is the one before this round's, also where this round has none yet", () => {
    expect(lastVersion(state, GAP)?.round).toBe(1);
    const [own] = [...state.proposals].filter(({ id }) => id === GAP);
    const before = own?.previous;
    if (!own || !before) throw new Error("there is no version before");
    const proposals = state.proposals.set({ ...own, ...before });
    expect(lastVersion({ ...state, proposals }, GAP)?.round).toBe(1);
  });

  it("is that of the whole for a part that has none", () => {
    const part = makeGap({ id: gapId("FLOW", 7), partOf: GAP });
    expect(lastVersion({ ...state, gaps: state.gaps.set(part) }, part.id)?.round).toBe(2);
    expect(lastVersion(state, OTHER)).toBeUndefined();
  });
});
