import { openCount } from "../../model/counting.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { GapState } from "../../model/gap.ts";
import { isUnsettled } from "../../model/issue-state.ts";
import { isBlocking } from "../../model/severity.ts";
import { roundRecord } from "../convergence/round-record.ts";
import { collect } from "../evolve/evolve.ts";
import { moveGap, noteEvents } from "../ledger-events.ts";
import { liveIssues } from "../queries.ts";
import type { OpenRound, State } from "../state.ts";

/** Step 7 of SPEC 4: confirms what stood a further round, counts, and measures convergence. */
export function closeRound(state: State, round: OpenRound): SessionEvent[] {
  return collect(
    state,
    (current) => closedOver(current, round),
    (current) => confirmed(current, round),
    (current) => [{ type: "round_closed", record: roundRecord(current, round, openCount(current.gaps)) }],
  );
}

const ENDED: readonly GapState[] = ["USER_DEFERRED", "WONT_FIX", "PARKED"];

/** A gap that ended in this round over a serious issue that nobody answered is reported (SPEC 9). */
function closedOver(state: State, round: OpenRound): SessionEvent[] {
  const ended = new Set(
    state.gaps.filter((gap) => gap.changedInRound === round.number && ENDED.includes(gap.state)).map(({ id }) => id),
  );
  const issues = liveIssues(state).filter(
    (issue) =>
      ended.has(issue.gap) &&
      isBlocking(issue.severity) &&
      isUnsettled(issue) &&
      issue.state !== "ANSWERED" &&
      !issue.noted,
  );
  const notes = issues.map(({ id, gap, severity, state: now }) => {
    const message = `${gap} ends over ${id} (${severity}), which is ${now}`;
    return { kind: "closed-over-open-issue" as const, message, gap, issue: id };
  });
  return noteEvents(state, notes);
}

/** ACCEPTED becomes RESOLVED by itself after one further round, with `auto_confirm` (SPEC 3.3). */
function confirmed(state: State, round: OpenRound): SessionEvent[] {
  if (!state.config.autoConfirm) return [];
  return state.gaps
    .filter((gap) => gap.state === "ACCEPTED" && gap.changedInRound < round.number)
    .map(({ id }) => moveGap(id, "RESOLVED", "mediator", "it stood a further round (auto_confirm)"));
}
