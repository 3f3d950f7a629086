import {
  FLAG_ACTIONS,
  type Flag,
  type FlagAction,
  type FlagEvidence,
  type FlagOutcome,
  isWaiting,
} from "../../model/disagreement.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { Issue } from "../../model/issue.ts";
import type { Evidence, Question } from "../../model/question.ts";
import { collect } from "../evolve/evolve.ts";
import { moveIssue } from "../ledger-events.ts";
import { type Answered, appendQuestion, field, issueEvidence, makeQuestion, option } from "../make-question.ts";
import type { State } from "../state.ts";
import { isJudged, patternOf } from "./flags.ts";
import { ISSUE_ACTIONS, settleGaps } from "./settle-gaps.ts";

/** Asks about an issue that a document had to answer and did not, with the facts (SPEC 9). */
export function flagQuestion(state: State, flag: Flag): Question {
  const title = state.issues.get(flag.issue)?.title ?? "";
  const confirmed = flag.outcome === "confirmed" ? ", and the Reviewer says it is not fixed" : "";
  const subject = `The Engineer left a ${flag.severity} issue unanswered${confirmed}: ${title}`;
  const asking = `${flag.gap} is revised; the prompt names the issue.`;
  const counts = "It counts as a false positive; the Reviewer has the last word on the issue.";
  return makeQuestion(state, {
    kind: "flag",
    text: appendQuestion(subject, "How do you want to continue?"),
    evidence: flagEvidence(state, flag),
    options: [
      option("ask", "Ask the Engineer to answer it", "In the next document, by its id.", asking),
      option("conflict", "Make it a conflict", "You see both positions.", "You decide between them."),
      option("waive", "Waive it", "The spec does not have to meet it.", "It is recorded with your reason.", "reason"),
      option("explain", "Explain it to the Engineer", "Your words go into the prompt.", asking, "explanation"),
      option("false-positive", "It is already answered", "This warning is wrong.", counts),
    ],
    fields: [
      field("reason", "Why it does not have to be met"),
      field("explanation", "What the Engineer should know", { long: true }),
    ],
    about: [flag.id, flag.issue, flag.gap, flag.severity],
  });
}

function flagEvidence(state: State, flag: Flag): Evidence[] {
  const issue = state.issues.get(flag.issue);
  const pattern = patternOf(state, flag);
  const { rounds = [], issues = [] } = pattern ?? {};
  const systematic = `The same concern went unanswered in rounds ${rounds.join(", ")} (${issues.join(", ")}).`;
  return [
    ...(issue ? [issueEvidence(issue)] : []),
    { title: "What the Engineer's document does about it", body: flag.evidence.map(factText).join("\n") },
    ...(flag.outcome === "confirmed" && issue?.lastWord ? [{ title: "The Reviewer", body: issue.lastWord }] : []),
    ...(pattern ? [{ title: "Systematic", body: systematic }] : []),
  ];
}

function factText({ what, where, line, words }: FlagEvidence): string {
  const place = line === undefined ? where : `${where}:${line}`;
  const quoted = words === undefined ? "" : `\n  > ${words.replaceAll("\n", "\n  > ")}`;
  return `- ${what} (${place})${quoted}`;
}

const OUTCOMES: Readonly<Record<FlagAction, FlagOutcome>> = {
  ask: "asked",
  explain: "explained",
  conflict: "conflict",
  waive: "waived",
  "false-positive": "false-positive",
};

export function applyFlag(state: State, { question, choice, field: given }: Answered): SessionEvent[] {
  const flag = state.flags.find(({ id }) => id === question.about[0]);
  const action = FLAG_ACTIONS.find((known) => known === choice);
  return flag && action ? settleFlag(state, flag, action, given("reason") || given("explanation")) : [];
}

export function isFlagMoot({ about: [id, , , severity] }: Question, { flags }: State): boolean {
  return !flags.some((flag) => flag.id === id && flag.severity === severity && isWaiting(flag));
}

export function settleFlag(state: State, flag: Flag, action: FlagAction, text: string): SessionEvent[] {
  const issue = state.issues.get(flag.issue);
  if (!issue) return [];
  const { id, heuristics } = flag;
  const reason = text === "" || (action !== "waive" && action !== "explain") ? {} : { reason: text };
  return collect(
    state,
    () => [{ type: "flag_settled", flag: id, outcome: OUTCOMES[action], ...reason }],
    (current) =>
      action === "false-positive"
        ? moveToAnswered(current, flag, issue)
        : ISSUE_ACTIONS[action](current, issue, { text, heuristics }),
    (current) => settleGaps(current, [issue.gap]),
  );
}

/** The Reviewer has the last word on the issue; if the review passed over it, the User's word counts instead. */
function moveToAnswered(state: State, flag: Flag, issue: Issue): SessionEvent[] {
  if (flag.outcome === "confirmed") return [];
  const passedOver = state.round !== undefined && isJudged(state.round, issue.gap);
  const to = passedOver && issue.decided === undefined ? "VERIFIED" : "ANSWERED";
  return moveIssue(issue, to, "the User says it is answered");
}
