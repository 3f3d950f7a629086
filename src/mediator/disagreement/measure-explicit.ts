import type { EngineerDigest } from "../../model/digest.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { IssueId } from "../../model/ids.ts";
import { type Issue, issueTransitionProblem } from "../../model/issue.ts";
import { isBlocking } from "../../model/severity.ts";
import { openConflicts } from "../conflicts/open-conflicts.ts";
import { unsettledIssues } from "../queries.ts";
import type { OpenRound, State } from "../state.ts";
import { measureRate } from "./measure-rate.ts";

/** What the Engineer's document answers by id, and what it disagrees with (SPEC 3.6, 8). */
export function measureExplicit(state: State, round: OpenRound, digest: EngineerDigest): SessionEvent[] {
  const open = digest.proposals.flatMap((proposal) => unsettledIssues(state, proposal.gap));
  const blocking = open.filter((issue) => isBlocking(issue.severity));
  const disagreed = new Set(digest.disagreements.map((block) => block.issue));
  const answered = answeredIssues(open, digest, disagreed);
  return [
    {
      type: "disagreement_measured",
      round: round.number,
      rate: measureRate(state, round.number, blocking, blocking.filter((issue) => disagreed.has(issue.id)).length),
      flags: [],
      answered,
    },
    ...answered.map(
      (issue): SessionEvent => ({ type: "issue_changed", issue, to: "ANSWERED", why: "the Engineer answers it by id" }),
    ),
    ...openConflicts(state, digest, round.number),
  ];
}

function answeredIssues(open: readonly Issue[], digest: EngineerDigest, disagreed: ReadonlySet<IssueId>): IssueId[] {
  const named = new Set(digest.responses.map((response) => response.issue));
  return open
    .filter((issue) => named.has(issue.id) && !disagreed.has(issue.id))
    .filter((issue) => issueTransitionProblem(issue, "ANSWERED") === undefined)
    .map((issue) => issue.id);
}
