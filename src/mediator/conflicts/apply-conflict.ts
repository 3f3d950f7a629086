import type { Conflict } from "../../model/disagreement.ts";
import type { SessionEvent } from "../../model/events.ts";
import { type DecisionId, isIssueId } from "../../model/ids.ts";
import { issueTransitionProblem } from "../../model/issue.ts";
import type { Answered } from "../answers/apply-answer.ts";
import { decide } from "../answers/decide.ts";
import { collect } from "../collect.ts";
import type { State } from "../state.ts";
import { middleGround } from "./middle-ground.ts";
import { openConflictOn } from "./open-conflicts.ts";
import { settleGap } from "./settle-gap.ts";

/** The person decides a conflict: it is recorded, and the issue and its gap move (SPEC 3.6, 10.5). */
export function applyConflict(state: State, answered: Answered, now: string): SessionEvent[] {
  const issue = answered.question.about.find(isIssueId);
  const conflict = issue === undefined ? undefined : openConflictOn(state, issue);
  const { choice } = answered;
  if (!conflict || !isOption(choice)) return [];
  const text = {
    A: conflict.reviewerPosition,
    B: engineerWords(conflict),
    C: synthesis(conflict),
    D: answered.field("decision"),
  }[choice];
  return decideConflict(state, conflict, choice, text, now, {
    rationale: answered.field("rationale"),
    constraints: answered.field("constraints"),
  });
}

/** LOW goes to the Engineer's position by itself once three LOW conflicts were decided that way (SPEC 10.4). */
export function decideLowConflict(state: State, conflict: Conflict, now: string): SessionEvent[] {
  return decideConflict(state, conflict, "B", engineerWords(conflict), now, {
    rationale: "three LOW conflicts were decided for the Engineer's position; `whetstone flag` reopens it",
    constraints: "",
    by: "mediator",
  });
}

interface Words {
  readonly rationale: string;
  readonly constraints: string;
  readonly by?: "mediator";
}

function decideConflict(
  state: State,
  conflict: Conflict,
  option: "A" | "B" | "C" | "D",
  text: string,
  now: string,
  words: Words,
): SessionEvent[] {
  const decision = decide(state, now, {
    type: "conflict",
    title: `${conflict.issue} (${conflict.severity}, ${kindOf(conflict)}): ${state.issues.get(conflict.issue)?.title ?? ""}`,
    gaps: [conflict.gap],
    issues: [conflict.issue],
    option: `${option} (${OPTION_NAMES[option]})`,
    decision: text,
    ...(words.rationale === "" ? {} : { rationale: words.rationale }),
    ...(words.constraints === "" ? {} : { constraints: [words.constraints] }),
    action:
      option === "B"
        ? "Keep your position; the issue is waived."
        : `Do this, and answer ${conflict.issue} by id: ${text}`,
    outcome:
      option === "B"
        ? `${conflict.gap} may be accepted without it`
        : `${conflict.gap} must include it before it is accepted`,
    positions: { reviewer: conflict.reviewerPosition, engineer: engineerWords(conflict) },
    ...(words.by === undefined ? {} : { by: words.by }),
  });
  const id: DecisionId | undefined = decision.type === "decision_recorded" ? decision.decision.id : undefined;
  return collect(
    state,
    now,
    () => [
      decision,
      {
        type: "conflict_closed",
        issue: conflict.issue,
        state: "decided",
        option,
        rejected: rejected(conflict, option),
        ...(id === undefined ? {} : { decision: id }),
      },
    ],
    (current) => moveIssue(current, conflict, option, text),
    (current) => settleGap(current, conflict.gap),
  );
}

function kindOf({ kind, heuristics }: Conflict): string {
  return kind === "explicit" ? kind : `${kind}, inferred by ${heuristics.join(", ")}`;
}

const OPTION_NAMES = { A: "the Reviewer", B: "the Engineer", C: "a synthesis", D: "the User" } as const;

/** Options A, C and D: OPEN, with the decided text as what must be done; B: WAIVED (SPEC 3.6). */
function moveIssue(state: State, conflict: Conflict, option: "A" | "B" | "C" | "D", text: string): SessionEvent[] {
  const issue = state.issues.get(conflict.issue);
  const to = option === "B" ? "WAIVED" : "OPEN";
  if (!issue || issueTransitionProblem(issue, to) !== undefined) return [];
  const why = `decided: option ${option}`;
  return [{ type: "issue_changed", issue: issue.id, to, why, ...(option === "B" ? {} : { decided: text }) }];
}

/** What may not be proposed again (SPEC 10.5). With B the Engineer's position holds and nothing of its own is rejected. */
function rejected(conflict: Conflict, option: "A" | "B" | "C" | "D"): string {
  return option === "B" ? "" : [conflict.engineerPosition, conflict.engineerAlternative ?? ""].join("\n").trim();
}

function synthesis(conflict: Conflict): string {
  return middleGround(conflict)?.proposal ?? conflict.reviewerPosition;
}

function engineerWords(conflict: Conflict): string {
  return conflict.engineerPosition === "" ? "The Engineer did not address it." : conflict.engineerPosition;
}

function isOption(choice: string): choice is "A" | "B" | "C" | "D" {
  return choice === "A" || choice === "B" || choice === "C" || choice === "D";
}
