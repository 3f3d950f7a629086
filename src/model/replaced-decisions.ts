import type { Decision } from "./decision.ts";
import type { DecisionId, GapId } from "./ids.ts";

/** Decisions about passages that a later answer replaced, each with that later decision, which may be "later". */
export function replacedDecisions(decisions: readonly Decision[]): ReadonlyMap<DecisionId, DecisionId> {
  const last = new Map<GapId, Decision>();
  const replaced = new Map<DecisionId, DecisionId>();
  for (const decision of decisions.toReversed()) {
    const { id, type, gaps, passages } = decision;
    const [gap] = gaps;
    if (gap === undefined || (passages === undefined && type !== "deferral")) continue;
    const later = last.get(gap);
    if (later === undefined) last.set(gap, decision);
    else if ((passages ?? later.passages) !== undefined) replaced.set(id, later.id);
  }
  return replaced;
}
