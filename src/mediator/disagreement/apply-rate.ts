import type { SessionEvent } from "../../model/events.ts";
import { type GapId, type IssueId, isIssueId } from "../../model/ids.ts";
import { holdsBack, isUnsettled } from "../../model/issue.ts";
import { isBlocking, SEVERITIES, type Severity } from "../../model/severity.ts";
import type { Answered } from "../answers/apply-answer.ts";
import { decide } from "../answers/decide.ts";
import { collect } from "../collect.ts";
import { dropConflict, openConflictOn } from "../conflicts/open-conflicts.ts";
import { settleGap } from "../conflicts/settle-gap.ts";
import { unsettledIssues } from "../queries.ts";
import type { State } from "../state.ts";
import { orderRevision } from "./order-revision.ts";
import { disputedBlocking } from "./rate-question.ts";

/** SPEC 8: on to the conflicts, a revision, a second look at the review, or the scope restated. */
export function applyRate(state: State, answered: Answered, now: string): SessionEvent[] {
  const issues = answered.question.about.filter(isIssueId);
  switch (answered.choice) {
    case "revise":
      return orderRevision(state, issues, "answer these issues instead of disagreeing with them", now);
    case "scope":
      return [
        { type: "gap_context_given", gaps: gapsOf(state, issues), text: answered.field("scope") },
        ...orderRevision(state, issues, "the scope was restated", now),
      ];
    case "review":
      return lowered(state, answered, now);
    default:
      return answered.field("justification") === ""
        ? []
        : [
            decide(state, now, {
              type: "disagreement",
              title: answered.question.text,
              issues,
              decision: "the round goes on to the conflicts",
              rationale: answered.field("justification"),
            }),
          ];
  }
}

/** An issue that is lowered below HIGH drops its conflict; the rate is taken again, and not warned about twice. */
function lowered(state: State, answered: Answered, now: string): SessionEvent[] {
  const { round } = state;
  if (!round) return [];
  const words = lowerings(answered.field("lower"));
  const decision = decide(state, now, {
    type: "severity",
    title: "Severities lowered",
    issues: words.map((word) => word.issue),
    gaps: gapsOf(
      state,
      words.map((word) => word.issue),
    ),
    decision: words.map((word) => `${word.issue} is ${word.severity}`).join(", "),
  });
  return collect(
    state,
    now,
    () => [decision],
    (current) => words.flatMap((word) => lower(current, word.issue, word.severity)),
    (current) =>
      gapsOf(
        current,
        words.map((word) => word.issue),
      ).flatMap((gap) => settleGap(current, gap)),
    (current) => {
      const blocking = round.slots
        .flatMap((slot) => unsettledIssues(current, slot.gap))
        .filter((issue) => isBlocking(issue.severity));
      const before = current.rates.at(-1);
      const rate = {
        round: round.number,
        blocking: blocking.length,
        disagreed: disputedBlocking(current, round).length,
      };
      return [{ type: "rate_measured", rate: { ...rate, action: before?.action ?? "NONE" } }];
    },
  );
}

function lower(state: State, id: IssueId, severity: Severity): SessionEvent[] {
  const issue = state.issues.get(id);
  const conflict = openConflictOn(state, id);
  if (!issue || !isUnsettled(issue) || !holdsBack(issue) || isBlocking(severity)) return [];
  const change: SessionEvent = {
    type: "issue_changed",
    issue: id,
    to: "LOWERED",
    why: "the person lowered it",
    severity,
  };
  return conflict ? [dropConflict(conflict), change] : [change];
}

function lowerings(text: string): { issue: IssueId; severity: Severity }[] {
  return text.split(/[\s,;]+/).flatMap((part) => {
    const [issue, severity = "LOW"] = part.split("=");
    const known = SEVERITIES.find((one) => one === severity.toUpperCase());
    return issue !== undefined && isIssueId(issue) && known !== undefined ? [{ issue, severity: known }] : [];
  });
}

function gapsOf(state: State, issues: readonly IssueId[]): GapId[] {
  return [...new Set(issues.flatMap((id) => state.issues.get(id)?.gap ?? []))];
}
