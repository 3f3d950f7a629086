import type { Gap } from "../../model/gap.ts";
import { compareGapIds, type GapId } from "../../model/ids.ts";
import type { State, TextRef } from "../state.ts";

/** A validated document of an earlier round that may serve as an example (SPEC 6, tier 2). */
export interface ExampleCandidate {
  readonly ref: TextRef;
  readonly round: number;
  readonly gaps: readonly GapId[];
  /** It led to an ACCEPTED or RESOLVED gap. */
  readonly led: boolean;
  /** `ACCEPTED`, for the origin. */
  readonly outcome: string;
}

const MOST_CANDIDATES = 12;

/**
 * The best candidates as far as the state alone can tell, newest first. What was rolled back is in no table of the state, so
 * it is no candidate.
 */
export function exampleCandidates(state: State, role: "engineer" | "reviewer", round: number): ExampleCandidate[] {
  const all = role === "engineer" ? proposed(state) : reviews(state);
  return all
    .filter((candidate) => candidate.round < round)
    .sort((a, b) => Number(b.led) - Number(a.led) || b.round - a.round || compareFirst(a, b))
    .slice(0, MOST_CANDIDATES);
}

function proposed(state: State): ExampleCandidate[] {
  const candidates: ExampleCandidate[] = [];
  for (const proposal of state.proposals) {
    const gap = state.gaps.get(proposal.id);
    const { path, line, endLine, round } = proposal;
    candidates.push({
      ref: { path, line, endLine },
      round,
      gaps: [proposal.id],
      led: isAccepted(gap),
      outcome: gap?.state ?? "unknown",
    });
  }
  return candidates;
}

/** Those of the rounds that are kept in full. */
function reviews(state: State): ExampleCandidate[] {
  return state.recent.flatMap(({ record, reviewerDocument }) => {
    if (reviewerDocument === undefined) return [];
    const { reviewed } = reviewerDocument.digest;
    const gaps = reviewed.map((id) => state.gaps.get(id));
    return {
      ref: { path: reviewerDocument.path, line: 1, endLine: Number.POSITIVE_INFINITY },
      round: record.round,
      gaps: reviewed,
      led: gaps.some(isAccepted),
      outcome: [...new Set(gaps.map((gap) => gap?.state ?? "unknown"))].join(", "),
    };
  });
}

function isAccepted(gap: Gap | undefined): boolean {
  return gap?.state === "ACCEPTED" || gap?.state === "RESOLVED";
}

function compareFirst(a: ExampleCandidate, b: ExampleCandidate): number {
  const [left, right] = [a.gaps[0], b.gaps[0]];
  return left === undefined || right === undefined ? 0 : compareGapIds(left, right);
}
