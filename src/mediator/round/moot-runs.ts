import { gapsUnderReview, isRunning } from "../queries.ts";
import type { State } from "../state.ts";

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
