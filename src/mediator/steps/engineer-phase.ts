import type { SessionEvent } from "../../model/events.ts";
import { compareSeverity } from "../../model/severity.ts";
import { ask, type Effect, type RunOrder, record } from "../effect.ts";
import { applyEvents } from "../evolve/evolve.ts";
import { giveBack, moveGap } from "../gap-events.ts";
import { agentFailureQuestion } from "../questions/agent-failure.ts";
import { readAsked } from "../questions/asked-passages.ts";
import { inputQuestion } from "../questions/input.ts";
import { roleFailedQuestion } from "../questions/role-failed.ts";
import { autoRetry, exhaustedReason } from "../rollback/request-rollback.ts";
import { chooseRuns } from "../round/choose-gaps.ts";
import { dependencyEvents } from "../round/dependencies.ts";
import { openRound } from "../round/open-round.ts";
import { clusterOf, engineerOrder } from "../round/run-order.ts";
import { type SlotStatus, slotStatus } from "../round/slot.ts";
import type { OpenRound, Slot, State } from "../state.ts";

interface Work {
  readonly slot: Slot;
  readonly status: SlotStatus;
}

/** Step 2 of SPEC 4: an isolated run for each gap, with its retries, until every one is settled. */
export function engineerEffect(state: State, round: OpenRound): Effect | undefined {
  // Without an assigned gap the round is a review of what earlier ones left.
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
  const fatal = work.find(({ status }) => status.type === "fatal");
  if (fatal?.status.type === "fatal") {
    return ask(agentFailureQuestion(state, fatal.status.run));
  }
  // The worst is asked about first, as the inventory lists them.
  const severityOf = ({ slot }: Work) => state.gaps.get(slot.gap)?.severity ?? "LOW";
  const blocked = work
    .filter(({ status }) => status.type === "blocked")
    .toSorted((a, b) => compareSeverity(severityOf(a), severityOf(b)));
  if (blocked.length > 0 && round.polishing)
    return record(...blocked.map(({ slot }) => dropped(slot, "waits for input")));
  if (blocked.length > 0) return record(...blocked.flatMap((work, index) => blockEvents(state, work, index)));
  const failed = work.filter(({ status }) => status.type === "failed");
  const valid = [...new Set(work.flatMap(({ status }) => (status.type === "valid" ? [status.run.id] : [])))];
  if (failed.length > 0) return failedEffect(state, round, failed, valid.length);
  if (valid.length > 0) return { type: "join", role: "engineer", runs: valid };
  return record({ type: "role_skipped", role: "engineer", why: "no gap was left to work on" });
}

/** The gap goes BLOCKED at once, and the person is asked for what it needs (SPEC 7). */
function blockEvents(state: State, work: Work, index: number): SessionEvent[] {
  if (work.status.type !== "blocked") return [];
  const { gap } = work.slot;
  const { reason, choices } = work.status.input;
  const offered = choices === undefined ? {} : { choices };
  return [
    dropped(work.slot, "waits for input"),
    {
      ...moveGap(gap, "BLOCKED", "engineer", readAsked(reason)?.question ?? reason),
      blocker: { type: "USER_INPUT", reason, ...offered },
    },
    { type: "question_asked", question: inputQuestion(state, gap, { reason, ...offered }, index) },
  ];
}

/**
 * Attempts used up: the person is asked when no run of the role was valid or the gap failed in the round before as
 * well; otherwise the gap goes back and the round is PARTIAL (SPEC 7).
 */
function failedEffect(state: State, round: OpenRound, failed: readonly Work[], valid: number): Effect {
  // What is not polished stays as it is, and is listed.
  if (round.polishing) return record(...failed.map(({ slot }) => dropped(slot, "not polished")));
  const again = failed.filter(({ slot }) => state.gaps.get(slot.gap)?.failedInRound === round.number - 1);
  if (valid > 0 && again.length === 0) {
    return record(...failed.flatMap(({ slot }) => giveBack(state, slot, "every attempt failed", true)));
  }
  const gaps = failed.map(({ slot }) => slot.gap);
  const retried = autoRetry(state, round, exhaustedReason("Engineer", failed.map(failureOf)));
  return retried ?? ask(roleFailedQuestion(state, round, "engineer", gaps));
}

function dropped({ gap }: Slot, why: string): SessionEvent {
  return { type: "slot_dropped", gap, failed: false, why };
}

function failureOf(work: Work): string {
  return work.status.type === "failed" ? (work.status.run.end?.gate.failureType ?? "") : "";
}

/** The Engineer's next runs as they would be started now, and the state in which they would be. Changes nothing. */
export function dueOrders(state: State): { readonly state: State; readonly orders: readonly RunOrder[] } {
  const opened = state.round ? state : withRound(state);
  const effect = opened.round && engineerEffect(opened, opened.round);
  return { state: opened, orders: effect?.type === "run" ? effect.orders : [] };
}

function withRound(state: State): State {
  const settled = applyEvents(state, dependencyEvents(state), state.at);
  return applyEvents(settled, openRound(settled, chooseRuns(settled), []), settled.at);
}
