import { InternalError } from "../../errors/whetstone-error.ts";
import { changeGap, dependOnParts, supersede } from "../../model/change-gap.ts";
import { isOpen } from "../../model/counting.ts";
import { defined } from "../../model/defined.ts";
import { type Conflict, type DisagreeRate, type Flag, isWaiting } from "../../model/disagreement.ts";
import type { Gap } from "../../model/gap.ts";
import type { GapId, IssueId } from "../../model/ids.ts";
import type { Issue } from "../../model/issue.ts";
import { issueTransitionProblem } from "../../model/issue-state.ts";
import { isPassageQuestion } from "../../model/passage-answer.ts";
import type { Question } from "../../model/question.ts";
import { isSeverity, isWorse, type Severity } from "../../model/severity.ts";
import { currentRound, unsettledIssues } from "../queries.ts";
import type { EventOf, State } from "../state.ts";
import { append, type Folds, logChange, withRound } from "./folds.ts";

export const ledgerFolds = {
  gap_added: (state, { gap }) => withNewGap(state, gap),
  gap_changed: (state, { type: _, gap: id, why, issues, ...change }) => {
    const gap = mustExist(state, id);
    // The confirmation of an accepted gap (RESOLVED) keeps the reason why it was accepted.
    const reason = change.to === "RESOLVED" ? (gap.reason ?? why) : why;
    const changed = { ...changeGap(gap, { ...change, round: currentRound(state) }), reason };
    const log = { about: id, from: gap.state, to: changed.state, why, by: change.actor, ...defined({ issues }) };
    return logChange({ ...state, gaps: state.gaps.set(changed) }, log);
  },
  gap_severity_set: (state, { gap: id, severity, by, why }) => {
    const gap = mustExist(state, id);
    const gaps = state.gaps.set({ ...gap, severity, severityBy: by });
    const questions = rankQuestion(state.questions, id, severity);
    return logChange({ ...state, gaps, questions }, { about: id, from: gap.severity, to: severity, why, by });
  },
  gap_split: (state, { gap: id, parts, why, issues = [] }) => {
    const whole = mustExist(state, id);
    const ids = parts.map((part) => part.id);
    const gaps = state.gaps.set({ ...supersede(whole, { parts: ids }, currentRound(state)), reason: why });
    return moveIssues(redirectDependencies(parts.reduce(withNewGap, { ...state, gaps }), id, ids), issues);
  },
  // Gaps that depend on the duplicate depend on the other gap, which also has to answer its issues if it is open.
  gap_merged: (state, { gap: id, of, why, by = "user" }) => {
    const gap = mustExist(state, id);
    const owed = isOpen(mustExist(state, of)) ? unsettledIssues(state, id) : [];
    const issues = owed.map((issue) => ({ issue: issue.id, gap: of }));
    const gaps = state.gaps.set({ ...supersede(gap, { duplicateOf: of }, currentRound(state)), reason: why });
    const log = { about: id, from: gap.state, to: "SUPERSEDED", why, by } as const;
    return logChange(moveIssues(redirectDependencies({ ...state, gaps }, id, [of]), issues), log);
  },
  issue_raised: (state, { issue }) => {
    if (state.issues.has(issue.id)) throw new InternalError(`${issue.id} is already in the ledger`);
    return { ...state, issues: state.issues.set(issue) };
  },
  issue_changed: (state, event) => {
    const before = state.issues.get(event.issue);
    if (!before) throw new InternalError(`${event.issue} is not in the ledger`);
    const issue = changeIssue(before, event);
    const changed = { ...withSeverityOfIssue(state, before, issue), issues: state.issues.set(issue) };
    const next = countMissed(changed, before, event.to);
    return logChange(next, { about: issue.id, from: before.state, to: event.to, why: event.why });
  },
} satisfies Partial<Folds>;

function mustExist(state: State, id: GapId): Gap {
  const gap = state.gaps.get(id);
  if (!gap) throw new InternalError(`${id} is not in the inventory`);
  return gap;
}

function withNewGap(state: State, gap: Gap): State {
  if (state.gaps.has(gap.id)) throw new InternalError(`${gap.id} is already in the inventory`);
  return { ...state, gaps: state.gaps.set(gap) };
}

/** Gaps that depend on `from`, which is superseded, depend on the gaps that replace it. */
function redirectDependencies(state: State, from: GapId, to: readonly GapId[]): State {
  const changed = Array.from(state.gaps, (gap) => dependOnParts(gap, from, to)).filter(
    (gap) => gap !== state.gaps.get(gap.id),
  );
  return { ...state, gaps: changed.reduce((gaps, gap) => gaps.set(gap), state.gaps) };
}

function moveIssues(state: State, moves: readonly { readonly issue: IssueId; readonly gap: GapId }[]): State {
  const moved = moves.flatMap(({ issue, gap }) => state.issues.pick([issue]).map((found) => ({ ...found, gap })));
  return { ...state, issues: moved.reduce((issues, issue) => issues.set(issue), state.issues) };
}

function changeIssue({ limitation: _, ...issue }: Issue, event: EventOf<"issue_changed">): Issue {
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

/** Open conflicts and flags take over the new severity of their issue, by which they are asked (SPEC 9, 10.4). */
function withSeverityOfIssue(state: State, before: Issue, { id, severity }: Issue): State {
  if (before.severity === severity) return state;
  const update = <About extends Flag | Conflict>(about: About, isUndecided: boolean): About =>
    isUndecided && about.issue === id ? { ...about, severity } : about;
  return {
    ...state,
    conflicts: state.conflicts.map((conflict) => update(conflict, conflict.state === "open")),
    flags: state.flags.map((flag) => update(flag, isWaiting(flag))),
  };
}

/** An issue that counted as ANSWERED and that the Reviewer calls NOT_FIXED was missed: no flag was raised (SPEC 9). */
function countMissed(state: State, before: Issue, to: Issue["state"]): State {
  if (before.state !== "ANSWERED" || to !== "NOT_FIXED") return state;
  return { ...state, missedAnswers: state.missedAnswers + 1 };
}

export const disagreementFolds = {
  disagreement_measured: (state, { rate, round, flags }) => ({
    ...withRound(state, { measured: true }),
    rates: withRate(state, rate),
    flags: [...state.flags.map((flag) => withdrawRaised(flag, round)), ...flags],
  }),
  rate_measured: (state, { rate }) => ({ ...state, rates: withRate(state, rate) }),
  flag_settled: (state, { flag: id, outcome, reason }) => {
    if (!state.flags.some((flag) => flag.id === id)) throw new InternalError(`${id} was never raised`);
    const flags = state.flags.map((flag) => (flag.id === id ? { ...flag, outcome, ...defined({ reason }) } : flag));
    return { ...state, flags };
  },
  conflict_opened: (state, { conflict }) => append(state, "conflicts", conflict),
  middle_ground_given: (state, { issue, run, text }) => ({
    ...state,
    conflicts: state.conflicts.map((conflict) =>
      conflict.issue === issue && conflict.state === "open"
        ? { ...conflict, middleGround: { run, ...defined({ text }) } }
        : conflict,
    ),
  }),
  conflict_closed: (state, event) => {
    const next = { ...state, conflicts: state.conflicts.map((conflict) => closeConflict(conflict, event)) };
    const issue = event.state === "left" ? next.issues.get(event.issue) : undefined;
    return issue ? { ...next, issues: next.issues.set({ ...issue, limitation: true }) } : next;
  },
} satisfies Partial<Folds>;

/** A round that is measured again has a new document: flags on the first one are moot. */
function withdrawRaised(flag: Flag, round: number): Flag {
  return flag.round === round && flag.outcome === "raised" ? { ...flag, outcome: "moot" } : flag;
}

/** Keeps one rate for each round, the last one measured. */
function withRate({ rates }: State, rate: DisagreeRate): readonly DisagreeRate[] {
  const isNewRound = (rates.at(-1)?.round ?? 0) < rate.round;
  return [...(isNewRound ? rates : rates.filter(({ round }) => round !== rate.round)), rate];
}

/** Closes an open conflict. A closed one changes only if the User reopens its issue: it is dropped then. */
function closeConflict(
  conflict: Conflict,
  { issue, state, option, decision, rejected, why }: EventOf<"conflict_closed">,
): Conflict {
  const reopens = state === "dropped" && conflict.state !== "dropped";
  if (conflict.issue !== issue || (conflict.state !== "open" && !reopens)) return conflict;
  return { ...conflict, state, ...defined({ option, decision, rejected, why }) };
}

/** An open question about the gap's passage shows the new severity, and comes before the less severe ones. */
function rankQuestion(questions: readonly Question[], gap: GapId, severity: Severity): readonly Question[] {
  const asked = questions.find((question) => isPassageQuestion(question) && question.about.includes(gap));
  if (asked === undefined) return questions;
  const others = questions.filter((question) => question !== asked);
  const isLess = ({ header }: Question) => isSeverity(header) && isWorse(severity, header);
  const at = others.findIndex((question) => isPassageQuestion(question) && isLess(question));
  return others.toSpliced(at === -1 ? others.length : at, 0, { ...asked, header: severity });
}
