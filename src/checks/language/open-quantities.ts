import type { Spec } from "../spec/spec.ts";
import type { Token } from "../spec/tokens.ts";
import type { Sentence } from "../spec/unit.ts";
import { inCondition, isNegatedBefore } from "./clauses.ts";
import {
  BARE_DEGREES,
  BOUND_NOUNS,
  BOUNDING_VERBS,
  CHANGE_DEGREES,
  CHANGES,
  CLAIMING_VERBS,
  COMPARATIVES,
  COUNT_PHRASES,
  DEGREE_WORDS,
  GRADED,
  OPEN_TIMES,
  PLURAL_DEGREES,
  SCALE_PHRASES,
  SCALED,
  SORTED_BY,
  SORTING_VERBS,
} from "./degree-words.ts";
import { HINT } from "./hints.ts";
import { isRequirementItem } from "./judgement-context.ts";
import { hasStrongDuty } from "./modality.ts";
import { createPhrases } from "./phrases.ts";
import { hasQualityAfter, isCountable, QUALITY_NOUNS } from "./qualities.ts";
import { stem } from "./stem.ts";
import { STOP_WORDS } from "./stop-words.ts";
import { addressesReader, demandsByStating, states } from "./style.ts";
import { UNITS } from "./units.ts";

/** A quantity that is claimed and not given, where it stands in its sentence. */
export interface OpenQuantity {
  readonly from: number;
  readonly to: number;
  /** Of things that can be counted ("many files"), not of a quality ("low latency"): a weaker sign. */
  readonly countable: boolean;
}

const DEGREES = createPhrases(DEGREE_WORDS.map((phrase) => [phrase, phrase] as const));
const TIMES = createPhrases(OPEN_TIMES.map((phrase) => [phrase, phrase] as const));
const SCALES = createPhrases(SCALE_PHRASES.map((phrase) => [phrase, phrase] as const));

/** The first quantity of the sentence that is claimed without a number. */
export function findOpenQuantity(spec: Spec, sentence: Sentence): OpenQuantity | undefined {
  const { tokens } = sentence;
  if ((sentence.hints & HINT.quantity) === 0 || addressesReader(spec)) return undefined;
  let claims: boolean | undefined;
  for (let index = 0; index < tokens.length; index++) {
    const found = openAt(tokens, index);
    if (found === undefined) continue;
    if (isLabel(tokens, found.from) || isAbout(tokens, found) || isNamed(sentence, found)) continue;
    if (found.countable && !hasStrongDuty(sentence)) continue;
    claims ??= claimsSomething(spec, sentence);
    if (claims || (found.certain && !isPossibility(tokens))) return found;
  }
  return undefined;
}

/** "High Priority" in the middle of a sentence is a name. */
function isLabel(tokens: readonly Token[], index: number): boolean {
  const token = tokens[index];
  return index > 0 && token !== undefined && token.text !== token.lower;
}

/** "too many failures" in a cell names a case; the rule for it stands elsewhere. */
function isNamed({ unit, tokens }: Sentence, { from }: Found): boolean {
  return unit.kind === "cell" && tokens[from]?.lower === "too";
}

/** "too many", "how many", "one or more", "when memory is low", "frequently used": not what the sentence claims. */
function isAbout(tokens: readonly Token[], { from, to }: Found): boolean {
  if (/^(?:too|how|or|so|as)$/.test(tokens[from - 1]?.lower ?? "") || isCondition(tokens, from)) return true;
  const isOwn = tokens[from]?.lower === "too" || tokens[from]?.lower === "for"; // "has not reported for a while"
  if (isNegatedBefore(tokens, from) && !isOwn && !isForbidden(tokens, from)) return true;
  const next = tokens[to]?.lower ?? "";
  return tokens[to - 1]?.lower === "limited"
    ? next === "to"
    : /ly$/.test(tokens[to - 1]?.lower ?? "") && /ed$/.test(next);
}

/** What a condition says is not claimed; but "when the tank is nearly empty" needs a level to be built. */
function isCondition(tokens: readonly Token[], from: number): boolean {
  const lower = tokens[from]?.lower ?? "";
  if (/^(?:nearly|almost)$/.test(lower) || (lower === "for" && tokens[from + 1]?.lower === "too")) return false;
  return inCondition(tokens, from);
}

/** "must not take long", "SHALL NOT draw much power": a bound from above, without the bound. */
function isForbidden(tokens: readonly Token[], index: number): boolean {
  const not = tokens.findLastIndex(({ lower }, at) => at < index && lower === "not");
  return not > 0 && index - not <= 3 && /^(?:must|shall|should)$/.test(tokens[not - 1]?.lower ?? "");
}

/** "can be significant", "may take long": nothing is claimed. */
function isPossibility(tokens: readonly Token[]): boolean {
  return tokens.some((token) => /^(?:can|could|may|might|will)$/.test(token.lower));
}

interface Found extends OpenQuantity {
  /** Needs no claiming verb around it. */
  readonly certain: boolean;
}

function openAt(tokens: readonly Token[], index: number): Found | undefined {
  const time = TIMES.at(tokens, index);
  if (time !== undefined) return found(index, time.length, true);
  const scale = SCALES.at(tokens, index);
  if (scale !== undefined) return found(index, scale.length);
  const lower = tokens[index]?.lower ?? "";
  if (lower === "too" && GRADED.has(tokens[index + 1]?.lower ?? "") && isNegatedBefore(tokens, index))
    return found(index, 2, true);
  if (lower === "very" && GRADED.has(tokens[index + 1]?.lower ?? "")) return found(index, 2, true);
  if (COMPARATIVES.has(lower)) return comparativeAt(tokens, index);
  if (tokens[index + 1]?.lower === "enough") return enoughAt(tokens, index);
  if (CHANGE_ADVERBS.test(tokens[index + 1]?.lower ?? "") && CHANGE_STEMS.has(stem(lower))) return found(index, 2);
  if (CHANGE_DEGREES.has(lower) && CHANGES.has(tokens[index + 1]?.lower ?? "")) return found(index, 2, true);
  if (SORTED_BY.has(lower)) {
    const sorted = sortedAt(tokens, index);
    if (sorted !== undefined) return sorted;
  }
  if (lower === "too" && isTrigger(tokens, index)) return found(index, 3, true);
  if (/^(?:some|several|few|certain)$/.test(lower) && isOpenMeasure(tokens, index + 1)) return found(index, 2, true);
  if (/^(?:nearly|almost)$/.test(lower)) return nearlyAt(tokens, index);
  if (lower === "only" && SORTED_BY.has(tokens[index + 1]?.lower ?? "") && isPlural(tokens[index + 2]))
    return found(index + 1, 2, true);
  if (lower === "much") return muchAt(tokens, index);
  if (KEEPS.test(lower)) return keptAt(tokens, index) ?? degreeAt(tokens, index);
  if (EARLY.test(lower)) return earlyAt(tokens, index);
  if (BEFORE_BOUND.test(lower)) return boundedAt(tokens, index);
  if (BOUNDING_VERBS.has(lower)) return boundAt(tokens, index);
  return degreeAt(tokens, index);
}

function found(from: number, length: number, certain = false, countable = false): Found {
  return { from, to: from + length, certain, countable };
}

/** "falls noticeably", "must improve considerably": by how much? */
const CHANGE_ADVERBS =
  /^(?:noticeably|significantly|clearly|markedly|substantially|considerably|visibly|sharply|greatly|strongly|slightly|steadily|measurably|drastically|dramatically|notably)$/;
const CHANGE_STEMS = new Set(
  "rise fall drop increase decrease improve reduce grow shrink decline shorten lower raise cut gain speed slow"
    .split(" ")
    .map(stem),
);

/** "loud enough to be heard": how loud? */
function enoughAt(tokens: readonly Token[], index: number): Found | undefined {
  if (!SCALED.has(tokens[index]?.lower ?? "")) return undefined;
  const next = tokens[index + 2];
  return next === undefined || next.kind === "mark" || /^(?:to|for|that|in|on|at|so|and|even)$/.test(next.lower)
    ? found(index, 2)
    : undefined;
}

const SORTING_STEMS = new Set([...SORTING_VERBS].map(stem));

/** "purges old entries", "Large uploads are rejected": where is the line? */
function sortedAt(tokens: readonly Token[], index: number): Found | undefined {
  const noun = isPlural(tokens[index + 1])
    ? index + 1
    : isPlainWord(tokens[index + 1]) && isPlural(tokens[index + 2])
      ? index + 2
      : -1;
  if (noun === -1) return undefined;
  if (SORTING_VERBS.has(tokens[index - 1]?.lower ?? "")) return found(index, noun - index + 1, true);
  if (index > 0 && tokens[index - 1]?.kind !== "mark") return undefined;
  const isTreated = tokens.slice(noun + 1, noun + 6).some(({ lower }) => SORTING_STEMS.has(stem(lower)));
  return isTreated ? found(index, noun - index + 1, true) : undefined;
}

const BEFORE_BOUND = /^(?:after|above|below|beyond|within|for|every|over|exceeds?|reach(?:es)?|than|at|until)$/;
const OPEN_ADJECTIVES =
  /^(?:certain|fixed|short|long|limited|given|brief|set|defined|predefined|regular|specific|particular|sufficient)$/;
const OWNED = /^(?:that|which|set|given|configured|defined|chosen|specified|between|from|per|shorter|longer|equal)$/;

/** "after a certain time", "above a threshold", "for a set period"; "a period that the operator sets" has its owner. */
function boundedAt(tokens: readonly Token[], index: number): Found | undefined {
  if (!/^(?:an?|some)$/.test(tokens[index + 1]?.lower ?? "")) return undefined;
  const isQualified = OPEN_ADJECTIVES.test(tokens[index + 2]?.lower ?? "");
  const noun = index + (isQualified ? 3 : 2);
  const lower = tokens[noun]?.lower ?? "";
  if (!BOUND_NOUNS.has(lower) || (!isQualified && !/^(?:threshold|limit|timeout|interval)$/.test(lower)))
    return undefined;
  return OWNED.test(tokens[noun + 1]?.lower ?? "") ? undefined : found(index + 1, noun - index, true);
}

function degreeAt(tokens: readonly Token[], index: number): Found | undefined {
  const degree = DEGREES.at(tokens, index);
  if (degree === undefined) return undefined;
  const after = index + degree.length;
  if (COUNT_PHRASES.has(degree.value)) return found(index, degree.length + 1);
  if (hasQualityAfter(tokens, after)) {
    const isNear = QUALITY_NOUNS.has(tokens[after]?.lower ?? "");
    return found(
      index,
      degree.length + (isNear ? 1 : 2),
      false,
      isCountable(tokens[isNear ? after : after + 1]?.lower ?? ""),
    );
  }
  if (isPredicate(tokens, index, after)) return found(index, degree.length);
  const timed = /^(?:after|within|every)$/.test(tokens[index - 1]?.lower ?? "");
  // "Many plugins must be signed" says how it is; "must accept many plugins" claims it.
  if (!timed && !isBehindDuty(tokens, index)) return undefined;
  if (BARE_DEGREES.has(degree.value) && isPlainWord(tokens[after])) return found(index, 2);
  return PLURAL_DEGREES.has(degree.value) ? pluralAt(tokens, index, after) : undefined;
}

function isBehindDuty(tokens: readonly Token[], index: number): boolean {
  for (let at = index - 1; at >= 0; at--) {
    const token = tokens[at];
    if (token === undefined || token.kind === "mark" || token.lower === "that") return false;
    if (/^(?:must|shall|should)$/.test(token.lower)) return true;
  }
  return false;
}

/** "many concurrent couriers", "long outages"; after a preposition of time it claims by itself: "after several tries". */
function pluralAt(tokens: readonly Token[], index: number, after: number): Found | undefined {
  const at = isPlural(tokens[after])
    ? after
    : isPlainWord(tokens[after]) && isPlural(tokens[after + 1])
      ? after + 1
      : undefined;
  if (at === undefined) return undefined;
  const isTimed = /^(?:after|within|every)$/.test(tokens[index - 1]?.lower ?? "");
  return found(index, at - index + 1, isTimed, !isTimed);
}

function isPlainWord(token: Token | undefined): boolean {
  return token?.kind === "word" && token.lower.length > 2 && !STOP_WORDS.has(token.lower);
}

function isPlural(token: Token | undefined): boolean {
  return isPlainWord(token) && /[^su]s$/.test(token?.lower ?? "");
}

/** "uses more memory": more than what, and how much? */
function comparativeAt(tokens: readonly Token[], index: number): Found | undefined {
  if (!QUALITY_NOUNS.has(tokens[index + 1]?.lower ?? "") || isCountable(tokens[index + 1]?.lower ?? ""))
    return undefined;
  return tokens.some((token) => /^(?:than|compared)$/.test(token.lower)) ? undefined : found(index, 2, true);
}

/** "SHALL limit the load": a verb of bounding behind a modal verb, with a quality as its object. */
function boundAt(tokens: readonly Token[], index: number): Found | undefined {
  if (!/^(?:must|shall|should|will|not|and|also)$/.test(tokens[index - 1]?.lower ?? "")) return undefined;
  if (tokens.slice(index + 1).some(({ kind }) => kind === "number")) return undefined; // "limit the retries to 5"
  for (let at = index + 1; at <= index + 5; at++) {
    const token = tokens[at];
    if (token === undefined || token.kind === "mark" || token.lower === "to" || token.lower === "by") return undefined;
    if (QUALITY_NOUNS.has(token.lower)) return found(index, at - index + 1);
  }
  return undefined;
}

const KEEPS = /^(?:keeps?|holds?|kept|held)$/;
const LEVELS = /^(?:low|high|small|short|minimal|large|long)$/;

/** "keep the error rate low": how low? */
function keptAt(tokens: readonly Token[], index: number): Found | undefined {
  for (let at = index + 2; at <= index + 7; at++) {
    const token = tokens[at];
    if (token === undefined || token.kind === "mark") return undefined;
    if (!LEVELS.test(token.lower)) continue;
    const next = tokens[at + 1];
    return next === undefined ||
      next.kind === "mark" ||
      /^(?:for|even|and|when|while|under|in|during|at)$/.test(next.lower)
      ? found(at, 1)
      : undefined;
  }
  return undefined;
}

/** "An account with too many wrong codes is locked": how many are too many? */
function isTrigger(tokens: readonly Token[], index: number): boolean {
  if (!/^(?:many|much)$/.test(tokens[index + 1]?.lower ?? "") || !isPlainWord(tokens[index + 2])) return false;
  if (tokens[index + 2]?.lower === "requests") return false; // what 429 is called
  return tokens[index]?.text === "too" && !isNegatedBefore(tokens, index);
}

/** "MUST NOT draw much power". */
function muchAt(tokens: readonly Token[], index: number): Found | undefined {
  return hasQualityAfter(tokens, index + 1) && isForbidden(tokens, index) ? found(index, 2) : undefined;
}

/** "after some months", "at certain intervals", "from some height". */
function isOpenMeasure(tokens: readonly Token[], index: number): boolean {
  const lower = tokens[index]?.lower ?? "";
  if (UNITS.get(lower)?.dimension === "time") return lower.length > 3 && lower.endsWith("s");
  return /^(?:intervals|heights?|distance|depth|percent|percentage|thresholds?)$/.test(lower);
}

/** "when the tank is nearly empty": at which level? */
function nearlyAt(tokens: readonly Token[], index: number): Found | undefined {
  if (!/^(?:is|are|be|runs?|gets?|becomes?)$/.test(tokens[index - 1]?.lower ?? "")) return undefined;
  const state = tokens[index + 1];
  if (!/^(?:empty|full|flat|dry|exhausted|used|out|due|complete|over|discharged|overloaded)$/.test(state?.lower ?? ""))
    return undefined;
  return found(index, 2, true);
}

const EARLY = /^(?:early|beforehand)$/;

/** "warns the driver early": how long before? */
function earlyAt(tokens: readonly Token[], index: number): Found | undefined {
  const next = tokens[index + 1];
  const isLast = next === undefined || next.kind === "mark" || /^(?:when|if|that|about|of|and)$/.test(next.lower);
  const isAdverb = !/^(?:is|are|be|too|as|the|an?|very|so|how|in|ends?|leaves?|arrives?|starts?)$/.test(
    tokens[index - 1]?.lower ?? "",
  );
  return isLast && isAdverb && index > 2 && isBehindDuty(tokens, index) ? found(index, 1) : undefined;
}

/** "latency must be low". */
function isPredicate(tokens: readonly Token[], index: number, after: number): boolean {
  if (!/^(?:be|remain|stay|kept|very)$/.test(tokens[index - 1]?.lower ?? "")) return false;
  const next = tokens[after];
  return next === undefined || next.kind === "mark" || /^(?:for|even|and|or|when|while|under|in)$/.test(next.lower);
}

function claimsSomething(spec: Spec, sentence: Sentence): boolean {
  if (hasStrongDuty(sentence) || isRequirementItem(spec, sentence)) return true;
  if (sentence.tokens.some((token) => CLAIMING_VERBS.has(token.lower))) return true;
  return states(sentence) && demandsByStating(spec);
}
