import type { Question } from "../../model/question.ts";
import { makeQuestion, option } from "../questions/make-question.ts";
import type { State } from "../state.ts";
import { leftEvidence } from "./left-evidence.ts";

/** Rounds that an extension adds (SPEC 12). */
export const EXTENSION = 5;

export function maxRoundsQuestion(state: State): Question {
  const { maxRounds } = state.limits;
  const to = Math.min(maxRounds + EXTENSION, state.config.hardLimit);
  const extend = option("extend", `Extend to ${to} rounds`, "Never past the hard limit.", `The limit is ${to}.`);
  return makeQuestion(state, {
    kind: "max-rounds",
    header: "Max rounds",
    text: `The limit of ${maxRounds} rounds is reached. How do you want to go on?`,
    evidence: leftEvidence(state),
    options: [
      ...(to > maxRounds ? [extend] : []),
      option("accept", "Accept with what is left", "Through the warning gates.", "The spec is written."),
      option("abandon", "Abandon", "Nothing is written; the session folder stays.", "The session ends as ABANDONED."),
    ],
  });
}
