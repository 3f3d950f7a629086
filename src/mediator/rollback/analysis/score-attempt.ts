import type { ReviewerDigest } from "../../../model/digest.ts";
import type { AttemptedGap, PatternFinding, UndoneAttempt } from "../../../model/rollback.ts";

type Facts = Pick<UndoneAttempt, "gaps" | "patterns" | "undefinedTerms" | "contradictions">;

const ADDRESSED = { yes: 20, partial: 10, no: 0 } as const;
const PATTERN = { HIGH: 6, MEDIUM: 3, LOW: 1 } as const;
const ISSUE = { CRITICAL: 8, HIGH: 4, MEDIUM: 1, LOW: 0 } as const;

/** How good an attempt at a round was, per gap of it (SPEC 13.7): what is there, less what is wrong with it. */
export function scoreAttempt(facts: Facts, review: Pick<ReviewerDigest, "issues"> | undefined): number {
  const there = facts.gaps.reduce((sum, gap) => sum + worth(gap), 0);
  const patterns = facts.patterns.reduce((sum, { confidence }: PatternFinding) => sum + PATTERN[confidence], 0);
  const issues = (review?.issues ?? []).reduce((sum, { severity }) => sum + ISSUE[severity], 0);
  const words = facts.contradictions.length * 3 + Math.min(5, facts.undefinedTerms.length);
  return Math.round((there - patterns - issues - words) / Math.max(1, facts.gaps.length));
}

function worth(gap: AttemptedGap): number {
  const coverage = gap.covered.length + gap.missed.length === 0 ? 0 : gap.covered.length - gap.missed.length;
  return ADDRESSED[gap.addressed] + 3 * Math.min(2, gap.examples) + Math.min(5, gap.sections.length) + coverage;
}
