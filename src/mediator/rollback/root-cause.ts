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
    if (!found.some((known) => known.cause === cause)) found.push({ cause, confidence, evidence });
  };
  const sizes = made.map(({ gaps }) => Math.max(0, ...gaps.map(({ chars }) => chars)));
  if (sizes.every((size) => size < MINIMAL)) {
    add("OUTSIDE_KNOWLEDGE", "HIGH", `at most ${sizes.join(", then ")} characters for a gap`);
  }
  const confused = made.flatMap(({ patterns }) => patterns.filter(({ pattern }) => pattern === "DOMAIN_CONFUSION"));
  const terms = new Set(confused.flatMap(({ evidence }) => evidence.map(({ words }) => words)));
  if (terms.size > 0)
    add("CONTEXT_MISSING", "HIGH", `terms that nothing defines: ${[...terms].slice(0, 8).join(", ")}`);
  const [contradiction] = made.flatMap(({ contradictions }) => contradictions);
  if (contradiction !== undefined) add("AMBIGUOUS", "MEDIUM", `an attempt contradicts itself: ${contradiction}`);
  const [last = "", ...before] = attempts.map(({ reason }) => reason).reverse();
  const reasons = attempts.map(({ reason }) => `"${reason.slice(0, 80)}"`).join(", then ");
  if (before.length > 0) {
    const isSame = before.every((reason) => areAlike(reason, last));
    if (isSame) add("AMBIGUOUS", "MEDIUM", `the same complaint each time: ${reasons}`);
    else add("SCOPE_TOO_LARGE", "MEDIUM", `a different complaint each time: ${reasons}`);
  }
  if (found.length === 0) add("AMBIGUOUS", "LOW", "nothing else stands out");
  return found.sort(bySureness);
}

/** Whether two reasons say the same: they name one pattern, or share most of their words. */
export function areAlike(a: string, b: string): boolean {
  const others = patternsIn(b);
  if (patternsIn(a).some((pattern) => others.includes(pattern))) return true;
  const [left, right] = [keywordsOf(a), keywordsOf(b)];
  const shared = [...left].filter((word) => right.has(word)).length;
  return shared * 2 > Math.min(left.size, right.size) || (left.size === 0 && right.size === 0);
}
