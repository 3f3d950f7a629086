import { type Effect, record } from "../effect.ts";
import { wasAsked } from "../questions/make-question.ts";
import { confirmQuestion } from "../questions/session-questions.ts";
import type { OpenRound, State } from "../state.ts";

/** Step 6 of SPEC 4: as few questions as decide something. */
export function questionEffect(state: State, _round: OpenRound): Effect | undefined {
  const accepted = state.gaps.filter((gap) => gap.state === "ACCEPTED").map((gap) => gap.id);
  if (!state.config.autoConfirm && accepted.length > 0 && !wasAsked(state, "confirm-accepted")) {
    return record({ type: "question_asked", question: confirmQuestion(state, accepted) });
  }
  return undefined;
}
