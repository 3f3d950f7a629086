import type { Decision } from "../../model/decision.ts";
import type { SessionEvent } from "../../model/events.ts";
import { decisionId } from "../../model/ids.ts";
import { currentRound } from "../queries.ts";
import type { State } from "../state.ts";

type Draft = Pick<Decision, "type" | "title" | "decision"> & Partial<Omit<Decision, "id" | "round" | "at">>;

/** Records what the person settled, under the next free id of the round (SPEC 2, 3.1). */
export function decide(state: State, now: string, draft: Draft): SessionEvent {
  const round = currentRound(state);
  const number = state.decisions.filter((decision) => decision.round === round).length + 1;
  const decision: Decision = {
    gaps: [],
    issues: [],
    by: "user",
    ...draft,
    id: decisionId(round, number),
    round,
    at: now,
  };
  return { type: "decision_recorded", decision };
}
