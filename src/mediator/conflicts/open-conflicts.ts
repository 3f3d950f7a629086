import type { DisagreementDigest, EngineerDigest } from "../../model/digest.ts";
import type { Conflict } from "../../model/disagreement.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { Issue } from "../../model/issue.ts";
import { issueTransitionProblem } from "../../model/issue.ts";
import type { State } from "../state.ts";

/** A valid DISAGREE makes a conflict (SPEC 8, 10.1). */
export function openConflicts(state: State, digest: EngineerDigest, round: number): SessionEvent[] {
  return digest.disagreements.flatMap((block): SessionEvent[] => {
    const issue = state.issues.get(block.issue);
    if (!issue || issueTransitionProblem(issue, "DISPUTED") !== undefined) return [];
    return [
      { type: "conflict_opened", conflict: explicitConflict(issue, block, round) },
      { type: "issue_changed", issue: issue.id, to: "DISPUTED", why: "the Engineer disagrees" },
    ];
  });
}

/** An open conflict that no longer is one: the Reviewer gave in, or the document was taken back. */
export function dropConflict(conflict: Conflict): SessionEvent {
  return { type: "conflict_closed", issue: conflict.issue, state: "dropped" };
}

export function openConflictOn(state: State, issue: Issue["id"]): Conflict | undefined {
  return state.conflicts.find((conflict) => conflict.issue === issue && conflict.state === "open");
}

/** What the Reviewer wants: the suggestion, else the whole issue (SPEC 10.2, verbatim). */
export function reviewerPosition(issue: Issue): string {
  return issue.suggestion ?? issue.text;
}

function explicitConflict(issue: Issue, block: DisagreementDigest, round: number): Conflict {
  return {
    issue: issue.id,
    gap: issue.gap,
    severity: issue.severity,
    round,
    kind: "explicit",
    heuristics: [],
    reviewerPosition: reviewerPosition(issue),
    ...(issue.impact === undefined ? {} : { reviewerImpact: issue.impact }),
    engineerPosition: block.position,
    engineerRationale: block.rationale,
    ...(block.alternative === undefined ? {} : { engineerAlternative: block.alternative }),
    state: "open",
  };
}
