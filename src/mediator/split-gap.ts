import type { SessionEvent } from "../model/events.ts";
import type { Gap } from "../model/gap.ts";
import { gapIdMint } from "../model/id-mint.ts";
import type { GapId } from "../model/ids.ts";
import { partsOf } from "../model/split.ts";
import { decide } from "./answers/decide.ts";
import { currentRound } from "./queries.ts";
import type { State } from "./state.ts";

/** What follows from splitting an open gap, and the ids of its parts (SPEC 3.2, 13.7). */
export interface Split {
  readonly ids: readonly GapId[];
  readonly decision: SessionEvent;
  readonly split: SessionEvent;
}

export function splitGap(
  state: State,
  gap: Gap,
  parts: readonly { readonly title: string; readonly text: string }[],
  why: string,
  now: string,
): Split {
  const ids = gapIdMint([...state.gaps].map((one) => one.id)).parts(gap.id, parts.length);
  const drafts = parts.map((part, index) => ({ ...part, id: ids[index] ?? gap.id }));
  const decision = decide(state, now, {
    type: "split",
    title: `${gap.id} is split`,
    gaps: [gap.id, ...ids],
    decision: `${gap.id} is split into ${ids.join(", ")}`,
    rationale: why,
  });
  return {
    ids,
    decision,
    split: { type: "gap_split", gap: gap.id, parts: partsOf(gap, drafts, currentRound(state)), why },
  };
}
