import type { RunOrder } from "../effect.ts";
import { applyEvents } from "../evolve/evolve.ts";
import type { State } from "../state.ts";
import { chooseRuns } from "./choose-gaps.ts";
import { dependencyEvents } from "./dependencies.ts";
import { engineerEffect } from "./engineer-phase.ts";
import { openRound } from "./open-round.ts";

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
