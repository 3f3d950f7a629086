import { openCount } from "../../model/counting.ts";
import type { SessionEvent } from "../../model/events.ts";
import { collect } from "../collect.ts";
import { roundRecord } from "../convergence/round-record.ts";
import type { OpenRound, State } from "../state.ts";

/** Step 7 of SPEC 4: confirms what stood a further round, counts, and measures convergence. */
export function closeRound(state: State, round: OpenRound, now: string): SessionEvent[] {
  return collect(
    state,
    now,
    (current) => confirmed(current, round),
    (current) => [{ type: "round_closed", record: roundRecord(current, round, openCount(current.gaps), now) }],
  );
}

/** ACCEPTED becomes RESOLVED by itself after one further round, with `auto_confirm` (SPEC 3.3). */
function confirmed(state: State, round: OpenRound): SessionEvent[] {
  if (!state.config.autoConfirm) return [];
  return state.gaps
    .filter((gap) => gap.state === "ACCEPTED" && gap.changedInRound < round.number)
    .map((gap) => ({
      type: "gap_changed",
      gap: gap.id,
      to: "RESOLVED",
      actor: "mediator",
      why: "it stood a further round (auto_confirm)",
    }));
}
