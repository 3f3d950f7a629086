import type { ReviewerDigest } from "../../model/digest.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { GapId } from "../../model/ids.ts";
import { holdsBack } from "../../model/issue.ts";
import { waitsForPerson } from "../disagreement/flag-thresholds.ts";
import { unsettledIssues } from "../queries.ts";
import type { OpenRound, State } from "../state.ts";
import { makeNote } from "./make-note.ts";

/** Passed over in a review that covers the gap and raises nothing CRITICAL or HIGH there (SPEC 3.6). */
export function verifyBySilence(
  state: State,
  round: OpenRound,
  digest: ReviewerDigest,
  under: readonly GapId[],
): SessionEvent[] {
  const worded = new Set(digest.rechecks.map((recheck) => recheck.issue));
  const covered = under.filter((gap) => digest.reviewed.includes(gap) && !raisesBlocking(state, round, gap));
  const passed = covered.flatMap((gap) =>
    unsettledIssues(state, gap).filter(
      (issue) =>
        issue.round < round.number &&
        issue.state !== "DISPUTED" &&
        !worded.has(issue.id) &&
        !waitsForPerson(state, issue.id),
    ),
  );
  return passed.flatMap((issue, index): SessionEvent[] => {
    const why = "passed over by a review that covers its gap";
    const verified: SessionEvent = {
      type: "issue_changed",
      issue: issue.id,
      to: "VERIFIED",
      why,
      bySilence: true,
      notFixedInARow: 0,
    };
    if (!issue.unansweredIn.includes(round.number)) return [verified];
    const message = `${issue.gap} may close over ${issue.id} (${issue.severity}): the Engineer seems not to answer it, and the review passes over it`;
    const content = { kind: "closed-over-open-issue" as const, message, gap: issue.gap, issue: issue.id };
    return [verified, { type: "noted", note: makeNote(round, 200 + index, content) }];
  });
}

/** A late finding that is only noted is none of these. */
function raisesBlocking(state: State, round: OpenRound, gap: GapId): boolean {
  return unsettledIssues(state, gap).some((issue) => issue.round === round.number && holdsBack(issue));
}
