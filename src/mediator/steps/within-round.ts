import { defined } from "../../model/defined.ts";
import type { BlockedDigest } from "../../model/digest.ts";
import type { Conflict, DisagreeRate } from "../../model/disagreement.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { GapId } from "../../model/ids.ts";
import { holdsBack } from "../../model/issue-state.ts";
import { wordsAsked } from "../../model/passage-answer.ts";
import type { Question } from "../../model/question.ts";
import { isWorse } from "../../model/severity.ts";
import { middleGroundEffect } from "../conflicts/conflict-options.ts";
import { conflictQuestion, decideLowConflict } from "../conflicts/conflict-question.ts";
import { closeRound } from "../convergence/convergence.ts";
import { flagQuestion } from "../disagreement/flag-question.ts";
import { flagActions } from "../disagreement/flags.ts";
import { isWorthAsking, measureRound, rateOf } from "../disagreement/measure-round.ts";
import { conflictQueue } from "../disagreement/open-conflicts.ts";
import { disputedBlocking, rateQuestion } from "../disagreement/rate-question.ts";
import { refusal, waitsForGround } from "../disagreement/settle-gaps.ts";
import { ask, type Effect, type RunOrder, record } from "../effect.ts";
import { applyEvents, collect } from "../evolve/evolve.ts";
import { dropSlot, giveBack, moveGap } from "../ledger-events.ts";
import { askEach, wasAsked } from "../make-question.ts";
import { gapsUnderReview, liveIssues, reviewerRuns, slotRuns, unsettledIssues } from "../queries.ts";
import { agentFailureQuestion, bothFailedQuestion, roleFailedQuestion } from "../questions/failure-questions.ts";
import { answersTo, inputQuestion } from "../questions/input-question.ts";
import { readAsked } from "../questions/passage-question.ts";
import {
  confirmQuestion,
  issueQuestions,
  outOfScopeQuestion,
  ungroundedQuestion,
  verdictQuestion,
} from "../questions/review-questions.ts";
import { autoRetry, exhaustedReason, patternEffect } from "../rollback/request-rollback.ts";
import { chooseRuns, dependencyEvents, openRound } from "../round/choose-gaps.ts";
import { clusterOf, engineerOrder, reviewerOrder, type SlotStatus, slotStatus } from "../round/slot.ts";
import type { OpenRound, Slot, State } from "../state.ts";
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

interface Work {
  readonly slot: Slot;
  readonly status: SlotStatus;
}

/** Step 2 of SPEC 4: runs of the Engineer, with retries, until every gap of the round is settled. */
function engineerEffect(state: State, round: OpenRound): Effect | undefined {
  // A round without assigned gaps only reviews what earlier rounds left unreviewed.
  if (round.slots.length === 0) return undefined;
  if (round.engineerDocument || round.skipped.some(({ role }) => role === "engineer")) return undefined;
  const work = round.slots.map((slot) => ({ slot, status: slotStatus(round, slot) }));
  return startEffect(state, round, work) ?? settledEffect(state, round, work);
}

function startEffect(state: State, round: OpenRound, work: readonly Work[]): Effect | undefined {
  const running = work.filter(({ status }) => status.type === "running").length;
  const free = Math.max(0, state.config.budgets.concurrentRuns - running);
  const ready = work
    .filter(({ slot, status }) => status.type === "ready" && clusterOf(round, slot)[0] === slot.gap)
    .slice(0, free);
  if (ready.length > 0 && !work.some(({ status }) => status.type === "fatal")) {
    return { type: "run", orders: ready.map(({ slot }) => engineerOrder(round, slot)) };
  }
  return running > 0 ? { type: "wait" } : undefined;
}

function settledEffect(state: State, round: OpenRound, work: readonly Work[]): Effect {
  const runsOf = (type: SlotStatus["type"]) =>
    work.flatMap(({ status }) => (status.type === type && "run" in status ? [status.run] : []));
  const [fatal] = runsOf("fatal");
  if (fatal) return ask(agentFailureQuestion(state, fatal));
  const blocked = work.flatMap(({ slot, status }) =>
    status.type === "blocked" ? [{ gap: slot.gap, inputs: status.inputs }] : [],
  );
  if (blocked.length > 0) return record(...blockedEvents(state, round, blocked));
  const failed = work.filter(({ status }) => status.type === "failed").map(({ slot }) => slot);
  const valid = [...new Set(runsOf("valid").map(({ id }) => id))];
  if (failed.length > 0) {
    const failures = runsOf("failed").map(({ end }) => end?.gate.failureType ?? "");
    return failedEffect(state, round, failed, failures, valid.length > 0);
  }
  if (valid.length > 0) return { type: "join", role: "engineer", runs: valid };
  return record({ type: "role_skipped", role: "engineer", why: "no gap was left to work on" });
}

/** The gaps become BLOCKED, and the User is asked for the input they need (SPEC 7). */
function blockedEvents(state: State, round: OpenRound, blocked: readonly Waiting[]): SessionEvent[] {
  const { polishing } = round;
  const block =
    ({ gap, inputs }: Waiting) =>
    (current: State) => {
      if (!polishing && asksAgain(state, round, gap, inputs)) return giveBack(current, gap, ASKED_AGAIN, true);
      const drop = dropSlot(gap, "waits for input");
      const [first, ...more] = inputs.map(({ reason, choices }) => ({ reason, ...defined({ choices }) }));
      if (polishing || first === undefined) return [drop];
      const moved = moveGap(gap, "BLOCKED", "engineer", wordsAsked(first.reason));
      const blocker = { type: "USER_INPUT" as const, ...first, ...(more.length === 0 ? {} : { more }) };
      const wanted = [first, ...more];
      const questions = askEach(current, wanted, (now, input) => inputQuestion(now, gap, input, wanted));
      return [drop, { ...moved, blocker }, ...questions];
    };
  return collect(state, ...blocked.map(block));
}

const ASKED_AGAIN = "the Engineer asks again although it was answered";

/** Whether the gap is left for the next round: otherwise a round could ask, answer and run without end. */
function asksAgain(state: State, round: OpenRound, gap: GapId, inputs: readonly BlockedDigest[]): boolean {
  if (inputs.some(({ reason }) => readAsked(reason) !== undefined)) return false;
  const asking = slotRuns(round, gap).filter(({ end }) => end?.blocked.some((blocked) => blocked.gap === gap));
  const isAnswered = inputs.every((input) =>
    answersTo(state, gap, [input]).some((decision) => decision.round === round.number),
  );
  return isAnswered || asking.length > state.config.maxRetries + 1;
}

interface Waiting {
  readonly gap: GapId;
  readonly inputs: readonly BlockedDigest[];
}

/** All attempts failed: a PARTIAL round, or a question if no run was valid or a gap failed twice (SPEC 7). */
function failedEffect(
  state: State,
  round: OpenRound,
  failed: readonly Slot[],
  failures: readonly string[],
  isAnyValid: boolean,
): Effect {
  // A gap that is not polished keeps its text, and its issues are listed.
  if (round.polishing) return record(...failed.map(({ gap }) => dropSlot(gap, "not polished")));
  const again = failed.some(({ gap }) => state.gaps.get(gap)?.failedInRound === round.number - 1);
  if (isAnyValid && !again) {
    return record(...failed.flatMap(({ gap }) => giveBack(state, gap, "every attempt failed", true)));
  }
  const retried = autoRetry(state, round, exhaustedReason("Engineer", failures));
  const gaps = failed.map(({ gap }) => gap);
  return retried ?? ask(roleFailedQuestion(state, round, "engineer", gaps));
}

/** The Engineer's runs that would be started now, and the state that they would start in; for an estimate. */
export function dueOrders(state: State): { readonly state: State; readonly orders: readonly RunOrder[] } {
  const settled = applyEvents(state, state.round ? [] : dependencyEvents(state));
  const opened = state.round ? state : applyEvents(settled, openRound(settled, chooseRuns(settled), []));
  const effect = opened.round && engineerEffect(opened, opened.round);
  return { state: opened, orders: effect?.type === "run" ? effect.orders : [] };
}

/** Step 4 of SPEC 4: one run of the Reviewer over all proposals, with its retries. */
function reviewerEffect(state: State, round: OpenRound): Effect | undefined {
  if (round.reviewerDocument || round.skipped.some(({ role }) => role === "reviewer")) return undefined;
  const gaps = gapsUnderReview(state, round);
  if (gaps.length === 0) return record({ type: "role_skipped", role: "reviewer", why: "there is nothing to review" });
  const runs = reviewerRuns(round);
  const last = runs.at(-1);
  if (last && !last.end) return { type: "wait" };
  const { gate, fatal } = last?.end ?? {};
  if (last && gate?.success) return { type: "join", role: "reviewer", runs: [last.id] };
  // The User may grant a further attempt even after a failure that is not retriable.
  const isGranted = round.reviewerAllowed > state.config.maxRetries + 1;
  if (!last || (runs.length < round.reviewerAllowed && (gate?.retriable || isGranted))) {
    return { type: "run", orders: [reviewerOrder(round, gaps)] };
  }
  if (fatal) return ask(agentFailureQuestion(state, last));
  const retried = autoRetry(state, round, exhaustedReason("Reviewer", [gate?.failureType ?? ""]));
  if (retried) return retried;
  const engineerFailed = !round.engineerDocument && round.slots.length > 0;
  return ask(engineerFailed ? bothFailedQuestion(state, round) : roleFailedQuestion(state, round, "reviewer", gaps));
}
