import { decideLowConflict } from "../conflicts/apply-conflict.ts";
import { conflictQuestion, conflictQueue } from "../conflicts/conflict-question.ts";
import { flagQuestion } from "../disagreement/flag-question.ts";
import { flagActions } from "../disagreement/flag-thresholds.ts";
import { disputedBlocking, rateQuestion } from "../disagreement/rate-question.ts";
import { type Effect, record } from "../effect.ts";
import { wasAsked } from "../questions/make-question.ts";
import { confirmQuestion } from "../questions/session-questions.ts";
import type { OpenRound, State } from "../state.ts";

/** From how many LOW conflicts decided for the Engineer on the rest goes that way by itself (SPEC 10.4). */
const LOW_PRECEDENTS = 3;

/** Step 6 of SPEC 4: as few questions as decide something. */
export function questionEffect(state: State, round: OpenRound, now: string): Effect | undefined {
  return rateEffect(state, round) ?? conflictEffect(state, now) ?? flagEffect(state, round) ?? confirmEffect(state);
}

/** Before the conflicts, since one of its ways on is that there are none. */
function rateEffect(state: State, round: OpenRound): Effect | undefined {
  const rate = state.rates.find((one) => one.round === round.number);
  if (!rate || rate.action === "NONE" || wasAsked(state, "disagree-rate")) return undefined;
  if (disputedBlocking(state, round).length === 0) return undefined; // the Reviewer gave in
  return record({ type: "question_asked", question: rateQuestion(state, round, rate) });
}

function conflictEffect(state: State, now: string): Effect | undefined {
  const conflict = conflictQueue(state).find((one) => !wasAsked(state, "conflict", one.issue));
  if (!conflict) return undefined;
  const precedents = state.conflicts.filter((one) => one.severity === "LOW" && one.option === "B").length;
  if (conflict.severity === "LOW" && precedents >= LOW_PRECEDENTS) {
    return record(...decideLowConflict(state, conflict, now));
  }
  return record({ type: "question_asked", question: conflictQuestion(state, conflict) });
}

/** Warnings about what was left unanswered; one that is made a conflict is asked as one. */
function flagEffect(state: State, round: OpenRound): Effect | undefined {
  const flag = flagActions(state, round.number).warn.find((one) => !wasAsked(state, "flag", one.id));
  return flag && record({ type: "question_asked", question: flagQuestion(state, flag) });
}

function confirmEffect(state: State): Effect | undefined {
  if (state.config.autoConfirm || wasAsked(state, "confirm-accepted")) return undefined;
  const accepted = state.gaps.filter((gap) => gap.state === "ACCEPTED").map((gap) => gap.id);
  return accepted.length === 0
    ? undefined
    : record({ type: "question_asked", question: confirmQuestion(state, accepted) });
}
