import type { SessionEvent } from "../../model/events.ts";
import type { GapId } from "../../model/ids.ts";

/** Opens a round with one Engineer run for each of these gaps (SPEC 4.1). */
export function openRound(round: number, assigned: readonly GapId[], carriedOver: readonly GapId[]): SessionEvent[] {
  return [{ type: "round_opened", round, assigned, carriedOver }, ...assigned.map((gap) => assign(gap))];
}

export function assign(gap: GapId): SessionEvent {
  return { type: "gap_changed", gap, to: "IN_PROGRESS", actor: "mediator", why: "assigned to an Engineer" };
}
