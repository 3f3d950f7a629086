import { describe, expect, it } from "vitest";
import { makeGap } from "../../../test/support/make-gap.ts";
import { paperSession } from "../../../test/support/paper-session.ts";
import type { EngineerDigest } from "../../model/digest.ts";
import { gapId, issueId } from "../../model/ids.ts";
import type { Severity } from "../../model/severity.ts";

const GAP = gapId("FLOW", 1);

function disagreeing(digest: EngineerDigest): EngineerDigest {
  const block = { concern: "c", position: "It stands.", rationale: "Nobody asks.", line: 1, endLine: 2 };
  return { ...digest, responses: [], disagreements: [{ issue: issueId(1, 1), ...block }] };
}

describe("a verdict NEEDS_REVISION without a serious issue (SPEC 3.6)", () => {
  it("never accepts: the gap is revised, and the second time in a row the User is asked", () => {
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

  it.each<[string, Severity[], string]>([
    ["nothing else is open", [], "ACCEPTED"],
    ["another issue is open", ["MEDIUM"], "NEEDS_REVISION"],
  ])("lets a gap pass whose issue the User waives only where no other is open: %s", (_, others, state) => {
    const session = paperSession({
      gaps: [makeGap({ id: GAP })],
      config: { autoConfirm: false },
      issues: (round) => (round === 1 ? ["HIGH" as const, ...others].map((severity) => ({ gap: GAP, severity })) : []),
      engineerDigest: (digest, round) => (round === 2 ? disagreeing(digest) : digest),
      reviewerDigest: (digest) => ({ ...digest, verdicts: [{ gap: GAP, value: "NEEDS_REVISION" }] }),
      rechecks: () => [],
      answer: ({ kind }) => (kind === "conflict" ? { options: ["B"] } : undefined),
    });
    session.runUntil(({ records, decisions }) => records.length === 2 || decisions.length === 1);
    session.runUntil(({ answers }) => answers.length === 0);
    expect(session.state.issues.get(issueId(1, 1))?.state).toBe("WAIVED");
    expect(session.state.gaps.get(GAP)?.state).toBe(state);
  });
});
