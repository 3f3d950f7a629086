import type { Gap } from "../../model/gap.ts";
import { type GapId, sortGapIds } from "../../model/ids.ts";
import type { State } from "../state.ts";

const MOST_LISTED = 80;

/** The gap ids that exist, those that matter for this work first when there are too many to list. */
export function validGaps(state: State, gaps: readonly GapId[]): string {
  const own = new Set(gaps);
  const near = new Set(gaps.map(categoryOf));
  const rank = (gap: Gap) =>
    own.has(gap.id) ? 0 : near.has(categoryOf(gap.id)) ? 1 : gap.state === "SUPERSEDED" ? 3 : 2;
  if (state.gaps.size <= MOST_LISTED) return sortGapIds([...state.gaps].map((gap) => gap.id)).join(", ");
  const chosen = [...state.gaps].sort((a, b) => rank(a) - rank(b)).slice(0, MOST_LISTED);
  return `${sortGapIds(chosen.map((gap) => gap.id)).join(", ")} and ${state.gaps.size - MOST_LISTED} others`;
}

function categoryOf(gap: GapId): string {
  return gap.split("-")[1] ?? "";
}
