import { flagQuestion } from "../disagreement/flag-question.ts";
import { flagActions } from "../disagreement/flag-thresholds.ts";
import { measureRound } from "../disagreement/measure-round.ts";
import { rateQuestion } from "../disagreement/rate-question.ts";
import { type Effect, record } from "../effect.ts";
import { wasAsked } from "../questions/make-question.ts";
import type { OpenRound, State } from "../state.ts";

/** Step 3 of SPEC 4: compares, and asks at once what blocks, before a review is paid for. */
export function disagreementEffect(state: State, round: OpenRound): Effect | undefined {
  if (!round.engineerDocument || round.reviewerDocument) return undefined;
  if (!round.measured) return record(...measureRound(state, round, round.engineerDocument.digest));
  const rate = state.rates.find((measured) => measured.round === round.number);
  // Whatever else was answered: only a justification, or a document that is not over the limit, lets it pass (SPEC 8).
  if (rate?.action === "BLOCK_ROUND" && !rate.accepted) {
    return record({ type: "question_asked", question: rateQuestion(state, round, rate) });
  }
  const flag = flagActions(state, round).block.find(({ id }) => !wasAsked(state, "flag", id));
  return flag && record({ type: "question_asked", question: flagQuestion(state, flag) });
}
