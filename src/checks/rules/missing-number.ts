import {
  BOUNDING_VERBS,
  CLAIMING_VERBS,
  COUNT_PHRASES,
  DEGREE_WORDS,
  OPEN_TIMES,
  SCALE_PHRASES,
} from "../language/degree-words.ts";
import { definedWords, isBacked, isDefinedAt, isRequirementItem } from "../language/judgement-context.ts";
import { hasDuty } from "../language/modality.ts";
import { createPhrases } from "../language/phrases.ts";
import { hasQualityAfter, QUALITY_NOUNS } from "../language/qualities.ts";
import type { Rule, RuleFinding } from "../rule.ts";
import { excerpt } from "../spec/sentence.ts";
import type { Spec } from "../spec/spec.ts";
import { lineOf, type Sentence } from "../spec/unit.ts";

const DEGREES = createPhrases(DEGREE_WORDS.map((phrase) => [phrase, phrase] as const));
const TIMES = createPhrases(OPEN_TIMES.map((phrase) => [phrase, phrase] as const));
const SCALES = createPhrases(SCALE_PHRASES.map((phrase) => [phrase, phrase] as const));

/** A quality is claimed, or a bound announced, and no number stands there (SPEC 16.2). */
export const missingNumber: Rule = {
  id: "missing-number",
  type: "missing-number",
  severity: "HIGH",
  summary: "A quality, a bound or an interval is claimed without its number.",
  onByDefault: true,
  run: (spec) => {
    const defined = definedWords(spec);
    return spec.binding.flatMap((sentence) => checkSentence(spec, sentence, defined));
  },
};

function checkSentence(spec: Spec, sentence: Sentence, defined: ReadonlySet<string>): RuleFinding[] {
  const { tokens, unit } = sentence;
  const claims = lazily(() => claimsSomething(spec, sentence));
  for (let index = 0; index < tokens.length; index++) {
    const length = claimLength(sentence, index, claims);
    if (length === 0 || isDefinedAt(defined, sentence, index) || isBacked(sentence)) continue;
    const words = excerpt(sentence, index, index + length);
    const line = lineOf(unit, tokens[index]);
    return [
      {
        line,
        endLine: line,
        message: `"${words}" claims a quantity and gives no number.`,
        fix: "Give the number with its unit, and how it is measured: the load, the percentile, the period.",
      },
    ];
  }
  return [];
}

/** How many tokens from the index on make a claim without a number; 0 for none. */
function claimLength(sentence: Sentence, index: number, claims: () => boolean): number {
  const { tokens } = sentence;
  const time = TIMES.at(tokens, index);
  if (time !== undefined) return claims() ? time.length : 0;
  const scale = SCALES.at(tokens, index);
  if (scale !== undefined) return claims() ? scale.length : 0;
  if (BOUNDING_VERBS.has(tokens[index]?.lower ?? "")) return boundLength(sentence, index);
  const degree = DEGREES.at(tokens, index);
  if (degree === undefined || !claims()) return 0;
  if (COUNT_PHRASES.has(degree.value)) return degree.length + 1;
  if (hasQualityAfter(tokens, index + degree.length))
    return degree.length + (QUALITY_NOUNS.has(tokens[index + degree.length]?.lower ?? "") ? 1 : 2);
  return isDegreePredicate(sentence, index, degree.length) ? degree.length : 0;
}

/** "SHALL limit the load": a verb of bounding behind a modal verb, with a quality as its object. */
function boundLength({ tokens }: Sentence, index: number): number {
  if (!/^(?:must|shall|should|will|to|not|and|also)$/.test(tokens[index - 1]?.lower ?? "")) return 0;
  for (let at = index + 1; at <= index + 5; at++) {
    const token = tokens[at];
    if (token === undefined || token.kind === "mark") return 0;
    if (QUALITY_NOUNS.has(token.lower)) return at - index + 1;
    if (token.lower === "to" || token.lower === "by") return 0;
  }
  return 0;
}

/** "latency must be low". */
function isDegreePredicate({ tokens }: Sentence, index: number, length: number): boolean {
  const before = tokens[index - 1]?.lower ?? "";
  if (!/^(?:be|remain|stay|kept|very)$/.test(before)) return false;
  const next = tokens[index + length];
  return next === undefined || next.kind === "mark" || /^(?:for|to|even|and|or|when|while|under|in)$/.test(next.lower);
}

function claimsSomething(spec: Spec, sentence: Sentence): boolean {
  if (hasDuty(sentence) || isRequirementItem(spec, sentence)) return true;
  return sentence.tokens.some((token) => CLAIMING_VERBS.has(token.lower));
}

function lazily(compute: () => boolean): () => boolean {
  let known: boolean | undefined;
  return () => {
    known ??= compute();
    return known;
  };
}
