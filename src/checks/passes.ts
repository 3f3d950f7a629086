import type { RuleFinding } from "./rule.ts";
import type { Spec } from "./spec/spec.ts";
import type { Sentence, Unit } from "./spec/unit.ts";

/** What a rule finds nothing with, so that nothing is made for it. */
export const NOTHING: readonly RuleFinding[] = [];

/** The findings of the binding sentences that have at least one of the hints. */
export function inSentences(
  spec: Spec,
  hints: number,
  find: (sentence: Sentence) => readonly RuleFinding[],
): RuleFinding[] {
  const found: RuleFinding[] = [];
  for (const sentence of spec.binding) {
    if ((sentence.hints & hints) === 0) continue;
    for (const finding of find(sentence)) found.push(finding);
  }
  return found;
}

/** The findings of the units that pass the test. */
export function inUnits(
  spec: Spec,
  test: (unit: Unit) => boolean,
  find: (unit: Unit) => readonly RuleFinding[],
): RuleFinding[] {
  const found: RuleFinding[] = [];
  for (const unit of spec.units) if (test(unit)) for (const finding of find(unit)) found.push(finding);
  return found;
}
