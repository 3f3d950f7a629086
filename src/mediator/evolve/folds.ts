import type { SessionEvent } from "../../model/events.ts";
import type { LedgerChange, State } from "../state.ts";

export type EventOf<Type extends SessionEvent["type"]> = Extract<SessionEvent, { type: Type }>;

/** What each event does to the state; the creation of a session makes it. */
export type Folds = {
  readonly [Type in Exclude<SessionEvent["type"], "session_created">]: (
    state: State,
    event: EventOf<Type>,
    at: string,
  ) => State;
};

/** Keeps what became of a gap or issue for the log of the running round (SPEC 17). */
export function logChange(state: State, change: LedgerChange): State {
  if (!state.round || change.from === change.to) return state;
  return { ...state, round: { ...state.round, changes: [...state.round.changes, change] } };
}
