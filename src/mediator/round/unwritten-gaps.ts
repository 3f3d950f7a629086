import type { Gap } from "../../model/gap.ts";
import type { GapId } from "../../model/ids.ts";
import type { State } from "../state.ts";
import { areIndependent, isAssignable } from "./choose-gaps.ts";

/** Gaps that were answered between rounds: the next one writes their answers into the spec (SPEC 16.4). */
export function unwrittenGaps(state: State): Gap[] {
  return state.gaps.filter((gap) => isAssignable(gap) && hasUnwrittenAnswer(state, gap.id));
}

/** Those of them that can be written at the same time. */
export function writableTogether(state: State): Gap[] {
  const together: Gap[] = [];
  for (const gap of unwrittenGaps(state)) {
    if (together.every((other) => areIndependent(state, gap, other))) together.push(gap);
  }
  return together;
}

/** No proposal was made yet from what the person last said about its passages. */
export function hasUnwrittenAnswer({ decisions, proposals }: State, gap: GapId): boolean {
  const answer = decisions.findLast(({ passages, gaps }) => passages !== undefined && gaps.includes(gap));
  return answer !== undefined && answer.round > (proposals.get(gap)?.round ?? 0);
}
