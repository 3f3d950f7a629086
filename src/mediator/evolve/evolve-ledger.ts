import { InternalError } from "../../errors/whetstone-error.ts";
import { changeGap, dependOnParts, supersede } from "../../model/change-gap.ts";
import { isOpen } from "../../model/counting.ts";
import { defined } from "../../model/defined.ts";
import { type Conflict, type Flag, isWaiting } from "../../model/disagreement.ts";
import type { Gap } from "../../model/gap.ts";
import type { GapId, IssueId } from "../../model/ids.ts";
import type { Issue } from "../../model/issue.ts";
import { issueTransitionProblem, isUnsettled } from "../../model/issue-state.ts";
import { currentRound, unsettledIssues } from "../queries.ts";
import type { EventOf, State } from "../state.ts";
import { type Folds, logChange, withPart } from "./folds.ts";

export const ledgerFolds = {
  gap_added: (state, { gap }) => withNewGap(state, gap),
  gap_changed: (state, { type: _, gap: id, why, ...change }) => {
    const gap = mustExist(state, id);
    // A confirmation says nothing of why it was accepted.
    const reason = change.to === "RESOLVED" ? (gap.reason ?? why) : why;
    const changed = { ...changeGap(gap, { ...change, round: currentRound(state) }), reason };
    const log = { about: id, from: gap.state, to: changed.state, why, by: change.actor };
    return logChange({ ...state, gaps: state.gaps.set(changed) }, log);
  },
  gap_severity_set: (state, { gap: id, severity, by, why }) => {
    const gap = mustExist(state, id);
    const gaps = state.gaps.set({ ...gap, severity, severityBy: by });
    return logChange({ ...state, gaps }, { about: id, from: gap.severity, to: severity, why, by });
  },
  gap_split: (state, { gap: id, parts, issues = [] }) => {
    const whole = mustExist(state, id);
    const ids = parts.map((part) => part.id);
    const gaps = state.gaps.set(supersede(whole, { parts: ids }, currentRound(state)));
    return moved(redirected(parts.reduce(withNewGap, { ...state, gaps }), id, ids), issues);
  },
  // What waits for the duplicate waits for the other; one that is open has to answer its issues.
  gap_merged: (state, { gap: id, of, why }) => {
    const gap = mustExist(state, id);
    const owed = isOpen(mustExist(state, of)) ? unsettledIssues(state, id) : [];
    const issues = owed.map((issue) => ({ issue: issue.id, gap: of }));
    const gaps = state.gaps.set({ ...supersede(gap, { duplicateOf: of }, currentRound(state)), reason: why });
    const log = { about: id, from: gap.state, to: "SUPERSEDED", why, by: "user" } as const;
    return logChange(moved(redirected({ ...state, gaps }, id, [of]), issues), log);
  },
  issue_raised: (state, { issue }) => {
    if (state.issues.has(issue.id)) throw new InternalError(`${issue.id} is in the ledger already`);
    return withIssue(state, issue);
  },
  issue_changed: (state, event) => {
    const before = state.issues.get(event.issue);
    if (!before) throw new InternalError(`${event.issue} is not in the ledger`);
    const issue = changedIssue(before, event);
    const next = counted(withIssue(weighed(state, before, issue), issue), before, event.to);
    return logChange(next, { about: issue.id, from: before.state, to: event.to, why: event.why });
  },
} satisfies Partial<Folds>;

function mustExist(state: State, id: GapId): Gap {
  const gap = state.gaps.get(id);
  if (!gap) throw new InternalError(`${id} is not in the inventory`);
  return gap;
}

function withNewGap(state: State, gap: Gap): State {
  if (state.gaps.has(gap.id)) throw new InternalError(`${gap.id} is in the inventory already`);
  return { ...state, gaps: state.gaps.set(gap) };
}

/** What depends on a gap depends on those that count instead. */
function redirected(state: State, from: GapId, to: readonly GapId[]): State {
  let { gaps } = state;
  for (const gap of state.gaps) {
    const changed = dependOnParts(gap, from, to);
    if (changed !== gap) gaps = gaps.set(changed);
  }
  return { ...state, gaps };
}

function moved(state: State, moves: readonly { readonly issue: IssueId; readonly gap: GapId }[]): State {
  let { issues } = state;
  for (const { issue: id, gap } of moves) {
    const issue = issues.get(id);
    if (issue) issues = issues.set({ ...issue, gap });
  }
  return { ...state, issues };
}

function changedIssue(issue: Issue, event: EventOf<"issue_changed">): Issue {
  const problem = event.to === issue.state ? undefined : issueTransitionProblem(issue, event.to);
  if (problem) throw new InternalError(problem, { target: event.why });
  const { severity, decided, lastWord, lastAnswer, notFixedInARow, unansweredIn } = event;
  return {
    ...issue,
    state: event.to,
    unansweredIn: unansweredIn === undefined ? issue.unansweredIn : [...issue.unansweredIn, unansweredIn],
    ...defined({ severity, decided, lastWord, lastAnswer, notFixedInARow }),
  };
}

/** What is open about an issue has its severity: how it is asked, and what waits for it, follows from that (SPEC 9, 10.4). */
function weighed(state: State, before: Issue, { id, severity }: Issue): State {
  if (before.severity === severity) return state;
  const weigh = <About extends Flag | Conflict>(about: About, isOpenStill: boolean): About =>
    isOpenStill && about.issue === id ? { ...about, severity } : about;
  return {
    ...state,
    conflicts: state.conflicts.map((conflict) => weigh(conflict, conflict.state === "open")),
    flags: state.flags.map((flag) => weigh(flag, isWaiting(flag))),
  };
}

/** The Reviewer's word on an issue that the detector held for ANSWERED is what its recall is measured by (SPEC 9). */
function counted(state: State, before: Issue, to: Issue["state"]): State {
  if (before.state !== "ANSWERED" || to !== "NOT_FIXED") return state;
  return withPart(state, "flagStatistics", { missed: state.flagStatistics.missed + 1 });
}

function withIssue(state: State, issue: Issue): State {
  const isLive = isUnsettled(issue) || issue.state === "LOWERED";
  const issues = state.issues.set(issue);
  if (isLive === state.liveIssues.includes(issue.id)) return { ...state, issues };
  const others = state.liveIssues.filter((id) => id !== issue.id);
  return { ...state, issues, liveIssues: isLive ? [...others, issue.id] : others };
}
