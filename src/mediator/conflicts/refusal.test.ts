import { describe, expect, it } from "vitest";
import { gapId } from "../../model/ids.ts";
import { makeGap } from "../../testing/make-gap.ts";
import { paperSession } from "../../testing/paper-session.ts";

const GAP = gapId("FLOW", 1);

describe("a verdict NEEDS_REVISION without a serious issue (SPEC 3.6)", () => {
  it("never accepts: the gap is revised, and the second time in a row the person is asked", () => {
    const session = paperSession({
      gaps: [makeGap({ id: GAP })],
      reviewerDigest: (digest) => ({ ...digest, verdicts: [{ gap: GAP, value: "NEEDS_REVISION" }] }),
    });
    session.runUntil((state) => state.records.length === 1);
    expect(session.state.gaps.get(GAP)?.state).toBe("NEEDS_REVISION");
    expect(session.run()).toBe("waiting");
    expect(session.questions).toMatchObject([{ kind: "verdict", about: [GAP] }]);
    expect(session.state.gaps.get(GAP)?.state).toBe("PROPOSED");
  });
});
