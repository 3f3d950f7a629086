import { InternalError } from "../../errors/whetstone-error.ts";
import { defined } from "../../model/defined.ts";
import { type Conflict, type Flag, isWaiting } from "../../model/disagreement.ts";
import type { Issue } from "../../model/issue.ts";
import { issueTransitionProblem, isUnsettled } from "../../model/issue-state.ts";
import type { State } from "../state.ts";
import { type EventOf, type Folds, logChange } from "./folds.ts";

export const issueFolds = {
  issue_raised: (state, { issue }) => {
    if (state.issues.has(issue.id)) throw new InternalError(`${issue.id} is in the ledger already`);
    return withIssue(state, issue);
  },
  issue_changed: issueChanged,
} satisfies Partial<Folds>;

function issueChanged(state: State, event: EventOf<"issue_changed">): State {
  const before = state.issues.get(event.issue);
  const issue = changed(state, event);
  const next = counted(withIssue(weighed(state, issue), issue), before, event.to);
  return logChange(next, { about: event.issue, from: before?.state ?? "", to: event.to, why: event.why });
}

function changed(state: State, event: EventOf<"issue_changed">): Issue {
  const issue = state.issues.get(event.issue);
  if (!issue) throw new InternalError(`${event.issue} is not in the ledger`);
  const problem = event.to === issue.state ? undefined : issueTransitionProblem(issue, event.to);
  if (problem) throw new InternalError(problem, { target: event.why });
  const { severity, decided, lastWord, lastAnswer } = event;
  return {
    ...issue,
    state: event.to,
    notFixedInARow: event.notFixedInARow ?? issue.notFixedInARow,
    unansweredIn: event.unansweredIn === undefined ? issue.unansweredIn : [...issue.unansweredIn, event.unansweredIn],
    ...defined({ severity, decided, lastWord, lastAnswer }),
  };
}

/** What is open about an issue has its severity: how it is asked, and what waits for it, follows from that (SPEC 9, 10.4). */
function weighed(state: State, { id, severity }: Issue): State {
  if (state.issues.get(id)?.severity === severity) return state;
  const isOther = ({ issue, severity: before }: Flag | Conflict) => issue === id && before !== severity;
  return {
    ...state,
    conflicts: state.conflicts.map((conflict) =>
      conflict.state === "open" && isOther(conflict) ? { ...conflict, severity } : conflict,
    ),
    flags: state.flags.map((flag) => (isWaiting(flag) && isOther(flag) ? { ...flag, severity } : flag)),
  };
}

/** The Reviewer's word on an issue that the detector held for ANSWERED is what its recall is measured by (SPEC 9). */
function counted(state: State, before: Issue | undefined, to: Issue["state"]): State {
  if (before?.state !== "ANSWERED" || to !== "NOT_FIXED") return state;
  const { flagStatistics } = state;
  return { ...state, flagStatistics: { ...flagStatistics, missed: flagStatistics.missed + 1 } };
}

function withIssue(state: State, issue: Issue): State {
  const isLive = state.liveIssues.includes(issue.id);
  const live = isUnsettled(issue) || issue.state === "LOWERED";
  let liveIssues = state.liveIssues;
  if (live && !isLive) liveIssues = [...liveIssues, issue.id];
  if (!live && isLive) liveIssues = liveIssues.filter((id) => id !== issue.id);
  return { ...state, issues: state.issues.set(issue), liveIssues };
}
