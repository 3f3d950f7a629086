import { defined } from "../../model/defined.ts";
import type { RunRole } from "../../model/events/run-events.ts";
import type { GapId } from "../../model/ids.ts";
import type { RunOrder } from "../effect.ts";
import { gapsUnderReview, isRunning, slotRuns } from "../queries.ts";
import type { OpenRound, Run, Slot, State } from "../state.ts";

/** The next attempt at one gap. */
export function engineerOrder(round: OpenRound, slot: Slot): RunOrder {
  const runs = slotRuns(round, slot);
  const wasUsed = runs.some((run) => run.agent === slot.given?.from);
  return {
    ...followUp(runs),
    id: runId(round.number, "engineer", runs.length + 1, slot.gap),
    role: "engineer",
    round: round.number,
    gaps: clusterOf(round, slot),
    condensed: slot.condensed,
    ...defined({ revision: slot.revision, given: wasUsed ? undefined : slot.given }),
  };
}

/** The gaps of a slot's run that the round still works on; the first of them starts it. */
export function clusterOf({ slots }: OpenRound, { gap, cluster = [gap] }: Slot): GapId[] {
  return cluster.filter((member) => slots.some((slot) => slot.gap === member && !slot.dropped));
}

/** The next attempt at the review of these gaps. */
export function reviewerOrder(round: OpenRound, runs: readonly Run[], gaps: readonly GapId[]): RunOrder {
  return {
    ...followUp(runs),
    id: runId(round.number, "reviewer", runs.length + 1),
    role: "reviewer",
    round: round.number,
    gaps,
    condensed: false,
  };
}

/** What the attempt before says to this one. */
export function followUp(runs: readonly Run[]): Pick<RunOrder, "attempt" | "uncertain" | "failure"> {
  const gate = runs.at(-1)?.end?.gate;
  return {
    attempt: runs.length + 1,
    uncertain: runs.at(-1)?.end?.blocked.some((blocked) => blocked.kind === "UNCERTAINTY") ?? false,
    ...(gate === undefined || gate.success ? {} : { failure: gate }),
  };
}

function runId(round: number, role: RunRole, attempt: number, gap?: GapId): string {
  return ["R", round, "-", role, gap === undefined ? "" : `-${gap}`, "-", attempt].join("");
}

/** Runs under way for nothing: every gap that they work on was closed, dropped or put off meanwhile. They end at once. */
export function mootRuns(state: State): string[] {
  const { round } = state;
  if (!round) return [];
  const wanted = new Set([
    ...round.slots.filter((slot) => !slot.dropped).map((slot) => slot.gap),
    ...gapsUnderReview(state, round),
  ]);
  return round.runs
    .filter(({ role }) => role === "engineer" || role === "reviewer")
    .filter((run) => isRunning(run) && !run.gaps.some((gap) => wanted.has(gap)))
    .map(({ id }) => id);
}
