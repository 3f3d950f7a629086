import { HINT } from "../language/hints.ts";
import { definedWords, isBacked, isDefinedAt } from "../language/judgement-context.ts";
import { findJudgements } from "../language/judgements.ts";
import { findOpenQuantity } from "../language/open-quantities.ts";
import { inSentences, NOTHING } from "../passes.ts";
import type { Rule, RuleFinding } from "../rule.ts";
import { excerpt } from "../spec/sentence.ts";
import type { Spec } from "../spec/spec.ts";
import { lineOf, type Sentence } from "../spec/unit.ts";

/** A word that judges in a duty, with no measure in the sentence and no definition in the document (SPEC 16.2). */
export const vagueWording: Rule = {
  id: "vague-wording",
  type: "vague",
  severity: "MEDIUM",
  summary: "A duty rests on a word that nobody can test.",
  onByDefault: true,
  run: (spec) => {
    const defined = definedWords(spec);
    return inSentences(spec, HINT.judgement, (sentence) => checkSentence(spec, sentence, defined));
  },
};

function checkSentence(spec: Spec, sentence: Sentence, defined: ReadonlySet<string>): readonly RuleFinding[] {
  const judgement = findJudgements(spec, sentence).find(({ from }) => !isDefinedAt(defined, sentence, from));
  if (judgement === undefined || isBacked(sentence, judgement.from)) return NOTHING;
  // "more memory, which is acceptable": the number is what is missing, and that is another rule's finding.
  const open = findOpenQuantity(spec, sentence);
  const isInside = open !== undefined && judgement.from >= open.from && judgement.to <= open.to;
  if (isInside || (judgement.strength === "subjective" && open?.countable === false)) return NOTHING;
  const words = excerpt(sentence, judgement.from, judgement.to);
  const line = lineOf(sentence.unit, sentence.tokens[judgement.from]);
  return [
    {
      line,
      endLine: line,
      message: `"${words}" cannot be tested: nothing says when it holds.`,
      fix: `Replace "${words}" with what a test can see: a number and its unit, a list, or a rule with both outcomes.`,
    },
  ];
}
