import { flagQuestion } from "../disagreement/flag-question.ts";
import { flagActions } from "../disagreement/flags.ts";
import { measureRound } from "../disagreement/measure-round.ts";
import { rateQuestion } from "../disagreement/rate-question.ts";
import { ask, type Effect, record } from "../effect.ts";
import { wasAsked } from "../make-question.ts";
import { patternEffect } from "../rollback/request-rollback.ts";
import type { OpenRound, State } from "../state.ts";
import { engineerEffect, reviewerEffect } from "./agent-phases.ts";
import { closeRound } from "./close-round.ts";
import { questionEffect } from "./question-phase.ts";
import { synthesise } from "./synthesis.ts";

/** The steps of SPEC 4, each skipped once it is done. */
export function withinRound(state: State, round: OpenRound, now: string): Effect {
  return (
    engineerEffect(state, round) ??
    patternEffect(state, round) ??
    disagreementEffect(state, round) ??
    reviewerEffect(state, round) ??
    synthesisEffect(state, round, now) ??
    questionEffect(state, round, now) ??
    record(...closeRound(state, round, now))
  );
}

function synthesisEffect(state: State, round: OpenRound, now: string): Effect | undefined {
  return round.synthesised ? undefined : record(...synthesise(state, round, now));
}

/** Step 3 of SPEC 4: compares, and asks at once what blocks, before a review is paid for. */
export function disagreementEffect(state: State, round: OpenRound): Effect | undefined {
  if (!round.engineerDocument || round.reviewerDocument) return undefined;
  if (!round.measured) return record(...measureRound(state, round, round.engineerDocument.digest));
  const rate = state.rates.find((measured) => measured.round === round.number);
  // Whatever else was answered: only a justification, or a document that is not over the limit, lets it pass (SPEC 8).
  if (rate?.action === "BLOCK_ROUND" && !rate.accepted) {
    return ask(rateQuestion(state, round, rate));
  }
  const flag = flagActions(state, round).block.find(({ id }) => !wasAsked(state, "flag", id));
  return flag && ask(flagQuestion(state, flag));
}
