import { InternalError } from "../../errors/whetstone-error.ts";
import type { Entry, SessionEvent } from "../../model/events.ts";
import { secondsBetween } from "../../model/timestamp.ts";
import { isRunning, runsOf } from "../queries.ts";
import type { State } from "../state.ts";
import { disagreementFolds, ledgerFolds } from "./evolve-ledger.ts";
import { roundFolds, runFolds } from "./evolve-round.ts";
import { createState, questionFolds, sessionFolds } from "./evolve-session.ts";
import { rollbackFolds, specFolds } from "./evolve-spec.ts";
import type { Folds } from "./folds.ts";

const FOLDS: Folds = {
  ...sessionFolds,
  ...ledgerFolds,
  ...roundFolds,
  ...specFolds,
  ...rollbackFolds,
  ...runFolds,
  ...disagreementFolds,
  ...questionFolds,
};

/** Folds one entry into the state. It decides nothing; an event that breaks a law is a bug and throws (SPEC 3.3). */
export function evolve(state: State | undefined, entry: Entry): State {
  let result = state;
  for (const event of entry.event.events) result = applyEvent(result, event, entry.at);
  if (!result) throw new InternalError("the journal does not begin with the creation of a session");
  return { ...withTime(result, state, entry), seq: entry.seq, at: entry.at };
}

export function fold(entries: Iterable<Entry>, from?: State): State | undefined {
  let state = from;
  for (const entry of entries) state = evolve(state, entry);
  return state;
}

/** The state with another time, which decisions made from it get. */
export function stateAt(state: State, at: string): State {
  return { ...state, at };
}

export function applyEvents(state: State, events: readonly SessionEvent[]): State {
  return events.reduce((current: State, event) => applyEvent(current, event, state.at), state);
}

function applyEvent(state: State | undefined, event: SessionEvent, at: string): State {
  if (event.type === "session_created") return createState(event, at);
  if (!state) throw new InternalError(`${event.type} occurs before the session is created`);
  const fold = FOLDS[event.type] as (state: State, event: SessionEvent, at: string) => State;
  return fold(state, event, at);
}

/** Adds the time since the last entry to the waited or active seconds; between two processes it counts as waited. */
function withTime(state: State, before: State | undefined, { at, event }: Entry): State {
  if (!before || before.stop.type === "ended") return state;
  const isOpening = event.events[0]?.type === "session_opened";
  const calendar = secondsBetween(before.at, at);
  const measured = event.seconds ?? (isOpening ? 0 : calendar);
  const between = isOpening && !runsOf(before).some(isRunning) ? Math.max(0, calendar - measured) : 0;
  const waits = before.questions.length > 0 || before.stop.type === "paused";
  const { totals } = state;
  const waitedSeconds = totals.waitedSeconds + between + (waits ? measured : 0);
  const activeSeconds = totals.activeSeconds + (waits ? 0 : measured);
  return { ...state, totals: { ...totals, waitedSeconds, activeSeconds } };
}

/** The events of several stages, each of which gets the state after the events of the stages before it. */
export function collect(
  state: State,
  ...stages: readonly ((state: State) => readonly SessionEvent[])[]
): SessionEvent[] {
  const events: SessionEvent[] = [];
  let current = state;
  for (const stage of stages) {
    for (const event of stage(current)) {
      events.push(event);
      current = applyEvent(current, event, state.at);
    }
  }
  return events;
}
