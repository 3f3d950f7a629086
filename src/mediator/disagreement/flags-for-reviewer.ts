import type { EngineerDigest, ReviewerDigest } from "../../model/digest.ts";
import { type FlagOutcome, isWaiting } from "../../model/disagreement.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { IssueId } from "../../model/ids.ts";
import type { State } from "../state.ts";
import { flagsOf } from "./flag-thresholds.ts";
import { judgeAnswers } from "./judge-answers.ts";

/** Something for the Reviewer to look at. */
export interface ReviewerRemark {
  /** The flag's id; the issue's own where it is only a note. */
  readonly id: string;
  readonly issue: IssueId;
  readonly text: string;
}

/** What the Reviewer is asked to look at before the person is: flags, and passages that stand as they were (SPEC 9). */
export function flagsForReviewer(state: State): ReviewerRemark[] {
  const { round } = state;
  if (!round) return [];
  const flags = flagsOf(state, round)
    .filter(isWaiting)
    .map(({ id, issue, evidence }) => ({ id, issue, text: evidence.map(({ what }) => what).join("; ") }));
  const digest = round.engineerDocument?.digest;
  return [...flags, ...(digest ? unchangedPassages(state, digest) : [])];
}

/** An unchanged passage beside changes elsewhere is no flag: the Reviewer sees whether it matters (SPEC 9). */
function unchangedPassages(state: State, digest: EngineerDigest): ReviewerRemark[] {
  return judgeAnswers(state, digest)
    .filter(({ status, passages }) => {
      return (
        status === "ANSWERED" &&
        passages.length > 0 &&
        passages.every(({ changed, gone }) => !changed && gone === undefined)
      );
    })
    .map(({ issue }) => ({
      id: issue.id,
      issue: issue.id,
      text: "it is answered, and the words that it quotes stand as they were",
    }));
}

/** The Reviewer's next word on an issue settles its flags for good: RESOLVED withdraws, NOT_FIXED or PARTLY confirms (SPEC 9). */
export function reviewedFlags(state: State, { rechecks }: Pick<ReviewerDigest, "rechecks">): SessionEvent[] {
  const words = new Map(rechecks.map(({ issue, status }) => [issue, status]));
  const raised = state.flags.filter(({ outcome }) => outcome === "raised");
  return raised.flatMap((flag): SessionEvent[] => {
    const word = words.get(flag.issue);
    if (word === undefined) return [];
    const outcome: FlagOutcome = word === "RESOLVED" || word === "WITHDRAWN" ? "withdrawn" : "confirmed";
    return [{ type: "flag_settled", flag: flag.id, outcome }];
  });
}
