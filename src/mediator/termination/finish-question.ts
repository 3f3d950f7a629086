import type { Question } from "../../model/question.ts";
import { makeQuestion, option } from "../questions/make-question.ts";
import type { State } from "../state.ts";
import { leftEvidence } from "./left-evidence.ts";

/** The person asked to end: they are shown what is left, and choose (SPEC 12). */
export function finishQuestion(state: State): Question {
  return makeQuestion(state, {
    kind: "finish",
    header: "Finish",
    text: "You asked to end the session. How?",
    evidence: leftEvidence(state),
    options: [
      option("go-on", "Go on", "Nothing changes.", "The session goes on where it was."),
      option(
        "accept",
        "Accept",
        "By what is left: COMPLETE, GOOD_ENOUGH, or through the warning gates.",
        "The spec is written.",
      ),
      option("pause", "Pause", "Nothing is lost.", "The session pauses."),
      option("abandon", "Abandon", "Nothing is written; the session folder stays.", "The session ends as ABANDONED."),
    ],
  });
}
