import type { SessionEvent } from "../../model/events.ts";
import type { State } from "../state.ts";

type ConvergenceEvent = Extract<SessionEvent, { type: "convergence_reset" | "max_rounds_extended" }>;

export function evolveConvergence(state: State, event: ConvergenceEvent): State {
  switch (event.type) {
    case "convergence_reset": {
      const { convergence } = state;
      const last = convergence.history.at(-1);
      const history = last ? [...convergence.history.slice(0, -1), { ...last, choice: event.choice }] : [];
      return {
        ...state,
        convergence: {
          ...convergence,
          state: "CONVERGING",
          flatCount: 0,
          criticalOnly: event.criticalOnly,
          acceptedComplexity: convergence.acceptedComplexity + (event.choice === "accept-complexity" ? 1 : 0),
          history,
        },
      };
    }
    case "max_rounds_extended":
      return { ...state, limits: { ...state.limits, maxRounds: event.to } };
  }
}
