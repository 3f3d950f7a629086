import { isOpen } from "../../model/counting.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { Issue } from "../../model/issue.ts";
import { holdsBack } from "../../model/issue-state.ts";
import type { Question } from "../../model/question.ts";
import { decide } from "../decide.ts";
import { ISSUE_ACTIONS, settleBound, waitsForAnswer } from "../disagreement/settle-gaps.ts";
import { bindIssue, isDone } from "../ledger-events.ts";
import { type Answered, askEach, field, makeQuestion, option, type Ways } from "../make-question.ts";
import { liveIssues } from "../queries.ts";
import type { State } from "../state.ts";
import { changeText } from "../working-spec/change-text.ts";

/** Asks what the Reviewer leaves to the User: in a round what holds a gap back or is on an open gap, at the end the rest. */
export function issueQuestions(state: State, at: "round" | "end") {
  const isDue = (issue: Issue) =>
    isAsked(state, issue) && (at === "end" || holdsBack(issue) || !isDone(state, issue.gap));
  return askEach(state, liveIssues(state).filter(isDue), issueQuestion);
}

/** Whether the User is to be asked: not about an issue of a gap that they closed or put off. */
function isAsked(state: State, issue: Issue): boolean {
  const gap = state.gaps.get(issue.gap);
  const isLive = gap !== undefined && (isDone(state, gap.id) || (isOpen(gap) && gap.state !== "USER_DEFERRED"));
  return isLive && waitsForAnswer(state, issue);
}

function issueQuestion(state: State, { id, gap, severity, title, impact, quotations, ask = "" }: Issue): Question {
  const quoted = quotations.map((words) => `> ${words.replaceAll("\n", "\n> ")}`);
  const body = [title, impact ?? "", ...quoted].filter(Boolean).join("\n\n");
  const shown = state.gaps.get(gap)?.title ?? "";
  // What was accepted stands in the spec; before that, the User sees what would.
  const isProposed = state.gaps.get(gap)?.state === "PROPOSED";
  const proposed = isProposed ? (state.proposals.get(gap)?.changes ?? []).map(changeText).join("\n\n") : "";
  return makeQuestion(state, {
    kind: "issue",
    text: ask,
    evidence: [
      { title: `${id} (${severity}) on ${gap}: ${shown}`, body },
      ...(proposed === "" ? [] : [{ title: "What the Engineer proposes", body: proposed }]),
    ],
    options: [
      option("give", "Answer it", "In your own words.", `The Engineer must follow it before ${gap} is done.`, "input"),
      option(
        "leave",
        proposed === "" ? "Leave the spec as it is" : "Keep the proposed text",
        "The issue does not have to be met.",
        `${id} is waived.`,
      ),
      option("later", "Leave it undecided", "You are not asked again.", `${id} stays open and is listed.`),
    ],
    fields: [field("input", "Your answer", { long: true })],
    about: [id, gap],
  });
}

export function isIssueMoot({ about }: Question, state: State): boolean {
  return !liveIssues(state).some((issue) => about.includes(issue.id) && isAsked(state, issue));
}

/** The User's answer binds as the decision of a conflict does (SPEC 3.6). */
export function applyIssue(state: State, { issues, choice, answer: { via }, field: given }: Answered): SessionEvent[] {
  const [issue] = state.issues.pick(issues);
  if (!issue || !waitsForAnswer(state, issue)) return [];
  const { id, gap, title, ask = "" } = issue;
  const words = given("input");
  const waive = () => ISSUE_ACTIONS.waive(state, issue, { text: "the User leaves the spec as it is", heuristics: [] });
  const about = { issues: [id], question: ask };
  const answer = () => [
    decide(state, {
      ...about,
      type: "issue",
      title: `${id}: ${title}`,
      gaps: [gap],
      decision: words,
      action: `Carry it out in the spec, and answer ${id} by id.`,
    }),
    bindIssue(issue, words, "answered by the User"),
  ];
  // On no gap: the gap itself is not put off.
  const later = () => [
    decide(state, {
      ...about,
      type: "deferral",
      title: `${id} is left undecided`,
      decision: "It stays open.",
      by: via === "policy" ? "mediator" : "user",
    }),
  ];
  const ways: Ways = { give: answer, leave: waive, later };
  return settleBound(state, gap, ways[choice]?.() ?? []);
}
