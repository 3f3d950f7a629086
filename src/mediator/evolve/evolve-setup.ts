import { sizedLimits } from "../../model/config.ts";
import { openCount } from "../../model/counting.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { State } from "../state.ts";

type SetupEvent = Extract<SessionEvent, { type: "survey_read" | "inventory_approved" | "gaps_ordered" }>;

export function evolveSetup(state: State, event: SetupEvent): State {
  switch (event.type) {
    case "survey_read":
      return {
        ...state,
        setup: {
          ...state.setup,
          survey: "read",
          ...(event.expected === undefined ? {} : { expected: event.expected }),
        },
      };
    case "gaps_ordered":
      return { ...state, setup: { ...state.setup, order: event.gaps } };
    case "inventory_approved": {
      // What was found or dropped since the session was created counts for its size (SPEC 11, 12).
      const initialGaps = openCount(state.gaps);
      return {
        ...state,
        setup: { ...state.setup, approved: true },
        session: { ...state.session, initialGaps },
        limits: sizedLimits(state.config, initialGaps),
      };
    }
  }
}
