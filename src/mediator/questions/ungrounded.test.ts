import { describe, expect, it } from "vitest";
import { makeGap } from "../../../test/support/make-gap.ts";
import { paperSession } from "../../../test/support/paper-session.ts";
import { gapId } from "../../model/ids.ts";
import type { Answer } from "../../model/question.ts";

const GAP = gapId("FLOW", 1);

/** Round 1 raises a CRITICAL issue whose words do not occur; whoever is asked about it answers so. */
function ungrounded(answer?: Pick<Answer, "options"> & Partial<Answer>) {
  return paperSession({
    gaps: [makeGap({ id: GAP })],
    issues: (round) => (round === 1 ? [{ gap: GAP, severity: "CRITICAL" }] : []),
    reviewerDigest: (digest) => ({ ...digest, issues: digest.issues.map((issue) => ({ ...issue, anchored: false })) }),
    answer: ({ kind }) => (kind === "ungrounded" ? answer : undefined),
  });
}

describe("a CRITICAL issue whose words do not occur, also after the retry (SPEC 5)", () => {
  it("is held, and the person alone says whether it counts", () => {
    const session = ungrounded();
    expect(session.run()).toBe("waiting");
    expect(session.questions).toMatchObject([
      { kind: "ungrounded", about: ["ISSUE-R1-001", GAP], personOnly: true, options: [{ id: "counts" }, {}, {}] },
    ]);
    expect(session.state.gaps.get(GAP)?.state).toBe("PROPOSED");
  });

  it("that counts is answered by the Engineer, and not asked about again", () => {
    const session = ungrounded({ options: ["counts"] });
    session.runUntil((state) => state.records.length === 1);
    expect(session.state.gaps.get(GAP)?.state).toBe("NEEDS_REVISION");
    expect(session.run()).toBe("ended");
    expect(session.questions).toHaveLength(1);
  });

  it.each([
    ["lower", "LOWERED", "MEDIUM"],
    ["waive", "WAIVED", "CRITICAL"],
  ])("that the person answers with %s holds nothing back", (choice, state, severity) => {
    const session = ungrounded({ options: [choice], fields: { reason: "Nothing like it is there." } });
    session.runUntil(({ gaps }) => gaps.get(GAP)?.state === "ACCEPTED");
    expect(session.state.issues.get("ISSUE-R1-001")).toMatchObject({ state, severity });
    expect(session.state.decisions).toMatchObject([{ type: "ungrounded", issues: ["ISSUE-R1-001"] }]);
  });
});
