import type { Gap } from "../../model/gap.ts";
import type { GapId } from "../../model/ids.ts";
import { assignableGaps } from "../round/choose-gaps.ts";
import type { State } from "../state.ts";
import type { RoundAnalysis } from "./analysis/analyse-round.ts";

/** Every gap that the undone rounds worked on. */
export function undoneGaps(analyses: readonly RoundAnalysis[]): GapId[] {
  return [...new Set(analyses.flatMap(({ record }) => record.gaps.map(({ gap }) => gap)))];
}

/** What can be worked on instead of these gaps. */
export function gapsBesides(restored: State, own: readonly GapId[]): Gap[] {
  return assignableGaps(restored)
    .filter((gap) => !own.includes(gap.id))
    .slice(0, restored.config.parallelGaps);
}
