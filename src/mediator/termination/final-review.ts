import type { SessionEvent } from "../../model/events.ts";
import { gapIdMint } from "../../model/id-mint.ts";
import { newGap } from "../../model/new-gap.ts";
import type { Question } from "../../model/question.ts";
import { decide } from "../decide.ts";
import type { FinalReviewReading } from "../gate/read-final-review.ts";
import { type Answered, makeQuestion, option } from "../make-question.ts";
import { currentRound } from "../queries.ts";
import type { State } from "../state.ts";

/** Where blockers of the final review are numbered: they are about how the whole fits together. */
const CATEGORY = "WHOLE";

/** READY, or what keeps the spec from it (SPEC 12). */
export function finalReviewEvents(state: State, review: FinalReviewReading): SessionEvent[] {
  const type = "final_review_read";
  if (review.type === "problem") return [{ type, ready: false, message: review.message, blockers: [] }];
  if (review.ready) return [{ type, ready: true, message: "READY_FOR_TERMINATION", blockers: [] }];
  const mint = gapIdMint([...state.gaps].map((gap) => gap.id));
  const blockers = review.blockers.map(({ title, text, severity, quotations }) =>
    newGap(currentRound(state), {
      id: mint.next(CATEGORY),
      title: title.slice(0, 300),
      text: text.slice(0, 6_000),
      severity: severity === "CRITICAL" ? "CRITICAL" : "HIGH",
      severityBy: "reviewer",
      origin: "final-review",
      ...(quotations.length === 0 ? {} : { quotations }),
    }),
  );
  return [{ type, ready: false, message: "NOT_READY", blockers }];
}

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
