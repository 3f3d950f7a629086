import { flagQuestion } from "../disagreement/flag-question.ts";
import { flagActions } from "../disagreement/flag-thresholds.ts";
import { rateQuestion } from "../disagreement/rate-question.ts";
import { secondOpinionEffect } from "../disagreement/second-opinion.ts";
import { type Effect, record } from "../effect.ts";
import { wasAsked } from "../questions/make-question.ts";
import type { OpenRound, State } from "../state.ts";

/** Step 3 of SPEC 4: compares, and asks at once what blocks, before a review is paid for. */
export function disagreementEffect(state: State, round: OpenRound): Effect | undefined {
  if (!round.engineerDocument || round.reviewerDocument) return undefined;
  if (!round.measured) return { type: "measure" };
  const rate = state.rates.find((one) => one.round === round.number);
  if (rate?.action === "BLOCK_ROUND" && !wasAsked(state, "disagree-rate")) {
    return record({ type: "question_asked", question: rateQuestion(state, round, rate) });
  }
  const opinion = secondOpinionEffect(state, round);
  if (opinion) return opinion;
  const flag = flagActions(state, round.number).block.find((one) => !wasAsked(state, "flag", one.id));
  return flag && record({ type: "question_asked", question: flagQuestion(state, flag) });
}
