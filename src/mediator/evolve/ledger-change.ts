import type { LedgerChange, State } from "../state.ts";

/** Keeps what became of a gap or issue for the log of the running round (SPEC 17). */
export function logChange(state: State, change: LedgerChange): State {
  if (!state.round || change.from === change.to) return state;
  return { ...state, round: { ...state.round, changes: [...state.round.changes, change] } };
}
