import type { Spec } from "../spec/spec.ts";
import type { Token } from "../spec/tokens.ts";
import type { Sentence } from "../spec/unit.ts";
import { isActorNoun } from "./actors.ts";
import { inCondition } from "./clauses.ts";
import { HINT } from "./hints.ts";
import { isRequirementItem } from "./judgement-context.ts";
import { hasDuty } from "./modality.ts";
import { createPhrases, type PhraseMatch } from "./phrases.ts";
import { QUALITY_NOUNS } from "./qualities.ts";
import { addressesReader, demandsByStating, states } from "./style.ts";
import {
  ESCAPE_CLAUSES,
  ESTABLISHED_PHRASES,
  HEDGES,
  JUDGED_NOUNS,
  SUBJECTIVE_WORDS,
  WEAK_ADJECTIVES,
  WEAK_ADVERBS,
} from "./vague-words.ts";

export type Strength = "established" | "escape" | "subjective" | "adjective" | "adverb" | "hedge";

/** A word or phrase that judges, where it stands in its sentence. */
export interface Judgement {
  readonly strength: Strength;
  readonly from: number;
  readonly to: number;
}

const WORDS = createPhrases<Strength>([
  ...HEDGES.map((phrase) => [phrase, "hedge"] as const),
  ...WEAK_ADVERBS.map((phrase) => [phrase, "adverb"] as const),
  ...WEAK_ADJECTIVES.map((phrase) => [phrase, "adjective"] as const),
  ...SUBJECTIVE_WORDS.map((phrase) => [phrase, "subjective"] as const),
  ...ESCAPE_CLAUSES.map((phrase) => [phrase, "escape"] as const),
  ...ESTABLISHED_PHRASES.map((phrase) => [phrase, "established"] as const),
]);

/** Every word of the sentence that judges there, weak words only where they bind. */
export function findJudgements(spec: Spec, sentence: Sentence): Judgement[] {
  const { tokens } = sentence;
  // A guide advises and describes; it demands nothing.
  if ((sentence.hints & HINT.judgement) === 0 || addressesReader(spec)) return [];
  const found: Judgement[] = [];
  for (let index = 0; index < tokens.length; index++) {
    const match = WORDS.at(tokens, index) ?? optimisationAt(tokens, index) ?? asPossibleAt(tokens, index);
    if (match === undefined) continue;
    const judgement = { strength: match.value, from: index, to: index + match.length };
    if (!isPurpose(tokens, index) && judges(spec, sentence, judgement)) found.push(judgement);
    index += match.length - 1;
  }
  // So many at once are a list of such words, named and not used.
  return found.length > 3 ? [] : found;
}

/** "must minimise user effort": to what? Where a quality follows, the number is missing, and another rule says so. */
function optimisationAt(tokens: readonly Token[], index: number): PhraseMatch<Strength> | undefined {
  if (!/^(?:mini|maxi|opti)mi[sz]e$/.test(tokens[index]?.lower ?? "")) return undefined;
  if (!/^(?:must|shall|should|will)$/.test(tokens[index - 1]?.lower ?? "")) return undefined;
  return tokens.slice(index + 1, index + 5).some(({ lower }) => QUALITY_NOUNS.has(lower))
    ? undefined
    : { value: "adverb", length: 1 };
}

/** "as little disruption as possible", "as few clicks as is practicable". */
function asPossibleAt(tokens: readonly Token[], index: number): PhraseMatch<Strength> | undefined {
  if (tokens[index]?.lower !== "as") return undefined;
  const end = tokens.findIndex(
    ({ lower }, at) => at > index && /^(?:possible|practical|practicable|feasible)$/.test(lower),
  );
  if (end === -1 || end - index > 6 || tokens.slice(index, end).some(({ kind }) => kind === "mark")) return undefined;
  return tokens.slice(index + 2, end).some(({ lower }) => lower === "as")
    ? { value: "escape", length: end - index + 1 }
    : undefined;
}

function judges(spec: Spec, sentence: Sentence, { strength, from, to }: Judgement): boolean {
  switch (strength) {
    case "established":
      return false;
    case "subjective":
    case "escape":
      if (isOptional(sentence.tokens, to) && !hasDuty(sentence))
        return isRequirementItem(spec, sentence) || (states(sentence) && hasActor(sentence));
      return (
        (binds(spec, sentence) || acts(sentence) || states(sentence) || sentence.tokens[to - 1]?.lower === "can") &&
        (strength === "escape" || !inCondition(sentence.tokens, from))
      );
    case "hedge":
      return isHedgedDuty(sentence.tokens, from, to);
    case "adverb":
      return binds(spec, sentence);
    case "adjective":
      return (isPredicate(sentence.tokens, from, to) || judgesNoun(sentence.tokens, from)) && binds(spec, sentence);
  }
}

/** "The program adjusts the order where necessary": somebody does it, and decides when. */
function hasActor({ tokens }: Sentence): boolean {
  return tokens.some((token, index) => isActorNoun(token) && /[a-z]{3,}s$/.test(tokens[index + 1]?.lower ?? ""));
}

/** "can be resumed if needed": in a plain statement nobody evades a duty by that. */
function isOptional(tokens: readonly Token[], to: number): boolean {
  return /^(?:needed|desired|necessary|required|applicable)$/.test(tokens[to - 1]?.lower ?? "");
}

function binds(spec: Spec, sentence: Sentence): boolean {
  if (hasDuty(sentence) || isRequirementItem(spec, sentence)) return true;
  return states(sentence) && demandsByStating(spec);
}

/** "to properly decode the data": why, not what. "needs to be simple" is a duty. */
function isPurpose(tokens: readonly Token[], index: number): boolean {
  return (
    tokens[index - 1]?.lower === "to" &&
    !/^(?:has|have|needs?|ought|expected|required)$/.test(tokens[index - 2]?.lower ?? "")
  );
}

/** "should generally be set": the hedge stands at the modal verb. */
function isHedgedDuty(tokens: readonly Token[], from: number, to: number): boolean {
  const near = [tokens[from - 1], tokens[from - 2], tokens[to], tokens[to + 1]];
  return near.some((token) => /^(?:must|shall|should)$/.test(token?.lower ?? ""));
}

/** "The client shows a suitable message": somebody does it, and in the present tense that is a duty too. */
function acts({ tokens }: Sentence): boolean {
  if (tokens.some((token) => /^(?:can|cannot|could|may|might|can't)$/.test(token.lower))) return false;
  return (
    isActorNoun(tokens[1]) &&
    /[a-z]{2,}s$/.test(tokens[2]?.lower ?? "") &&
    /^(?:the|an?|each|every)$/.test(tokens[0]?.lower ?? "")
  );
}

const COPULAS = new Set(
  "be is are remain remains stay stays feel feels look looks seem seems appear appears become keep kept make makes".split(
    " ",
  ),
);
const DEGREES = new Set("very highly as so quite too more extremely really sufficiently always and or both".split(" "));
const FOLLOWERS = new Set("for to against under even and or when while enough in on with at".split(" "));

/** "must be simple", "must remain smooth". */
function isPredicate(tokens: readonly Token[], from: number, to: number): boolean {
  let back = from - 1;
  while (back > 0 && DEGREES.has(tokens[back]?.lower ?? "")) back--;
  if (tokens[back]?.lower === "it" && /^makes?$/.test(tokens[back - 1]?.lower ?? "")) back--; // "make it easy to find"
  if (!COPULAS.has(tokens[back]?.lower ?? "")) return false;
  const next = tokens[to];
  return next === undefined || next.kind === "mark" || FOLLOWERS.has(next.lower);
}

/** "a clear error message", "good performance". */
function judgesNoun(tokens: readonly Token[], index: number): boolean {
  const next = tokens[index + 1];
  if (next !== undefined && JUDGED_NOUNS.has(next.lower)) return true;
  const skipped = next?.lower === "and" || next?.lower === "error" || next?.lower === "user";
  return skipped && JUDGED_NOUNS.has(tokens[index + 2]?.lower ?? "");
}
