import type { EngineerDigest } from "../../model/digest.ts";
import type { Flag } from "../../model/disagreement.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { IssueId } from "../../model/ids.ts";
import { type Issue, issueTransitionProblem } from "../../model/issue.ts";
import { isBlocking } from "../../model/severity.ts";
import { openConflicts } from "../conflicts/open-conflicts.ts";
import { unsettledIssues } from "../queries.ts";
import type { OpenRound, State } from "../state.ts";
import type { Judgement } from "./detector/judgement.ts";
import { raiseFlags } from "./detector/raise-flags.ts";
import { measureRate } from "./measure-rate.ts";

/**
 * What the Engineer's document makes of the open issues of its gaps: what it answers, what it disagrees with, and what
 * it leaves unsaid (SPEC 3.6, 8, 9). The judgements are the detector's.
 */
export function measureRound(
  state: State,
  round: OpenRound,
  digest: EngineerDigest,
  judgements: readonly Judgement[],
): SessionEvent[] {
  const open = digest.proposals.flatMap((proposal) => unsettledIssues(state, proposal.gap));
  const blocking = open.filter((issue) => isBlocking(issue.severity));
  const disagreed = new Set(digest.disagreements.map((block) => block.issue));
  const flags = flagsOf(state, round, judgements, disagreed);
  const flagged = new Set(flags.map((flag) => flag.issue));
  const answered = answeredIssues(open, digest, judgements, new Set([...disagreed, ...flagged]));
  const rate = measureRate(state, round.number, blocking, blocking.filter((issue) => disagreed.has(issue.id)).length);
  return [
    { type: "disagreement_measured", round: round.number, rate, flags, answered: answered.map((issue) => issue.id) },
    ...answered.map((issue): SessionEvent => {
      const named = digest.responses.some((response) => response.issue === issue.id);
      const why = named ? "the Engineer answers it by id" : "the Engineer answers it in substance";
      return { type: "issue_changed", issue: issue.id, to: "ANSWERED", why };
    }),
    ...flags.flatMap((flag) => unanswered(state, flag)),
    ...openConflicts(state, digest, round.number),
  ];
}

/** What the document disagrees with openly is a conflict, not a flag. */
function flagsOf(
  state: State,
  round: OpenRound,
  judgements: readonly Judgement[],
  disagreed: ReadonlySet<IssueId>,
): Flag[] {
  const already = state.flags.filter((flag) => flag.round === round.number).length;
  const silent = judgements.filter(({ issue }) => issue.id === undefined || !disagreed.has(issue.id));
  return raiseFlags(silent, round.number, already);
}

/** By id for every issue; for CRITICAL and HIGH also in substance, where the detector finds it. */
function answeredIssues(
  open: readonly Issue[],
  digest: EngineerDigest,
  judgements: readonly Judgement[],
  not: ReadonlySet<IssueId>,
): Issue[] {
  const named = new Set<IssueId | undefined>(digest.responses.map((response) => response.issue));
  for (const judgement of judgements) if (judgement.status === "ANSWERED") named.add(judgement.issue.id);
  return open.filter(
    (issue) => named.has(issue.id) && !not.has(issue.id) && issueTransitionProblem(issue, "ANSWERED") === undefined,
  );
}

/** The issue remembers the rounds in which it was passed over: three make a pattern (SPEC 9). */
function unanswered(state: State, flag: Flag): SessionEvent[] {
  const issue = state.issues.get(flag.issue);
  if (!issue || issue.unansweredIn.includes(flag.round)) return [];
  const why = `${flag.id}: ${flag.status}`;
  return [{ type: "issue_changed", issue: issue.id, to: issue.state, why, unansweredIn: flag.round }];
}
