import type { SessionEvent } from "../../model/events.ts";
import { compareGapIds, type GapId } from "../../model/ids.ts";
import { moveGap, unblock } from "../gap-events.ts";
import type { State } from "../state.ts";

/** Opens a round with these Engineer runs (SPEC 4.1). */
export function openRound(
  state: State,
  runs: readonly (readonly GapId[])[],
  carriedOver: readonly GapId[],
): SessionEvent[] {
  const round = (state.records.at(-1)?.round ?? 0) + 1;
  // A person is asked in the order of what they read.
  const isAsked = state.config.agents.engineer.kind === "interview";
  const assigned = isAsked ? runs.flat() : runs.flat().sort(compareGapIds);
  const clusters = runs.filter(({ length }) => length > 1);
  const freed = assigned.filter((gap) => state.gaps.get(gap)?.state === "BLOCKED");
  return [
    { type: "round_opened", round, assigned, ...(clusters.length === 0 ? {} : { clusters }), carriedOver },
    ...freed.flatMap((gap) => unblock(state, gap, "it is worked on with what it waits for")),
    ...assigned.map((gap) => assign(gap)),
  ];
}

export function assign(gap: GapId): SessionEvent {
  return moveGap(gap, "IN_PROGRESS", "mediator", "assigned to an Engineer");
}
