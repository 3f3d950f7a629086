import { keywordsOf } from "../../documents/spec/keywords.ts";
import type { PatternConfidence, RootCause, RootCauseName, UndoneAttempt } from "../../model/rollback.ts";
import type { State } from "../state.ts";
import { bySureness, patternsIn } from "./patterns.ts";
import { attemptsAt } from "./rollback-targets.ts";

/** An attempt at the round, with why it was undone. */
export interface FailedAttempt {
  readonly attempt: UndoneAttempt;
  readonly reason: string;
}

/** Whether the cause is looked for: from the second rollback of a round on, in STRICT from the first (SPEC 13.5, 13.7). */
export function asksForCause(state: State, to: number): boolean {
  const { mode, analysisThreshold } = state.config.rollback;
  return attemptsAt(state, to + 1) + 1 >= (mode === "STRICT" ? 1 : analysisThreshold);
}

/** What each cause means, for people. */
export const CAUSE_TEXT: Readonly<Record<RootCauseName, string>> = {
  AMBIGUOUS: "The gap, or what the prompt says of it, can be understood in several ways",
  SCOPE_TOO_LARGE: "The gap asks too much at once",
  CONTEXT_MISSING: "Something is needed that the source does not say",
  OUTSIDE_KNOWLEDGE: "The subject is outside what the agent knows",
};

/** SPEC 13.7: fewer characters than this, each time. */
const MINIMAL = 200;

/** Why attempts at one round fail, each cause once, the likeliest first; never empty (SPEC 13.7). */
export function rootCauses(attempts: readonly FailedAttempt[]): RootCause[] {
  const made = attempts.map(({ attempt }) => attempt);
  const found: RootCause[] = [];
  const add = (cause: RootCauseName, confidence: PatternConfidence, evidence: string) => {
    found.push({ cause, confidence, evidence });
  };
  const sizes = made.map(({ gaps }) => Math.max(0, ...gaps.map(({ chars }) => chars)));
  if (sizes.every((size) => size < MINIMAL)) {
    const said = `at most ${sizes.join(", then ")} characters for a gap`;
    add("OUTSIDE_KNOWLEDGE", made.length > 1 ? "HIGH" : "MEDIUM", said);
  }
  const terms = [...new Set(made.flatMap(({ undefinedTerms }) => undefinedTerms))];
  if (terms.length > 0) {
    const sure = terms.length > 1 && made.every(({ undefinedTerms }) => undefinedTerms.length > 0);
    add("CONTEXT_MISSING", sure ? "HIGH" : "MEDIUM", `terms that nothing defines: ${terms.slice(0, 8).join(", ")}`);
  }
  const [contradiction] = made.flatMap(({ contradictions }) => contradictions);
  if (contradiction !== undefined) add("AMBIGUOUS", "MEDIUM", `an attempt contradicts itself: ${contradiction}`);
  found.push(...complaints(attempts));
  if (found.length === 0) add("AMBIGUOUS", "LOW", "nothing else stands out");
  const sorted = found.sort(bySureness);
  return sorted.filter(({ cause }, index) => sorted.findIndex((other) => other.cause === cause) === index);
}

/** Reasons alike: the gap or the prompt is ambiguous. Different ones: too much is asked at once. */
function complaints(attempts: readonly FailedAttempt[]): RootCause[] {
  const [last = "", ...before] = attempts.map(({ reason }) => reason).reverse();
  if (before.length === 0) return [];
  const words = attempts.map(({ reason }) => `"${reason.slice(0, 80)}"`).join(", then ");
  if (before.every((reason) => areAlike(reason, last))) {
    return [{ cause: "AMBIGUOUS", confidence: "MEDIUM", evidence: `the same complaint each time: ${words}` }];
  }
  const shifted = shiftedCoverage(attempts.map(({ attempt }) => attempt));
  const evidence = [`a different complaint each time: ${words}`, ...shifted].join("; ");
  return [{ cause: "SCOPE_TOO_LARGE", confidence: shifted.length > 0 ? "HIGH" : "MEDIUM", evidence }];
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
  const shifts = made.flatMap(({ attempt, gap, covered }) =>
    covered.flatMap((aspect) => {
      const lacking = made.find((other) => other.gap === gap && other.missed.includes(aspect));
      return lacking ? [`attempt ${attempt} covers "${aspect}", attempt ${lacking.attempt} does not`] : [];
    }),
  );
  return shifts.slice(0, 1);
}
