import type { Conflict, Flag } from "../../model/disagreement.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { Issue } from "../../model/issue.ts";
import { issueTransitionProblem } from "../../model/issue.ts";
import type { Answered } from "../answers/apply-answer.ts";
import { decide } from "../answers/decide.ts";
import { collect } from "../collect.ts";
import { reviewerPosition } from "../conflicts/open-conflicts.ts";
import { settleGap } from "../conflicts/settle-gap.ts";
import { verifyBySilence } from "../round/verify-by-silence.ts";
import type { State } from "../state.ts";
import { orderRevision } from "./order-revision.ts";

/** The person's action on a flag (SPEC 9). */
export function applyFlag(state: State, answered: Answered, now: string): SessionEvent[] {
  const flag = state.flags.find((one) => one.id === answered.question.about[0]);
  return flag ? settleFlag(state, flag, answered.choice, answered.field, now) : [];
}

export function settleFlag(
  state: State,
  flag: Flag,
  choice: string,
  field: (id: string) => string,
  now: string,
): SessionEvent[] {
  const issue = state.issues.get(flag.issue);
  if (!issue) return [];
  const act = ACTIONS[choice] ?? ACTIONS["false-positive"];
  return collect(
    state,
    now,
    (current) => act?.(current, flag, issue, field, now) ?? [],
    // What the review passed over while the person was still to be asked.
    (current) => passedOver(current, issue),
    (current) => settleGap(current, issue.gap),
  );
}

type Action = (state: State, flag: Flag, issue: Issue, field: (id: string) => string, now: string) => SessionEvent[];

const ACTIONS: Readonly<Record<string, Action>> = {
  ask: (state, flag, issue, _field, now) => [
    settled(flag, "asked"),
    ...orderRevision(state, [issue.id], "this issue was not answered", now),
  ],
  explain: (state, flag, issue, field, now) => [
    settled(flag, "explained", field("explanation")),
    { type: "gap_context_given", gaps: [flag.gap], text: field("explanation") },
    ...orderRevision(state, [issue.id], "this issue was not answered", now),
  ],
  conflict: (state, flag, issue) => [settled(flag, "conflict"), ...converted(state, flag, issue)],
  waive: (state, flag, issue, field, now) => [
    settled(flag, "waived", field("reason")),
    waiver(state, issue, field("reason"), now),
    { type: "issue_changed", issue: issue.id, to: "WAIVED", why: field("reason") },
  ],
  "false-positive": (_state, flag, issue) => [settled(flag, "false-positive"), ...answeredAfterAll(issue)],
};

function passedOver(state: State, issue: Issue): SessionEvent[] {
  const { round } = state;
  if (!round?.reviewerDocument || state.issues.get(issue.id)?.state !== "ANSWERED") return [];
  return verifyBySilence(state, round, round.reviewerDocument.digest, [issue.gap]);
}

function settled(flag: Flag, outcome: Flag["outcome"], reason = ""): SessionEvent {
  return { type: "flag_settled", flag: flag.id, outcome, ...(reason === "" ? {} : { reason }) };
}

/** An implicit conflict, with the heuristics and the note that it was inferred (SPEC 10.1). */
function converted(state: State, flag: Flag, issue: Issue): SessionEvent[] {
  if (issueTransitionProblem(issue, "DISPUTED") !== undefined) return [];
  const conflict: Conflict = {
    issue: issue.id,
    gap: issue.gap,
    severity: issue.severity,
    round: state.round?.number ?? flag.round,
    kind: "implicit",
    heuristics: flag.heuristics,
    reviewerPosition: reviewerPosition(issue),
    ...(issue.impact === undefined ? {} : { reviewerImpact: issue.impact }),
    engineerPosition: "",
    state: "open",
  };
  return [
    { type: "conflict_opened", conflict },
    { type: "issue_changed", issue: issue.id, to: "DISPUTED", why: "made a conflict by the person" },
  ];
}

function waiver(state: State, issue: Issue, reason: string, now: string): SessionEvent {
  return decide(state, now, {
    type: "waiver",
    title: `${issue.id} is waived`,
    gaps: [issue.gap],
    issues: [issue.id],
    decision: `${issue.id} (${issue.severity}) need not be met`,
    rationale: reason,
  });
}

function answeredAfterAll(issue: Issue): SessionEvent[] {
  if (issueTransitionProblem(issue, "ANSWERED") !== undefined) return [];
  return [{ type: "issue_changed", issue: issue.id, to: "ANSWERED", why: "the person calls the flag wrong" }];
}
