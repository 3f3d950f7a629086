import { keywordsOf } from "../../documents/spec/keywords.ts";
import type { RootCause, RootCauseName, UndoneAttempt } from "../../model/rollback.ts";
import type { PendingRollback, State } from "../state.ts";
import type { RoundAnalysis } from "./analyse-round.ts";
import { bySureness, patternsIn } from "./patterns.ts";
import { asksForCause } from "./request-rollback.ts";

/** An attempt at the round, with why it was undone. */
export interface FailedAttempt {
  readonly attempt: UndoneAttempt;
  readonly reason: string;
}

/** The attempts at a round, oldest first: what survives of those that were undone before, and the one that stands now. */
export function failedAttempts(
  state: State,
  { reason }: Pick<PendingRollback, "reason">,
  { record }: Pick<RoundAnalysis, "record">,
): FailedAttempt[] {
  const undone = state.rollbacks.flatMap((rollback) =>
    rollback.analyses.map((attempt) => ({ attempt, reason: rollback.reason })),
  );
  return [...undone.filter(({ attempt }) => attempt.round === record.round), { attempt: record, reason }];
}

/** Why the round that is undone first keeps failing, where that is looked for (SPEC 13.7). */
export function causesOf(state: State, pending: PendingRollback, analyses: readonly RoundAnalysis[]): RootCause[] {
  const first = analyses.find(({ record }) => record.round === pending.to + 1);
  return first && asksForCause(state, pending.to) ? rootCauses(failedAttempts(state, pending, first)) : [];
}

/** What each cause means, for people. */
export const CAUSE_TEXT: Readonly<Record<RootCauseName, string>> = {
  AMBIGUOUS: "The gap, or what the prompt says of it, can be understood in several ways",
  SCOPE_TOO_LARGE: "The gap asks too much at once",
  CONTEXT_MISSING: "Something is needed that the source does not say",
  OUTSIDE_KNOWLEDGE: "The subject is outside what the agent knows",
};

/** Why attempts at one round fail, each cause once, the likeliest first; never empty (SPEC 13.7). */
export function rootCauses(attempts: readonly FailedAttempt[]): RootCause[] {
  const made = attempts.map(({ attempt }) => attempt);
  const found = [minimal(made), unknownTerms(made), contradicting(made), complaints(attempts)].flatMap(
    (one) => one ?? [],
  );
  const sorted = found.sort(bySureness);
  const causes = sorted.filter(({ cause }, index) => sorted.findIndex((one) => one.cause === cause) === index);
  return causes.length > 0 ? causes : [{ cause: "AMBIGUOUS", confidence: "LOW", evidence: "nothing else stands out" }];
}

/** SPEC 13.7: fewer characters than this, each time. */
const MINIMAL = 200;

function minimal(attempts: readonly UndoneAttempt[]): RootCause | undefined {
  const sizes = attempts.map(({ gaps }) => Math.max(0, ...gaps.map(({ chars }) => chars)));
  if (sizes.some((size) => size >= MINIMAL)) return undefined;
  const evidence = `at most ${sizes.join(", then ")} characters for a gap`;
  return { cause: "OUTSIDE_KNOWLEDGE", confidence: attempts.length > 1 ? "HIGH" : "MEDIUM", evidence };
}

function unknownTerms(attempts: readonly UndoneAttempt[]): RootCause | undefined {
  const terms = [...new Set(attempts.flatMap(({ undefinedTerms }) => undefinedTerms))];
  if (terms.length === 0) return undefined;
  const sure = terms.length > 1 && attempts.every(({ undefinedTerms }) => undefinedTerms.length > 0);
  const evidence = `terms that nothing defines: ${terms.slice(0, 8).join(", ")}`;
  return { cause: "CONTEXT_MISSING", confidence: sure ? "HIGH" : "MEDIUM", evidence };
}

function contradicting(attempts: readonly UndoneAttempt[]): RootCause | undefined {
  const [first] = attempts.flatMap(({ contradictions }) => contradictions);
  if (first === undefined) return undefined;
  return { cause: "AMBIGUOUS", confidence: "MEDIUM", evidence: `an attempt contradicts itself: ${first}` };
}

/** Reasons alike: the gap or the prompt is ambiguous. Different ones: too much is asked at once. */
function complaints(attempts: readonly FailedAttempt[]): RootCause | undefined {
  const last = attempts.at(-1);
  const before = attempts.slice(0, -1);
  if (!last || before.length === 0) return undefined;
  const words = attempts.map(({ reason }) => `"${reason.slice(0, 80)}"`).join(", then ");
  if (before.every(({ reason }) => areAlike(reason, last.reason))) {
    return { cause: "AMBIGUOUS", confidence: "MEDIUM", evidence: `the same complaint each time: ${words}` };
  }
  const shifted = shiftedCoverage(attempts.map(({ attempt }) => attempt));
  const evidence = [`a different complaint each time: ${words}`, ...shifted].join("; ");
  return { cause: "SCOPE_TOO_LARGE", confidence: shifted.length > 0 ? "HIGH" : "MEDIUM", evidence };
}

/** Whether two reasons say the same: they name one pattern, or share most of their words. */
export function areAlike(a: string, b: string): boolean {
  const others = patternsIn(b);
  if (patternsIn(a).some((pattern) => others.includes(pattern))) return true;
  const [left, right] = [keywordsOf(a), keywordsOf(b)];
  const shared = [...left].filter((word) => right.has(word)).length;
  return shared * 2 > Math.min(left.size, right.size) || (left.size === 0 && right.size === 0);
}

/** What one attempt covers and another misses, in words; at most one. */
function shiftedCoverage(attempts: readonly UndoneAttempt[]): string[] {
  const made = attempts.flatMap(({ attempt, gaps }) => gaps.map((gap) => ({ attempt, ...gap })));
  return made
    .flatMap(({ attempt, gap, covered }) =>
      covered.flatMap((aspect) => {
        const lacking = made.find((other) => other.gap === gap && other.missed.includes(aspect));
        return lacking ? [`attempt ${attempt} covers "${aspect}", attempt ${lacking.attempt} does not`] : [];
      }),
    )
    .slice(0, 1);
}
