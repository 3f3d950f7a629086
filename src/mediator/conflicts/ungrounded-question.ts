import type { SessionEvent } from "../../model/events.ts";
import { isIssueId } from "../../model/ids.ts";
import type { Issue } from "../../model/issue.ts";
import type { Question } from "../../model/question.ts";
import { decide } from "../decide.ts";
import { settleBound, UNGROUNDED, waitsForGround } from "../disagreement/settle-gap.ts";
import { moveIssue } from "../ledger-events.ts";
import { type Answered, field, issueEvidence, makeQuestion, option, withQuestion } from "../make-question.ts";
import type { State } from "../state.ts";

/** Nobody can look the issue up in the text, and it would hold the gap back: does it count (SPEC 5, UNGROUNDED)? */
export function ungroundedQuestion(state: State, issue: Issue): Question {
  const { id, gap, title } = issue;
  return makeQuestion(state, {
    kind: "ungrounded",
    header: "Ungrounded",
    text: withQuestion(
      `A CRITICAL issue quotes no words of the text, even after the Reviewer was asked for them: ${title}`,
      "Does it count?",
    ),
    evidence: [issueEvidence(issue)],
    options: [
      option("counts", "It counts", "The Engineer must answer it.", `${gap} is revised.`),
      option("lower", "It counts as MEDIUM", "It is kept as a note.", `It does not hold ${gap} back.`),
      option("waive", "It does not count", "The Reviewer is mistaken.", `${id} is waived, with your reason.`, {
        requires: ["reason"],
      }),
    ],
    fields: [field("reason", "Why")],
    about: [id, gap],
    personOnly: true,
  });
}

export function applyUngrounded(state: State, answered: Answered): SessionEvent[] {
  const { question, choice } = answered;
  const reason = answered.field("reason");
  const [issue] = state.issues.pick(question.about.filter(isIssueId));
  if (!issue || !waitsForGround(state, issue)) return [];
  const decision = decide(state, {
    type: UNGROUNDED,
    title: `${issue.id} quotes no words of the text`,
    gaps: [issue.gap],
    issues: [issue.id],
    decision: DECIDED[choice] ?? "",
    rationale: reason,
  });
  const lowered = "the User lowered it: it quotes no words of the text";
  const moved = {
    waive: moveIssue(issue, "WAIVED", reason),
    lower: moveIssue(issue, "LOWERED", lowered, { severity: "MEDIUM" }),
  }[choice];
  return settleBound(state, issue.gap, [decision, ...(moved ?? [])]);
}

const DECIDED: Readonly<Record<string, string>> = {
  counts: "it counts as CRITICAL",
  lower: "it counts as MEDIUM",
  waive: "it does not count",
};
