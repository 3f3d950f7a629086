import type { SessionEvent } from "../../model/events.ts";
import { gapIdsIn } from "../../model/ids.ts";
import { changeByUser } from "../gap-events.ts";
import { pause } from "../pause.ts";
import { requestRollback } from "../rollback/request-rollback.ts";
import type { State } from "../state.ts";
import { EXTENSION } from "../termination/max-rounds-question.ts";
import type { Answered } from "./answered.ts";
import { decide } from "./decide.ts";
import { giveContext } from "./give-context.ts";

/** SPEC 11: after a choice the state is CONVERGING again, counter 0. */
export function applyDivergence(state: State, answered: Answered, now: string): SessionEvent[] {
  const { choice } = answered;
  const reset: SessionEvent = { type: "convergence_reset", choice, criticalOnly: choice === "critical-first" };
  switch (choice) {
    case "narrow": {
      const gaps = gapIdsIn(answered.field("gaps"));
      const decision = `Scope narrowed: ${gaps.join(", ")} deferred`;
      return [
        decide(state, now, { type: "divergence", title: "Narrow the scope", gaps, decision }),
        ...gaps.map((gap) => changeByUser(gap, "USER_DEFERRED", "the scope was narrowed")),
        reset,
      ];
    }
    case "context":
      return [
        ...giveContext(state, now, { gaps: [], text: answered.field("context"), when: "divergence warning" }),
        reset,
      ];
    case "pause":
      return [pause(state, "paused at a divergence warning")];
    case "rollback":
      // The warning stands until the round is undone: one that is kept after all is warned about again.
      return requestRollback(state, {
        rounds: 1,
        reason: answered.question.text.replace(/ How do you want.*$/, ""),
        by: "user",
      });
    case "force-complete":
      return [reset, { type: "ending_chosen", termination: "STALL_EXIT", trigger: "force complete out of a warning" }];
    default:
      return [decide(state, now, { type: "divergence", title: answered.question.text, decision: choice }), reset];
  }
}

export function applyMaxRounds(state: State, answered: Answered): SessionEvent[] {
  switch (answered.choice) {
    case "extend":
      return [
        { type: "max_rounds_extended", to: Math.min(state.limits.maxRounds + EXTENSION, state.config.hardLimit) },
      ];
    case "accept":
      return [{ type: "ending_chosen", termination: "MAX_ROUNDS", trigger: `${state.limits.maxRounds} rounds` }];
    default:
      return [{ type: "ending_chosen", termination: "ABANDONED", trigger: "abandoned at the limit of rounds" }];
  }
}
