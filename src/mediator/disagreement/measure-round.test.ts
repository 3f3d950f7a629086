import { describe, expect, it } from "vitest";
import { makeGap } from "../../../test/support/make-gap.ts";
import { paperSession } from "../../../test/support/paper-session.ts";
import type { GateWarning } from "../../model/gate-result.ts";
import { measureRound } from "./measure-round.ts";

function notesFor(...warnings: readonly GateWarning[]) {
  const session = paperSession({ gaps: [makeGap()] });
  session.runUntil((state) => state.round?.engineerDocument !== undefined);
  const { round } = session.state;
  if (!round?.engineerDocument) throw new Error("there is no document");
  const document = { ...round.engineerDocument, warnings };
  const events = measureRound(session.state, { ...round, engineerDocument: document }, document.digest);
  return events.flatMap((event) => (event.type === "noted" ? [event.note] : []));
}

describe("warnings at the gate that the User may act on (SPEC 8, 10.5)", () => {
  it("are notes with ids, on the issue and the gap that they name", () => {
    const repeated = "GAP-FLOW-001 repeats 80 % of the position on ISSUE-R1-002 that DECISION-R2-001 rejected.";
    expect(
      notesFor(
        { type: "QUOTE_MISMATCH", message: "ISSUE-R1-001 does not say that.", line: 7, issue: "ISSUE-R1-001" },
        { type: "THIN_CONTENT", message: "GAP-FLOW-001 is short." },
        { type: "REPEATED_POSITION", message: repeated, gap: "GAP-FLOW-001", issue: "ISSUE-R1-002" },
      ),
    ).toEqual([
      {
        id: "NOTE-R1-001",
        kind: "gate-warning",
        message: "QUOTE_MISMATCH: ISSUE-R1-001 does not say that.",
        issue: "ISSUE-R1-001",
      },
      {
        id: "NOTE-R1-002",
        kind: "gate-warning",
        message: `REPEATED_POSITION: ${repeated}`,
        gap: "GAP-FLOW-001",
        issue: "ISSUE-R1-002",
      },
    ]);
  });
});
