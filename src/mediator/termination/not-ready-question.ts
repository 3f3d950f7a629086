import type { SessionEvent } from "../../model/events.ts";
import type { Question } from "../../model/question.ts";
import { decide } from "../decide.ts";
import { type Answered, makeQuestion, option } from "../make-question.ts";
import type { State } from "../state.ts";

/** The final review found blockers, and the ending is the User's: go on, or end with them as limitations (SPEC 12). */
export function notReadyQuestion(state: State): Question {
  const { blockers } = state.finalReview;
  return makeQuestion(state, {
    kind: "not-ready",
    header: "Final review",
    text: `The final review found ${blockers.length === 1 ? "a blocker" : `${blockers.length} blockers`}. Go on working, or end with ${blockers.length === 1 ? "it" : "them"} as known limitations?`,
    evidence: blockers.map(({ severity, title, text, quotations = [] }) => ({
      title: `${severity}: ${title}`,
      body: [text, ...quotations.map((words) => `> ${words.replaceAll("\n", "\n> ")}`)].join("\n\n"),
    })),
    options: [
      option("go-on", "Go on", "The blockers become gaps of the next round.", "The session goes on with them."),
      option("end", "End with them", "They are listed as open below the spec.", "The spec is written as it stands."),
    ],
    personOnly: true,
  });
}

export function applyNotReady(state: State, answered: Answered, now: string): SessionEvent[] {
  if (answered.choice !== "end") return goOnWithBlockers(state);
  const { blockers } = state.finalReview;
  const decision = blockers.map(({ title }) => `- ${title}`).join("\n");
  const title = "The session ends with what the final review found";
  return [{ type: "blockers_accepted" }, decide(state, now, { type: "acknowledgement", title, decision })];
}

/** Blockers become gaps, and the session goes on. */
export function goOnWithBlockers(state: State): SessionEvent[] {
  return [
    ...state.finalReview.blockers.map((gap): SessionEvent => ({ type: "gap_added", gap })),
    { type: "ending_dropped", why: "the final review found blockers" },
  ];
}
