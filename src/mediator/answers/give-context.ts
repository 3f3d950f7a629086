import type { SessionEvent } from "../../model/events.ts";
import type { GapId } from "../../model/ids.ts";
import type { State } from "../state.ts";
import { decide } from "./decide.ts";

/** Words of the User that go into prompts are a decision: recorded with id, gaps and words. No gaps are all gaps. */
export function giveContext(
  state: State,
  now: string,
  { gaps, text, when }: { readonly gaps: readonly GapId[]; readonly text: string; readonly when: string },
): SessionEvent[] {
  const about = gaps.length === 0 ? "every gap" : gaps.join(", ");
  return [
    decide(state, now, { type: "context", title: `Context for ${about}`, gaps, decision: text, rationale: when }),
    { type: "gap_context_given", gaps, text },
  ];
}
