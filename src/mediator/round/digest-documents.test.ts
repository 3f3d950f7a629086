import { describe, expect, it } from "vitest";
import { makeReviewerDocument } from "../../../test/support/make-document.ts";
import { makeGap } from "../../../test/support/make-gap.ts";
import { paperSession } from "../../../test/support/paper-session.ts";
import type { VerdictValue } from "../../documents/agent-document.ts";
import { gapId } from "../../model/ids.ts";
import { digestReviewer } from "./digest-documents.ts";

const GAP = gapId("FLOW", 1);

/** Round 2, in which the gap is proposed again over a HIGH issue of round 1. */
function secondReview(value: VerdictValue, word?: "RESOLVED") {
  const session = paperSession({
    gaps: [makeGap({ id: GAP })],
    issues: (round) => (round === 1 ? [{ gap: GAP, severity: "HIGH" }] : []),
  });
  session.runUntil(({ round, gaps }) => round?.number === 2 && gaps.get(GAP)?.state === "PROPOSED");
  const lines = { line: 1, endLine: 1 };
  const document = makeReviewerDocument({
    verdicts: [{ gap: GAP, value, line: 1 }],
    rechecks: word ? [{ issue: "ISSUE-R1-001", status: word, why: "said", quotations: [], ...lines }] : [],
  });
  return digestReviewer(session.state, document, [GAP]).reviewed;
}

describe("what counts as reviewed (SPEC 5, PARTIAL_REVIEW)", () => {
  it("is a gap with a verdict and a word on every serious issue", () => {
    expect(secondReview("APPROVED", "RESOLVED")).toEqual([GAP]);
  });

  it("is none whose serious issue an approval passes over", () => {
    expect(secondReview("APPROVED")).toEqual([]);
  });

  it("is one that must be revised anyway", () => {
    expect(secondReview("NEEDS_REVISION")).toEqual([GAP]);
  });
});
