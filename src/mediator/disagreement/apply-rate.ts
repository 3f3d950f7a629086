import type { SessionEvent } from "../../model/events.ts";
import { type IssueId, isIssueId } from "../../model/ids.ts";
import { isUnsettled } from "../../model/issue-state.ts";
import { type Lowering, readLowerings } from "../../model/lowering.ts";
import { isBlocking } from "../../model/severity.ts";
import { collect } from "../collect.ts";
import { decide, giveContext } from "../decide.ts";
import type { Answered } from "../make-question.ts";
import type { State } from "../state.ts";
import { measureRate } from "./measure-rate.ts";
import { dropConflict, openConflictOn } from "./open-conflicts.ts";
import { gapsOf, orderRevision } from "./order-revision.ts";
import { disputedBlocking } from "./rate-question.ts";
import { settleGap } from "./settle-gap.ts";

/** SPEC 8: on to the conflicts, a revision, a second look at the review, or the scope restated. */
export function applyRate(state: State, answered: Answered, now: string): SessionEvent[] {
  const issues = answered.question.about.filter(isIssueId);
  switch (answered.choice) {
    case "revise":
      return orderRevision(state, issues, "answer these issues instead of disagreeing with them", now);
    case "scope":
      return [
        ...giveContext(state, now, {
          gaps: gapsOf(state, issues),
          text: answered.field("scope"),
          when: "the scope is restated",
        }),
        ...orderRevision(state, issues, "the scope was restated", now),
      ];
    case "review":
      return lowered(state, readLowerings(answered.field("lower")).lowerings, answered.field("reason"), now);
    default:
      return accepted(state, answered, issues, now);
  }
}

/** A justification is recorded; it is what lets a round go on over a BLOCK_ROUND. */
function accepted(state: State, answered: Answered, issues: readonly IssueId[], now: string): SessionEvent[] {
  const rationale = answered.field("justification");
  const rate = state.rates.find((measured) => measured.round === state.round?.number);
  if (rationale === "") return [];
  const decision = decide(state, now, {
    type: "disagreement",
    title: answered.question.text,
    issues,
    decision: "the round goes on to the conflicts",
    rationale,
  });
  return [decision, ...(rate ? [{ type: "rate_measured" as const, rate: { ...rate, accepted: true as const } }] : [])];
}

/** An issue that is lowered below HIGH drops its conflict; the rate is taken again, with the action it asks for. */
function lowered(state: State, words: readonly Lowering[], rationale: string, now: string): SessionEvent[] {
  const { round } = state;
  if (!round) return [];
  const issues = words.map(({ issue }) => issue);
  const gaps = gapsOf(state, issues);
  const decision = decide(state, now, {
    type: "severity",
    title: "Severities lowered",
    issues,
    gaps,
    decision: words.map(({ issue, severity }) => `${issue} is ${severity}`).join(", "),
    rationale,
  });
  return collect(
    state,
    now,
    () => [decision],
    (current) => words.flatMap((word) => lower(current, word, rationale)),
    (current) => gaps.flatMap((gap) => settleGap(current, gap)),
    (current) => [{ type: "rate_measured", rate: rateNow(current, round.number) }],
  );
}

/** The round's rate without the conflicts that were dropped; what the person let pass stays so (SPEC 8). */
export function rateAgain(state: State): SessionEvent[] {
  const last = state.rates.find(({ round }) => round === state.round?.number);
  return last === undefined || last.accepted ? [] : [{ type: "rate_measured", rate: rateNow(state, last.round) }];
}

/** Over the same gaps as before: those that the round's document proposes. */
function rateNow(state: State, round: number) {
  const disputed = state.round ? disputedBlocking(state, state.round) : [];
  const proposals = state.round?.engineerDocument?.digest.proposals ?? [];
  return measureRate(state, round, proposals, (issue) => disputed.includes(issue));
}

function lower(state: State, { issue: id, severity }: Lowering, why: string): SessionEvent[] {
  const issue = state.issues.get(id);
  const conflict = openConflictOn(state, id);
  if (!issue || !isUnsettled(issue) || !isBlocking(issue.severity)) return [];
  const change: SessionEvent = { type: "issue_changed", issue: id, to: "LOWERED", why, severity };
  return conflict ? [dropConflict(conflict), change] : [change];
}
