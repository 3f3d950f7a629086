import { type Effect, record } from "../effect.ts";
import { openRound } from "../round/choose-gaps.ts";
import { hasUnwrittenAnswer, writableTogether } from "../round/unwritten-gaps.ts";
import type { OpenRound, State } from "../state.ts";
import { withinRound } from "../steps/within-round.ts";

/** Before an interview ends, what the person answered goes into the spec; what is left is counted after that (SPEC 16.4). */
export function writeAnswers(state: State): Effect | undefined {
  if (state.config.agents.engineer.kind !== "interview") return undefined;
  if (state.round) return isWriting(state, state.round) ? withinRound(state, state.round) : undefined;
  const runs = writableTogether(state).map(({ id }) => [id]);
  return runs.length === 0 ? undefined : record(...openRound(state, runs, []));
}

/** Something was answered in this round, and is on its way into the spec. */
function isWriting(state: State, { slots, number }: OpenRound): boolean {
  return slots.some(
    ({ gap, dropped }) => !dropped && (hasUnwrittenAnswer(state, gap) || state.proposals.get(gap)?.round === number),
  );
}
