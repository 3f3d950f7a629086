import type { Decision } from "./decision.ts";
import type { DecisionId, GapId } from "./ids.ts";

/** Answers about a passage that the User gave anew, each with the decision that holds in its place. */
export function replacedDecisions(decisions: readonly Decision[]): ReadonlyMap<DecisionId, DecisionId> {
  const last = new Map<GapId, DecisionId>();
  const replaced = new Map<DecisionId, DecisionId>();
  for (const { id, gaps, passages } of decisions.toReversed()) {
    const [gap] = gaps;
    if (passages === undefined || gap === undefined) continue;
    const later = last.get(gap);
    if (later === undefined) last.set(gap, id);
    else replaced.set(id, later);
  }
  return replaced;
}
