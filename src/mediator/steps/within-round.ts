import type { Conflict, DisagreeRate } from "../../model/disagreement.ts";
import { holdsBack } from "../../model/issue-state.ts";
import type { Question } from "../../model/question.ts";
import { isWorse } from "../../model/severity.ts";
import { middleGroundEffect } from "../conflicts/conflict-options.ts";
import { conflictQuestion, decideLowConflict } from "../conflicts/conflict-question.ts";
import { closeRound } from "../convergence/close-round.ts";
import { flagQuestion } from "../disagreement/flag-question.ts";
import { flagActions } from "../disagreement/flags.ts";
import { isWorthAsking, measureRound, rateOf } from "../disagreement/measure-round.ts";
import { conflictQueue } from "../disagreement/open-conflicts.ts";
import { disputedBlocking, rateQuestion } from "../disagreement/rate-question.ts";
import { refusal, waitsForGround } from "../disagreement/settle-gaps.ts";
import { ask, type Effect, record } from "../effect.ts";
import { wasAsked } from "../make-question.ts";
import { liveIssues, unsettledIssues } from "../queries.ts";
import {
  confirmQuestion,
  issueQuestions,
  outOfScopeQuestion,
  ungroundedQuestion,
  verdictQuestion,
} from "../questions/review-questions.ts";
import { patternEffect } from "../rollback/request-rollback.ts";
import type { OpenRound, State } from "../state.ts";
import { engineerEffect, reviewerEffect } from "./agent-phases.ts";
import { synthesise } from "./synthesise.ts";

/** The steps of a round (SPEC 4): the first one that is not done gives the effect. */
export function withinRound(state: State, round: OpenRound): Effect {
  return (
    engineerEffect(state, round) ??
    patternEffect(state, round) ??
    disagreementEffect(state, round) ??
    reviewerEffect(state, round) ??
    (round.synthesised ? undefined : record(...synthesise(state, round))) ??
    questionEffect(state, round) ??
    record(...closeRound(state, round))
  );
}

/** Step 3 of SPEC 4: measures disagreement, and asks about what blocks the round before a review is paid for. */
function disagreementEffect(state: State, round: OpenRound): Effect | undefined {
  if (!round.engineerDocument || round.reviewerDocument) return undefined;
  if (!round.measured) return record(...measureRound(state, round, round.engineerDocument.digest));
  const rate = rateOf(state, round);
  // Asked until the User justifies the rate or a revised document is within the limit (SPEC 8).
  if (rate?.action === "BLOCK_ROUND" && !rate.accepted) {
    return ask(rateQuestion(state, round, rate));
  }
  const flag = flagActions(state, round).block.find(({ id }) => !wasAsked(state, "flag", id));
  return flag && ask(flagQuestion(state, flag));
}

/** After this many LOW conflicts for the Engineer, further ones are decided automatically (SPEC 10.4). */
const LOW_PRECEDENTS = 3;

/** Step 6 of SPEC 4: the questions about what only the User can decide, one at a time. */
function questionEffect(state: State, round: OpenRound): Effect | undefined {
  // Asked before the conflicts, because one of its options drops them.
  const rate = rateToAsk(state, round);
  if (rate) return ask(rateQuestion(state, round, rate));
  const dispute = disputeEffect(state, round);
  if (dispute) return dispute;
  const ungrounded = nextUngroundedQuestion(state);
  if (ungrounded) return ask(ungrounded);
  const left = issueQuestions(state, "round");
  if (left.length > 0) return record(...left);
  const question = nextVerdictQuestion(state, round) ?? outOfScopeQuestion(state, round) ?? confirmationQuestion(state);
  return question && ask(question);
}

function rateToAsk(state: State, round: OpenRound): DisagreeRate | undefined {
  const rate = rateOf(state, round);
  if (!rate || !isWorthAsking(rate) || rate.accepted || wasAsked(state, "disagree-rate")) return undefined;
  // The Reviewer may have given in meanwhile: then nothing is left to ask about.
  return disputedBlocking(state, round).length === 0 ? undefined : rate;
}

/** Flags and conflicts in one queue, the worst first, because a flag may become a conflict (SPEC 10.4). */
function disputeEffect(state: State, round: OpenRound): Effect | undefined {
  const conflict = conflictQueue(state).find(({ issue }) => !wasAsked(state, "conflict", issue));
  const flag = flagActions(state, round).warn.find(({ id }) => !wasAsked(state, "flag", id));
  if (flag && (!conflict || isWorse(flag.severity, conflict.severity))) return ask(flagQuestion(state, flag));
  return conflict && conflictEffect(state, round, conflict);
}

function conflictEffect(state: State, round: OpenRound, conflict: Conflict): Effect {
  const precedents = state.conflicts.filter(
    ({ severity, option, state: became }) => severity === "LOW" && option === "B" && became === "decided",
  );
  if (conflict.severity === "LOW" && precedents.length >= LOW_PRECEDENTS) {
    return record(...decideLowConflict(state, conflict));
  }
  return middleGroundEffect(state, round, conflict) ?? ask(conflictQuestion(state, conflict));
}

function nextUngroundedQuestion(state: State): Question | undefined {
  const issue = liveIssues(state).find(
    (live) => waitsForGround(state, live) && !wasAsked(state, "ungrounded", live.id),
  );
  return issue && ungroundedQuestion(state, issue);
}

/** After a second NEEDS_REVISION without a serious issue, the User decides whether the gap is accepted (SPEC 3.6). */
function nextVerdictQuestion(state: State, round: OpenRound): Question | undefined {
  const gap = round.reviewerDocument?.digest.reviewed.find(
    (id) =>
      state.gaps.get(id)?.state === "PROPOSED" &&
      !wasAsked(state, "verdict", id) &&
      !unsettledIssues(state, id).some(holdsBack) &&
      refusal(state, id) === "again",
  );
  return gap && verdictQuestion(state, gap);
}

function confirmationQuestion(state: State): Question | undefined {
  if (state.config.autoConfirm || wasAsked(state, "confirm-accepted")) return undefined;
  const accepted = state.gaps.filter((gap) => gap.state === "ACCEPTED").map((gap) => gap.id);
  return accepted.length === 0 ? undefined : confirmQuestion(state, accepted);
}
