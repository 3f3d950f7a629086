import type { Conflict, Flag } from "../../model/disagreement.ts";
import { holdsBack } from "../../model/issue-state.ts";
import { isWorse } from "../../model/severity.ts";
import { decideLowConflict } from "../conflicts/apply-conflict.ts";
import { conflictQuestion, conflictQueue } from "../conflicts/conflict-question.ts";
import { middleGroundEffect } from "../conflicts/middle-ground-run.ts";
import { ungroundedQuestion } from "../conflicts/ungrounded-question.ts";
import { flagQuestion } from "../disagreement/flag-question.ts";
import { flagActions } from "../disagreement/flag-thresholds.ts";
import { isWorthAsking } from "../disagreement/measure-rate.ts";
import { disputedBlocking, rateQuestion } from "../disagreement/rate-question.ts";
import { refusal } from "../disagreement/refusal.ts";
import { waitsForGround } from "../disagreement/ungrounded.ts";
import { type Effect, record } from "../effect.ts";
import { outOfScopeQuestion } from "../inventory/out-of-scope-question.ts";
import { wasAsked } from "../make-question.ts";
import { liveIssues, unsettledIssues } from "../queries.ts";
import { confirmQuestion } from "../questions/confirm-accepted.ts";
import { verdictQuestion } from "../questions/verdict.ts";
import type { OpenRound, State } from "../state.ts";

/** From how many LOW conflicts decided for the Engineer on the rest goes that way by itself (SPEC 10.4). */
const LOW_PRECEDENTS = 3;

/** Step 6 of SPEC 4: as few questions as decide something. */
export function questionEffect(state: State, round: OpenRound, now: string): Effect | undefined {
  return (
    rateEffect(state, round) ??
    disputeEffect(state, round, now) ??
    ungroundedEffect(state) ??
    verdictEffect(state, round) ??
    outOfScopeEffect(state, round) ??
    confirmEffect(state)
  );
}

/** Before the conflicts, since one of its ways on is that there are none. */
function rateEffect(state: State, round: OpenRound): Effect | undefined {
  const rate = state.rates.find((measured) => measured.round === round.number);
  if (!rate || !isWorthAsking(rate) || rate.accepted || wasAsked(state, "disagree-rate")) return undefined;
  if (disputedBlocking(state, round).length === 0) return undefined; // the Reviewer gave in
  return record({ type: "question_asked", question: rateQuestion(state, round, rate) });
}

/** Worst first: a flag may become a conflict, and explicit and converted ones stand in one queue (SPEC 10.4). */
function disputeEffect(state: State, round: OpenRound, now: string): Effect | undefined {
  const conflict = conflictQueue(state).find(({ issue }) => !wasAskedAbout(state, issue));
  const flag = flagActions(state, round).warn.find(({ id }) => !wasAsked(state, "flag", id));
  if (flag && (!conflict || isWorse(flag.severity, conflict.severity))) return flagEffect(state, flag);
  return conflict && conflictEffect(state, round, conflict, now);
}

/** Also in one question with others, which names all of them. */
function wasAskedAbout({ round }: State, issue: Conflict["issue"]): boolean {
  return round?.asked.some((one) => one.startsWith("conflict ") && one.split(" ").includes(issue)) ?? false;
}

function flagEffect(state: State, flag: Flag): Effect {
  return record({ type: "question_asked", question: flagQuestion(state, flag) });
}

function conflictEffect(state: State, round: OpenRound, conflict: Conflict, now: string): Effect {
  const precedents = state.conflicts.filter(
    ({ severity, option, state: became }) => severity === "LOW" && option === "B" && became === "decided",
  );
  if (conflict.severity === "LOW" && precedents.length >= LOW_PRECEDENTS) {
    return record(...decideLowConflict(state, conflict, now));
  }
  return (
    middleGroundEffect(state, round, conflict) ??
    record({ type: "question_asked", question: conflictQuestion(state, conflict) })
  );
}

function ungroundedEffect(state: State): Effect | undefined {
  const issue = liveIssues(state).find((one) => waitsForGround(state, one) && !wasAsked(state, "ungrounded", one.id));
  return issue && record({ type: "question_asked", question: ungroundedQuestion(state, issue) });
}

/** A second verdict NEEDS_REVISION that names nothing serious: acceptance hangs on the person (SPEC 3.6). */
function verdictEffect(state: State, round: OpenRound): Effect | undefined {
  const gap = round.reviewerDocument?.digest.reviewed.find(
    (id) =>
      state.gaps.get(id)?.state === "PROPOSED" &&
      !wasAsked(state, "verdict", id) &&
      !unsettledIssues(state, id).some(holdsBack) &&
      refusal(state, id) === "again",
  );
  return gap === undefined ? undefined : record({ type: "question_asked", question: verdictQuestion(state, gap) });
}

function outOfScopeEffect(state: State, round: OpenRound): Effect | undefined {
  const question = outOfScopeQuestion(state, round);
  return question && record({ type: "question_asked", question });
}

function confirmEffect(state: State): Effect | undefined {
  if (state.config.autoConfirm || wasAsked(state, "confirm-accepted")) return undefined;
  const accepted = state.gaps.filter((gap) => gap.state === "ACCEPTED").map((gap) => gap.id);
  return accepted.length === 0
    ? undefined
    : record({ type: "question_asked", question: confirmQuestion(state, accepted) });
}
