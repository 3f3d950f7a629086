import type { SessionEvent } from "../../model/events.ts";
import { isGapId } from "../../model/ids.ts";
import type { State } from "../state.ts";
import type { GateName } from "../termination/warning-gate.ts";
import type { Answered } from "./answered.ts";
import { decide } from "./decide.ts";

export function applyFinish(_state: State, answered: Answered): SessionEvent[] {
  switch (answered.choice) {
    case "accept":
      return [{ type: "ending_chosen", termination: "BY_WHAT_IS_LEFT", trigger: "the person asked to end" }];
    case "pause": // the request to end is answered by it
      return [{ type: "paused", reason: "paused by the person" }];
    case "abandon":
      return [{ type: "ending_chosen", termination: "ABANDONED", trigger: "the person asked to end" }];
    default:
      return [{ type: "ending_dropped", why: "the person goes on" }];
  }
}

/** The person's words on each gap become known limitations (SPEC 12). */
export function applyWarningGate(state: State, answered: Answered, now: string): SessionEvent[] {
  const gate = answered.question.about[0] as GateName;
  if (answered.choice !== "accept") return [{ type: "ending_dropped", why: "not accepted at the warning gate" }];
  const gaps = answered.question.about.filter(isGapId);
  const rationale = gaps
    .flatMap((id) => (answered.field(id) === "" ? [] : [`${id}: ${answered.field(id)}`]))
    .join("\n");
  const chosen = answered.question.options.find(({ id }) => id === answered.choice)?.label ?? "Accepted";
  const words = answered.field("words");
  const acknowledgement = decide(state, now, {
    type: "acknowledgement",
    title: `Accepted with open gaps (${gate})`,
    gaps,
    ...(words === "" ? { option: chosen, decision: chosen } : { decision: words }),
    ...(rationale === "" ? {} : { rationale }),
    outcome: "known limitation",
  });
  return [acknowledgement, { type: "gate_passed", gate }];
}
