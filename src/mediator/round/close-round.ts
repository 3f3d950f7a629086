import { openCount } from "../../model/counting.ts";
import type { SessionEvent } from "../../model/events.ts";
import { holdsBack } from "../../model/issue.ts";
import { collect } from "../collect.ts";
import { roundRecord } from "../convergence/round-record.ts";
import { unsettledIssues } from "../queries.ts";
import type { OpenRound, State } from "../state.ts";
import { makeNote } from "./make-note.ts";

/** Step 7 of SPEC 4: confirms what stood a further round, counts, and measures convergence. */
export function closeRound(state: State, round: OpenRound, now: string): SessionEvent[] {
  return collect(
    state,
    now,
    (current) => closedOver(current, round),
    (current) => confirmed(current, round),
    (current) => [{ type: "round_closed", record: roundRecord(current, round, openCount(current.gaps), now) }],
  );
}

/** A gap that the person put off or closed over a serious issue that is not settled is reported (SPEC 9). */
function closedOver(state: State, round: OpenRound): SessionEvent[] {
  return state.gaps
    .filter((gap) => gap.changedInRound === round.number && (gap.state === "USER_DEFERRED" || gap.state === "WONT_FIX"))
    .flatMap((gap) => unsettledIssues(state, gap.id).filter(holdsBack))
    .map((issue, index): SessionEvent => {
      const message = `${issue.gap} ends over ${issue.id} (${issue.severity}), which is ${issue.state}`;
      const content = { kind: "closed-over-open-issue" as const, message, gap: issue.gap, issue: issue.id };
      return { type: "noted", note: makeNote(round, 300 + index, content) };
    });
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
