import { wordCount } from "../../documents/spec/word-count.ts";
import type { RoundRecord } from "../../model/convergence.ts";
import { countRound } from "../../model/counting.ts";
import { sessionSeconds } from "../queries.ts";
import type { OpenRound, State } from "../state.ts";

/** What the round did to the inventory, and the state that follows from it (SPEC 3.5, 11). */
export function roundRecord(state: State, round: OpenRound, openAtEnd: number, now: string): RoundRecord {
  const count = countRound(state.gaps, round.number, state.config.severityWeights);
  const outcome = roundOutcome(round);
  return {
    round: round.number,
    openAtStart: round.openAtStart,
    openAtEnd,
    ...count,
    ...(round.polishing
      ? { state: state.convergence.state, flatCount: state.convergence.flatCount, polishing: true as const }
      : convergenceState(state, count.weightedNet, count.created.CRITICAL, outcome)),
    outcome,
    openedAt: round.openedAt,
    closedAt: now,
    seconds: sessionSeconds(state) - round.openedAfter,
    engineerChars: round.engineerDocument?.chars ?? 0,
    specWords: wordCount(state.spec.text),
  };
}

/** SPEC 11: the state after a round, by its weighted net. */
export function convergenceState(
  state: State,
  weightedNet: number,
  newCritical: number,
  outcome: RoundRecord["outcome"],
): Pick<RoundRecord, "state" | "flatCount" | "cause"> {
  const { flatCount } = state.convergence;
  const { stallThreshold, divergenceThreshold } = state.limits;
  if (newCritical > 0 && state.config.criticalOverride) {
    return { state: "DIVERGENCE_WARNING", flatCount, cause: "new-critical" };
  }
  if (weightedNet < -divergenceThreshold) return { state: "DIVERGENCE_WARNING", flatCount, cause: "weight" };
  if (weightedNet > 0) return { state: "CONVERGING", flatCount: 0 };
  // A round that only gathered input leaves the counter alone (SPEC 4.2).
  if (outcome === "INPUT_ONLY") return { state: flatCount === 0 ? "CONVERGING" : "FLAT", flatCount };
  if (flatCount + 1 < stallThreshold) return { state: "FLAT", flatCount: flatCount + 1 };
  return { state: "DIVERGENCE_WARNING", flatCount: flatCount + 1, cause: "stall" };
}

function roundOutcome(round: OpenRound): RoundRecord["outcome"] {
  const asked = round.runs.some((run) => run.end?.blocked.length);
  if (!round.engineerDocument && !round.reviewerDocument && asked) return "INPUT_ONLY";
  const dropped = round.slots.some((slot) => slot.dropped);
  const missing = !round.engineerDocument || !round.reviewerDocument;
  return dropped || missing || isUnreviewed(round) ? "PARTIAL" : "FULL";
}

function isUnreviewed(round: OpenRound): boolean {
  const proposed = round.engineerDocument?.digest.proposals.map((proposal) => proposal.gap) ?? [];
  const reviewed = round.reviewerDocument?.digest.reviewed ?? [];
  return proposed.some((gap) => !reviewed.includes(gap));
}
