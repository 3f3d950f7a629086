import type { Flag, FlagAction, FlagOutcome } from "../../model/disagreement.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { Issue } from "../../model/issue.ts";
import { issueTransitionProblem } from "../../model/issue-state.ts";
import { collect } from "../collect.ts";
import type { Answered } from "../make-question.ts";
import type { State } from "../state.ts";
import { isJudged } from "./flag-thresholds.ts";
import { ISSUE_ACTIONS } from "./issue-actions.ts";
import { settleGap } from "./settle-gap.ts";

const OUTCOMES: Readonly<Record<FlagAction, FlagOutcome>> = {
  ask: "asked",
  explain: "explained",
  conflict: "conflict",
  waive: "waived",
  "false-positive": "false-positive",
};

/** The person's action on a flag (SPEC 9). */
export function applyFlag(state: State, answered: Answered, now: string): SessionEvent[] {
  const flag = state.flags.find(({ id }) => id === answered.question.about[0]);
  const { choice, field } = answered;
  if (!flag || !isAction(choice)) return [];
  return settleFlag(state, flag, choice, field("reason") || field("explanation"), now);
}

export function settleFlag(state: State, flag: Flag, action: FlagAction, text: string, now: string): SessionEvent[] {
  const issue = state.issues.get(flag.issue);
  if (!issue) return [];
  const { heuristics } = flag;
  const acts = (current: State) =>
    action === "false-positive"
      ? answeredAfterAll(current, flag, issue)
      : ISSUE_ACTIONS[action](current, issue, { text, heuristics, now });
  const reason = text === "" || (action !== "waive" && action !== "explain") ? {} : { reason: text };
  return collect(
    state,
    now,
    () => [{ type: "flag_settled", flag: flag.id, outcome: OUTCOMES[action], ...reason }],
    acts,
    (current) => settleGap(current, issue.gap),
  );
}

function isAction(choice: string): choice is FlagAction {
  return Object.hasOwn(OUTCOMES, choice);
}

/** The review has the last word on it, or had it; where it passed over the issue the person's word stands for it. */
function answeredAfterAll(state: State, flag: Flag, issue: Issue): SessionEvent[] {
  if (flag.outcome === "confirmed") return [];
  const passedOver = state.round !== undefined && isJudged(state.round, issue.gap);
  const to = passedOver && issue.decided === undefined ? "VERIFIED" : "ANSWERED";
  if (issueTransitionProblem(issue, to) !== undefined) return [];
  return [{ type: "issue_changed", issue: issue.id, to, why: "the person says that it is answered" }];
}
