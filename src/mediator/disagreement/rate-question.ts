import type { DisagreeRate } from "../../model/disagreement.ts";
import type { Question } from "../../model/question.ts";
import { isBlocking } from "../../model/severity.ts";
import { makeQuestion, option } from "../make-question.ts";
import type { OpenRound, State } from "../state.ts";
import { recentRate } from "./measure-rate.ts";

/** The Engineer rejects much of what was held against it: the issues, and four ways on (SPEC 8). */
export function rateQuestion(state: State, round: OpenRound, rate: DisagreeRate): Question {
  const blocks = rate.action === "BLOCK_ROUND";
  const issues = disputedBlocking(state, round);
  const share = Math.round((100 * rate.disagreed) / Math.max(1, rate.blocking));
  const lines = issues.map((issue) => `- ${issue.id} (${issue.severity}): ${issue.title}`);
  return makeQuestion(state, {
    kind: "disagree-rate",
    header: blocks ? "Blocked" : "Disagreement",
    text: `The Engineer disagrees with ${rate.disagreed} of ${rate.blocking} CRITICAL and HIGH issues in round ${round.number} (${share} %).${actionText(state, rate)} How do you want to go on?`,
    evidence: [
      { title: "Issues disagreed with", body: lines.join("\n") },
      {
        title: "What it may mean",
        body: "The review is too prescriptive; the Engineer avoids work; the two do not share the scope.",
      },
    ],
    options: [
      option(
        "accept",
        "Go on to the conflicts",
        blocks ? "With your justification." : "Each is decided by you.",
        "One question for each.",
        {
          ...(blocks ? { requires: ["justification"] } : {}),
        },
      ),
      option(
        "revise",
        "Ask the Engineer to revise",
        "It answers instead of disagreeing.",
        "The conflicts are dropped; the issues stand.",
      ),
      option(
        "review",
        "Look at the review",
        "Lower what was too severe: an issue below HIGH is no conflict.",
        "The rate is taken again.",
        {
          requires: ["lower", "reason"],
        },
      ),
      option("scope", "Restate the scope", "Your words go into the prompt.", "The Engineer revises with them.", {
        requires: ["scope"],
      }),
    ],
    fields: [
      { id: "justification", label: "Why the round may go on", required: false },
      { id: "lower", label: "Issues and their severity (ISSUE-R7-001=LOW, …)", required: false },
      { id: "reason", label: "Why they are less severe", required: false },
      { id: "scope", label: "The scope, in your words", required: false, long: true },
    ],
    about: [rate.action, ...issues.map((issue) => issue.id)],
  });
}

function actionText(state: State, rate: DisagreeRate): string {
  const { absolute, session, sessionRounds } = state.config.disagree;
  if (rate.action === "BLOCK_ROUND") return ` More than ${absolute} in a round hold it up.`;
  if (rate.action === "SYSTEMATIC_ALERT") {
    const { disagreed, blocking } = recentRate(state, rate);
    const share = Math.round((100 * disagreed) / blocking);
    return ` Over the last ${sessionRounds} rounds it is ${disagreed} of ${blocking} (${share} %), more than ${Math.round(100 * session)} %.`;
  }
  return "";
}

/** The CRITICAL and HIGH issues that this round's document disagrees with: a converted conflict is nobody's word. */
export function disputedBlocking(state: State, round: OpenRound) {
  const open = state.conflicts.filter(
    (conflict) => conflict.state === "open" && conflict.kind === "explicit" && conflict.round === round.number,
  );
  return open.flatMap((conflict) => {
    const issue = state.issues.get(conflict.issue);
    return issue && isBlocking(issue.severity) ? [issue] : [];
  });
}
