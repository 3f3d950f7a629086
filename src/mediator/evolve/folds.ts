import { InternalError } from "../../errors/whetstone-error.ts";
import type { SessionEvent } from "../../model/events.ts";
import { withoutAbandoned } from "../queries.ts";
import type { EventOf, LedgerChange, OpenRound, State } from "../state.ts";

/** What each event does to the state, except for `session_created`, which makes it. */
export type Folds = {
  readonly [Type in Exclude<SessionEvent["type"], "session_created">]: (
    state: State,
    event: EventOf<Type>,
    at: string,
  ) => State;
};

type Part = "session" | "limits" | "setup" | "convergence" | "finalReview" | "totals" | "archives";

export function withPart<Name extends Part>(state: State, name: Name, values: Partial<State[Name]>): State {
  return { ...state, [name]: { ...state[name], ...values } };
}

type ListName = "decisions" | "conflicts" | "answers" | "contexts" | "adjustments" | "prepared";

export function append<Name extends ListName>(state: State, name: Name, item: State[Name][number]): State {
  return { ...state, [name]: [...state[name], item] };
}

/** A fold that changes only the running round, and fails if there is none. */
export function inRound<Event extends SessionEvent>(
  change: (round: OpenRound, event: Event, state: State) => Partial<OpenRound>,
) {
  return (state: State, event: Event): State => {
    const { round } = state;
    if (!round) throw new InternalError(`${event.type} occurs outside a round`);
    return { ...state, round: { ...round, ...change(round, event, state) } };
  };
}

/** Changes the running round; does nothing between rounds. */
export function withRound(state: State, values: Partial<OpenRound>): State {
  return { ...state, round: state.round && { ...state.round, ...values } };
}

/** Keeps the change of a gap or issue for the log of the running round (SPEC 17). */
export function logChange(state: State, change: LedgerChange): State {
  if (!state.round || change.from === change.to) return state;
  return withRound(state, { changes: [...state.round.changes, change] });
}

/** The session goes on or its text has changed, so that the next ending needs a new final review (SPEC 12). */
export function withFreshReview(state: State): State {
  const { runs, runsBefore } = state.finalReview;
  const fresh = { runs: [], runsBefore: runsBefore + withoutAbandoned(runs).length };
  return withPart(state, "finalReview", { ...fresh, result: "none", message: "", blockers: [], settled: [] });
}
