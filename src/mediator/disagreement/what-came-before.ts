import type { GapId } from "../../model/ids.ts";
import type { Proposal, State } from "../state.ts";

/** SPEC 9, H2. */
const ROLLBACKS = 2;

/** The proposal that the issues of a gap are about: its own last one, else that of the gap it is a part of. */
export function proposalBefore(state: State, gap: GapId): Proposal["previous"] {
  const own = state.proposals.get(gap)?.previous;
  if (own) return own;
  const whole = state.gaps.get(gap)?.partOf;
  return whole === undefined ? undefined : state.proposals.get(whole);
}

/** Whether a gap was rolled back at least twice in the running round, for patterns that differ (SPEC 9, H2). */
export function isRolledBackForDifferentPatterns(state: State, gap: GapId): boolean {
  const round = state.round?.number;
  const undone = state.rollbacks
    .flatMap((rollback) => rollback.analyses)
    .filter((attempt) => attempt.round === round && attempt.gaps.some((one) => one.gap === gap));
  const patterns = undone.map(({ patterns: found }) =>
    found
      .filter((one) => one.gap === gap)
      .map((one) => one.pattern)
      .sort()
      .join(" "),
  );
  return undone.length >= ROLLBACKS && new Set(patterns).size > 1;
}
