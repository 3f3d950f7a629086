import { definedWords, isBacked, isDefinedAt, isRequirementItem } from "../language/judgement-context.ts";
import { hasDuty } from "../language/modality.ts";
import { createPhrases } from "../language/phrases.ts";
import {
  ESTABLISHED_PHRASES,
  JUDGED_NOUNS,
  SUBJECTIVE_WORDS,
  WEAK_ADJECTIVES,
  WEAK_ADVERBS,
} from "../language/vague-words.ts";
import type { Rule, RuleFinding } from "../rule.ts";
import { excerpt } from "../spec/sentence.ts";
import type { Spec } from "../spec/spec.ts";
import { lineOf, type Sentence } from "../spec/unit.ts";

type Strength = "established" | "subjective" | "adjective" | "adverb";

const WORDS = createPhrases<Strength>([
  ...WEAK_ADVERBS.map((phrase) => [phrase, "adverb"] as const),
  ...WEAK_ADJECTIVES.map((phrase) => [phrase, "adjective"] as const),
  ...SUBJECTIVE_WORDS.map((phrase) => [phrase, "subjective"] as const),
  ...ESTABLISHED_PHRASES.map((phrase) => [phrase, "established"] as const),
]);

/** A word that judges in a duty, with no measure in the sentence and no definition in the document (SPEC 16.2). */
export const vagueWording: Rule = {
  id: "vague-wording",
  type: "vague",
  severity: "MEDIUM",
  summary: "A duty rests on a word that nobody can test.",
  onByDefault: true,
  run: (spec) => {
    const defined = definedWords(spec);
    return spec.binding.flatMap((sentence) => checkSentence(spec, sentence, defined));
  },
};

function checkSentence(spec: Spec, sentence: Sentence, defined: ReadonlySet<string>): RuleFinding[] {
  const { tokens, unit } = sentence;
  for (let index = 0; index < tokens.length; index++) {
    const match = WORDS.at(tokens, index);
    if (match === undefined) continue;
    if (judges(spec, sentence, index, match) && !isDefinedAt(defined, sentence, index) && !isBacked(sentence)) {
      const words = excerpt(sentence, index, index + match.length);
      const line = lineOf(unit, tokens[index]);
      return [
        {
          line,
          endLine: line,
          message: `"${words}" cannot be tested: nothing says when it holds.`,
          fix: fixFor(words),
        },
      ];
    }
    index += match.length - 1;
  }
  return [];
}

function judges(
  spec: Spec,
  sentence: Sentence,
  index: number,
  match: { readonly value: Strength; readonly length: number },
): boolean {
  switch (match.value) {
    case "established":
      return false;
    case "subjective":
      return true;
    case "adverb":
      return binds(spec, sentence);
    case "adjective":
      return binds(spec, sentence) && (isPredicate(sentence, index, match.length) || judgesNoun(sentence, index));
  }
}

function binds(spec: Spec, sentence: Sentence): boolean {
  return hasDuty(sentence) || isRequirementItem(spec, sentence);
}

const COPULAS = new Set(
  "be is are remain remains stay stays feel feels look looks seem seems appear appears become keep kept make".split(
    " ",
  ),
);
const DEGREES = new Set("very highly as so quite too more extremely really sufficiently always and or both".split(" "));
const FOLLOWERS = new Set("for to against under even and or when while enough in on with at".split(" "));

/** "must be simple", "must remain smooth", "find the console easy to use". */
function isPredicate({ tokens }: Sentence, index: number, length: number): boolean {
  let back = index - 1;
  while (back > 0 && DEGREES.has(tokens[back]?.lower ?? "")) back--;
  if (!COPULAS.has(tokens[back]?.lower ?? "")) return false;
  const next = tokens[index + length];
  return next === undefined || next.kind === "mark" || FOLLOWERS.has(next.lower);
}

function judgesNoun({ tokens }: Sentence, index: number): boolean {
  const next = tokens[index + 1];
  if (next !== undefined && JUDGED_NOUNS.has(next.lower)) return true;
  const skipped = next?.lower === "and" || next?.lower === "error" || next?.lower === "user";
  return skipped && JUDGED_NOUNS.has(tokens[index + 2]?.lower ?? "");
}

function fixFor(words: string): string {
  return `Replace "${words}" with what a test can see: a number and its unit, a list, or a rule with both outcomes.`;
}
