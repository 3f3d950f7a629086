import type { Decision } from "../../model/decision.ts";
import type { SessionEvent } from "../../model/events.ts";
import { decisionId } from "../../model/ids.ts";
import { currentRound } from "../queries.ts";
import type { State } from "../state.ts";

/** Numbers that are taken in a round, also by decisions that were undone with it: an id belongs to one thing (SPEC 3.1). */
function numbersOf(state: State, round: number): number[] {
  const archived = state.rollbacks.flatMap((rollback) => rollback.decisions.map((one) => one.decision));
  return [...state.decisions, ...archived]
    .filter((decision) => decision.round === round)
    .map((decision) => Number(decision.id.slice(decision.id.lastIndexOf("-") + 1)));
}

type Draft = Pick<Decision, "type" | "title" | "decision"> & Partial<Omit<Decision, "id" | "round" | "at">>;

/** Records what the person settled, under the next free id of the round (SPEC 2, 3.1). */
export function decide(state: State, now: string, draft: Draft): Extract<SessionEvent, { type: "decision_recorded" }> {
  const round = currentRound(state);
  const number = Math.max(0, ...numbersOf(state, round)) + 1;
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
