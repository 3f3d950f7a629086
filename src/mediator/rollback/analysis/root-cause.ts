import { CONFIDENCES, type RootCause, type RootCauseName, type UndoneAttempt } from "../../../model/rollback.ts";
import { areAlike } from "./reasons.ts";

/** An attempt at the round, with why it was undone. */
export interface FailedAttempt {
  readonly attempt: UndoneAttempt;
  readonly reason: string;
}

/** SPEC 13.7: fewer characters than this, each time. */
const MINIMAL = 200;

/** Why attempts at one round fail, the likeliest first; never empty (SPEC 13.7). */
export function rootCauses(attempts: readonly FailedAttempt[]): RootCause[] {
  const found = [minimal(attempts), contradicting(attempts), unknownTerms(attempts), reasons(attempts)].flatMap(
    (cause) => cause ?? [],
  );
  const all = found.length > 0 ? found : [byDefault(attempts)];
  return strongest(all).sort((a, b) => CONFIDENCES.indexOf(a.confidence) - CONFIDENCES.indexOf(b.confidence));
}

/** Under 200 characters each time: outside the agent's knowledge. */
function minimal(attempts: readonly FailedAttempt[]): RootCause | undefined {
  const sizes = attempts.map(({ attempt }) => Math.max(0, ...attempt.gaps.map((gap) => gap.chars)));
  if (sizes.some((size) => size >= MINIMAL)) return undefined;
  const evidence = `at most ${sizes.join(", then ")} characters for a gap`;
  return cause("OUTSIDE_KNOWLEDGE", attempts.length > 1 ? "HIGH" : "MEDIUM", evidence);
}

function contradicting(attempts: readonly FailedAttempt[]): RootCause | undefined {
  const [first] = attempts.flatMap(({ attempt }) => attempt.contradictions);
  return first === undefined ? undefined : cause("AMBIGUOUS", "MEDIUM", `an attempt contradicts itself: ${first}`);
}

function unknownTerms(attempts: readonly FailedAttempt[]): RootCause | undefined {
  const terms = [...new Set(attempts.flatMap(({ attempt }) => attempt.undefinedTerms))];
  if (terms.length === 0) return undefined;
  const each = attempts.every(({ attempt }) => attempt.undefinedTerms.length > 0);
  const evidence = `terms that nothing defines: ${terms.slice(0, 8).join(", ")}`;
  return cause("CONTEXT_MISSING", each && terms.length > 1 ? "HIGH" : "MEDIUM", evidence);
}

/** Reasons alike: the gap or the prompt is ambiguous. Different ones: too much is asked at once. */
function reasons(attempts: readonly FailedAttempt[]): RootCause | undefined {
  if (attempts.length < 2) return undefined;
  const last = attempts.at(-1);
  const before = attempts.slice(0, -1);
  const alike = before.filter((one) => areAlike(one.reason, last?.reason ?? ""));
  const words = attempts.map(({ reason }) => `"${reason.slice(0, 80)}"`).join(", then ");
  if (alike.length === before.length) return cause("AMBIGUOUS", "MEDIUM", `the same complaint each time: ${words}`);
  const shifted = shiftedCoverage(attempts);
  const evidence = shifted === undefined ? `a different complaint each time: ${words}` : `${words}; ${shifted}`;
  return cause("SCOPE_TOO_LARGE", shifted === undefined ? "MEDIUM" : "HIGH", evidence);
}

/** What one attempt covers, another misses. */
function shiftedCoverage(attempts: readonly FailedAttempt[]): string | undefined {
  for (const { attempt } of attempts) {
    for (const gap of attempt.gaps) {
      const later = attempts
        .filter((one) => one.attempt !== attempt)
        .find((one) =>
          one.attempt.gaps.some(
            (other) => other.gap === gap.gap && other.missed.some((aspect) => gap.covered.includes(aspect)),
          ),
        );
      const lost = later?.attempt.gaps
        .find((other) => other.gap === gap.gap)
        ?.missed.find((aspect) => gap.covered.includes(aspect));
      if (later && lost !== undefined)
        return `attempt ${attempt.attempt} covers "${lost}", attempt ${later.attempt.attempt} does not`;
    }
  }
  return undefined;
}

function byDefault(attempts: readonly FailedAttempt[]): RootCause {
  const patterns = [...new Set(attempts.flatMap(({ attempt }) => attempt.patterns.map((one) => one.pattern)))];
  const evidence = patterns.length === 0 ? "nothing else stands out" : `patterns: ${patterns.join(", ")}`;
  return cause("AMBIGUOUS", "LOW", evidence);
}

/** Each cause once, by its best evidence. */
function strongest(causes: readonly RootCause[]): RootCause[] {
  const best = new Map<RootCauseName, RootCause>();
  for (const one of causes) {
    const known = best.get(one.cause);
    if (!known || CONFIDENCES.indexOf(one.confidence) < CONFIDENCES.indexOf(known.confidence)) best.set(one.cause, one);
  }
  return [...best.values()];
}

function cause(name: RootCauseName, confidence: RootCause["confidence"], evidence: string): RootCause {
  return { cause: name, confidence, evidence };
}

/** What each cause means, for people. */
export const CAUSE_TEXT: Readonly<Record<RootCauseName, string>> = {
  AMBIGUOUS: "The gap, or what the prompt says of it, can be understood in several ways",
  SCOPE_TOO_LARGE: "The gap asks too much at once",
  CONTEXT_MISSING: "Something is needed that the source does not say",
  OUTSIDE_KNOWLEDGE: "The subject is outside what the agent knows",
};
