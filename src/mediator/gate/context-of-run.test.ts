import { describe, expect, it } from "vitest";
import { makeGap } from "../../../test/support/make-gap.ts";
import { paperSession } from "../../../test/support/paper-session.ts";
import type { Change } from "../../model/change.ts";
import { gapId } from "../../model/ids.ts";
import type { State } from "../state.ts";
import { contextOfRun } from "./context-of-run.ts";

const GAP = gapId("FLOW", 1);
const SOURCE = "Parcels are kept.\n";
const change = (old: string, text: string): Change => ({ number: 1, kind: "replace", place: "", old, new: text });

/** Round 1 proposes `for a day`; what the review says of it decides how the gap comes to its second round. */
function session(severity: "HIGH" | "LOW") {
  return paperSession({
    gaps: [makeGap({ id: GAP }), makeGap({ id: gapId("FLOW", 2) })],
    config: { parallelGaps: 1 },
    source: SOURCE,
    issues: (round) => (round === 1 ? [{ gap: GAP, severity }] : []),
    engineerDigest: (digest, round) => ({
      ...digest,
      proposals: digest.proposals.map((proposal) => ({
        ...proposal,
        changes: round === 1 ? [change("kept", "kept for a day")] : [],
      })),
    }),
  });
}

const previous = (state: State, round: number) =>
  contextOfRun(state, { role: "engineer", round, gaps: [GAP], attempt: 1, id: "R" }).previous?.[0]?.text;

describe("the text that the last review of a gap saw", () => {
  it("is absent before its first proposal, and has the changes of its last version after it", () => {
    const revised = session("HIGH");
    revised.runUntil(({ round }) => round?.number === 1);
    expect(previous(revised.state, 1)).toBeUndefined();
    revised.runUntil(({ round }) => round?.number === 2 && round.engineerDocument === undefined);
    expect(revised.state.spec.text[0]?.text).toBe(SOURCE);
    expect(previous(revised.state, 2)).toBe("Parcels are kept for a day.\n");
  });

  it("is the one before a document of the same round that is written again", () => {
    const revised = session("HIGH");
    revised.runUntil(({ round }) => round?.number === 2 && round.engineerDocument !== undefined);
    expect(previous(revised.state, 2)).toBe("Parcels are kept for a day.\n");
  });

  it("has a change once that was accepted and stands in the working spec", () => {
    const accepted = session("LOW");
    accepted.runUntil(({ round, spec }) => round?.number === 2 && spec.batches.length > 0);
    expect(previous(accepted.state, 2)).toBe("Parcels are kept for a day.\n");
  });
});
