import type { SessionEvent } from "../../model/events.ts";
import type { State } from "../state.ts";

/** At any ending that writes a spec, what was accepted is resolved with it (SPEC 3.3). */
export function resolveAccepted(state: State): SessionEvent[] {
  return state.gaps
    .filter((gap) => gap.state === "ACCEPTED")
    .map((gap) => {
      const why = "the finished spec has it";
      return { type: "gap_changed", gap: gap.id, to: "RESOLVED", actor: "mediator", why };
    });
}
