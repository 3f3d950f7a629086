import { HINT } from "../language/hints.ts";
import { definedWords, isBacked, isDefinedAt } from "../language/judgement-context.ts";
import { findJudgements } from "../language/judgements.ts";
import { findOpenQuantity } from "../language/open-quantities.ts";
import { inSentences, NOTHING } from "../passes.ts";
import type { Rule, RuleFinding } from "../rule.ts";
import { excerpt } from "../spec/sentence.ts";
import type { Spec } from "../spec/spec.ts";
import { lineOf, type Sentence } from "../spec/unit.ts";

/** A quality is claimed, or a bound announced, and no number stands there (SPEC 16.2). */
export const missingNumber: Rule = {
  id: "missing-number",
  type: "missing-number",
  severity: "HIGH",
  summary: "A quality, a bound or an interval is claimed without its number.",
  onByDefault: true,
  run: (spec) => {
    const defined = definedWords(spec);
    return inSentences(spec, HINT.quantity, (sentence) => checkSentence(spec, sentence, defined));
  },
};

function checkSentence(spec: Spec, sentence: Sentence, defined: ReadonlySet<string>): readonly RuleFinding[] {
  const open = findOpenQuantity(spec, sentence);
  if (open === undefined || isDefinedAt(defined, sentence, open.from) || isBacked(sentence, open.from)) return NOTHING;
  // "Many files must load quickly": what cannot be tested is "quickly", and that is another rule's finding.
  if (
    open.countable &&
    findJudgements(spec, sentence).some(({ strength }) => strength === "adverb" || strength === "adjective")
  )
    return NOTHING;
  const line = lineOf(sentence.unit, sentence.tokens[open.from]);
  return [
    {
      line,
      endLine: line,
      message: `"${excerpt(sentence, open.from, open.to)}" claims a quantity and gives no number.`,
      fix: "Give the number with its unit, and how it is measured: the load, the percentile, the period.",
    },
  ];
}
