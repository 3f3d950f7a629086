import { circumstancesOf, differ } from "../language/circumstances.ts";
import { type Claim, collectClaims } from "../language/claim.ts";
import { isContentWord } from "../language/content-words.ts";
import { lifetimeOf } from "../language/lifetime.ts";
import type { Quantity } from "../language/quantity.ts";
import { type RowClaim, rowClaims } from "../language/row-claim.ts";
import { conceptOf, hasConcept } from "../language/synonyms.ts";
import type { Rule, RuleFinding } from "../rule.ts";
import { excerpt } from "../spec/sentence.ts";
import { lineOf } from "../spec/unit.ts";

/** Two different numbers for one thing (SPEC 16.2). */
export const contradictingNumber: Rule = {
  id: "contradicting-number",
  type: "contradiction",
  severity: "HIGH",
  summary: "Two places give different numbers for the same thing.",
  onByDefault: true,
  run: (spec) => {
    const claims = collectClaims(spec.binding);
    const index = indexClaims(claims);
    const rows = spec.sections.flatMap((section) =>
      section.tables.length === 0 ? [] : rowClaims(section).flatMap((row) => compareRow(row, index)),
    );
    return [...comparePairs(claims, index), ...rows];
  },
};

type Pair = readonly [Claim, Claim];

/** Claims by dimension and word, so that only those which share a word are compared. */
interface ClaimIndex {
  readonly byDimension: ReadonlyMap<string, ReadonlyMap<string, readonly Claim[]>>;
  /** A word that more claims share than this tells nothing apart, and would make the comparison quadratic. */
  readonly common: number;
}

/** Up to so many claims every word is looked up. */
const FEW = 2000;
/** In a long spec so many of the rarest words of a claim are looked up at most. */
const MANY_PROBES = 2;

function indexClaims(claims: readonly Claim[]): ClaimIndex {
  const byDimension = new Map<string, Map<string, Claim[]>>();
  for (const claim of claims) {
    const lists = byDimension.get(claim.quantity.dimension) ?? new Map<string, Claim[]>();
    byDimension.set(claim.quantity.dimension, lists);
    for (const word of claim.words) {
      const list = lists.get(word);
      if (list === undefined) lists.set(word, [claim]);
      else list.push(claim);
    }
  }
  return { byDimension, common: claims.length <= FEW ? 24 : 8 };
}

/**
 * Of two claims that contradict each other the shorter shares at least half of its words, so one of its rarest: in a
 * long spec only those are looked up, and only from the shorter one (prefix filtering, as in joins over sets).
 */
function comparePairs(claims: readonly Claim[], index: ClaimIndex): RuleFinding[] {
  const weight = weights(claims);
  const ranked = claims.map((claim) => rank(claim, weight));
  const pairs: Pair[] = [];
  const metBy = new Int32Array(claims.length).fill(-1);
  for (const shorter of ranked) {
    const { claim, rarest } = shorter;
    const probes = claims.length <= FEW ? rarest.length : Math.min(Math.floor(rarest.length / 2) + 1, MANY_PROBES);
    const lists = index.byDimension.get(claim.quantity.dimension);
    for (let probe = 0; probe < probes; probe++) {
      const near = lists?.get(rarest[probe] ?? "");
      if (near === undefined || near.length > index.common) continue;
      for (const other of near) {
        if (metBy[other.order] === claim.order || !isProbedBy(other, claim)) continue;
        metBy[other.order] = claim.order;
        const longer = ranked[other.order];
        if (longer === undefined || !contradicts(shorter, longer)) continue;
        pairs.push(claim.order < other.order ? [claim, other] : [other, claim]);
      }
    }
  }
  // In a very long spec so many things last so long that a noun tells nothing.
  const lasting = claims.length <= FEW ? lifetimePairs(claims) : [];
  for (const pair of lasting) if (!pairs.some((known) => isSamePair(known, pair))) pairs.push(pair);
  pairs.sort(([a, b], [c, d]) => a.order - c.order || b.order - d.order);
  return withoutSeries(pairs).map(([first, second]) => report(second, valueText(first), lineOfClaim(first)));
}

function isSamePair([a, b]: Pair, [c, d]: Pair): boolean {
  return a === c && b === d;
}

/** Two different times for how long one thing lasts, in whatever words. */
function lifetimePairs(claims: readonly Claim[]): Pair[] {
  const lists = new Map<string, { claim: Claim; modifiers: string }[]>();
  for (const claim of claims) {
    const lifetime = lifetimeOf(claim);
    if (lifetime === undefined) continue;
    const list = lists.get(lifetime.key);
    if (list === undefined) lists.set(lifetime.key, [{ claim, modifiers: lifetime.modifiers }]);
    else list.push({ claim, modifiers: lifetime.modifiers });
  }
  const pairs: Pair[] = [];
  for (const list of lists.values()) {
    if (list.length > MANY_LIFETIMES) continue;
    for (const [index, a] of list.entries())
      for (const b of list.slice(index + 1))
        if (a.modifiers === b.modifiers && areTwoTimes(a.claim, b.claim)) pairs.push([a.claim, b.claim]);
  }
  return pairs;
}

/** So many times of one noun are of different things. */
const MANY_LIFETIMES = 4;

function areTwoTimes(a: Claim, b: Claim): boolean {
  if (a.sentence.unit === b.sentence.unit || a.quantity.value === b.quantity.value) return false;
  if (isFarApart(a.quantity, b.quantity) || namesDiffer(a, b)) return false;
  return !differ(circumstancesOf(a.sentence), circumstancesOf(b.sentence), a.words, b.words);
}

/** Each pair is met from its shorter claim, or from the first of two that are equally long. */
function isProbedBy(other: Claim, claim: Claim): boolean {
  return claim.words.size < other.words.size || (claim.words.size === other.words.size && claim.order < other.order);
}

/** A claim with its words by how much they say, the rarest first. */
interface RankedClaim {
  readonly claim: Claim;
  readonly rarest: readonly string[];
  readonly weights: readonly number[];
  readonly weight: number;
}

function rank(claim: Claim, weight: Weight): RankedClaim {
  const words = Array.from(claim.words, (word) => ({ word, weight: weight(word) }));
  words.sort((a, b) => b.weight - a.weight || (a.word < b.word ? -1 : 1));
  let sum = 0;
  for (const one of words) sum += one.weight;
  return { claim, rarest: words.map(({ word }) => word), weights: words.map((one) => one.weight), weight: sum };
}

/** Three numbers for one thing are a series, such as the sizes that were tried, and no slip. */
function withoutSeries(pairs: readonly Pair[]): Pair[] {
  const counts = new Map<Claim, number>();
  for (const claim of pairs.flat()) counts.set(claim, (counts.get(claim) ?? 0) + 1);
  return pairs.filter((pair) => pair.every((claim) => (counts.get(claim) ?? 0) <= 2));
}

type Weight = (word: string) => number;

/** A word that few claims share says more about what is claimed. */
function weights(claims: readonly Claim[]): Weight {
  const counts = new Map<string, number>();
  for (const claim of claims) for (const word of claim.words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const known = new Map([...counts].map(([word, count]) => [word, Math.log(1 + claims.length / count)]));
  return (word) => known.get(word) ?? 0;
}

function contradicts(left: RankedClaim, right: RankedClaim): boolean {
  const [a, b] = [left.claim, right.claim];
  if (a.sentence.unit === b.sentence.unit || a.quantity.value === b.quantity.value) return false;
  let [shared, sharedWeight] = [0, 0];
  for (let at = 0; at < left.rarest.length; at++) {
    if (!hasConcept(b.words, left.rarest[at] ?? "")) continue;
    shared++;
    sharedWeight += left.weights[at] ?? 0;
  }
  if (isSaidOf(a, b) || isSaidOf(b, a)) return isSaidOfOne(a, b);
  if (shared < wordsNeeded(a, b) || 2 * shared < 0.4 * (a.words.size + b.words.size)) return false;
  const share = sharedWeight / Math.min(left.weight, right.weight);
  if (share < LEAST_LIKENESS) return false;
  const threshold = likeness(a, b);
  if (threshold === undefined || share < threshold || namesDiffer(a, b)) return false;
  return !differ(circumstancesOf(a.sentence), circumstancesOf(b.sentence), a.words, b.words);
}

/** The one speaks of nothing but the thing, the other of that thing too: "The deposit is 50 EUR", "charges a deposit of 80 EUR". */
function isSaidOf({ head, words, quantity }: Claim, other: Claim): boolean {
  if (head === undefined || head !== other.head || words.size !== 1) return false;
  return /^(?:bytes|money|mass|length)$/.test(quantity.dimension);
}

function isSaidOfOne(a: Claim, b: Claim): boolean {
  if (a.conditional || b.conditional || namesDiffer(a, b) || likeness(a, b) === undefined) return false;
  return !differ(circumstancesOf(a.sentence), circumstancesOf(b.sentence), a.words, b.words);
}

/**
 * A time of day and a counted thing ("6 digits") already say what the number is of; a plain measure does not. In one
 * section one word is enough: "A booking takes 20 minutes", "Each booking lasts 30 minutes".
 */
function wordsNeeded(a: Claim, b: Claim): number {
  const { dimension } = a.quantity;
  if (dimension.startsWith("schedule") || (dimension.startsWith("count:") && dimension !== "count:times")) return 1;
  return a.words.size === 1 && b.words.size === 1 && a.sentence.unit.section === b.sentence.unit.section ? 1 : 2;
}

/** The least that `likeness` asks for. */
const LEAST_LIKENESS = 0.5;

/** How much of the shorter claim the two must share, or undefined where the numbers bound different things. */
function likeness(left: Claim, right: Claim): number | undefined {
  if (left.conditional && right.conditional) return hasSameCondition(left, right) ? 0.7 : 0.85;
  // Two conditions may well differ; only the same consequence makes them a contradiction.
  if (left.conditional || right.conditional) return isMissed(left) || isMissed(right) ? undefined : 0.85;
  const [a, b] = [left.quantity.relation, right.quantity.relation];
  if (isFarApart(left.quantity, right.quantity)) return a === b ? 0.85 : undefined;
  if (a === b) return a === "every" ? 0.5 : 0.6;
  if ((a === "within" && b === "for") || (a === "for" && b === "within")) return undefined; // how soon, and how long
  const isOpen = (relation: Quantity["relation"]): boolean => relation !== "every" && relation !== "at-least";
  return isOpen(a) && isOpen(b) ? 0.7 : undefined;
}

/** "When there is no answer within 10 s": how long is waited, not how long it may take. */
function isMissed({ conditional, sentence, quantity }: Claim): boolean {
  return conditional && sentence.tokens.slice(0, quantity.from).some(({ lower }) => /^(?:not|no|never)$/.test(lower));
}

/** From this factor on two numbers seldom are a slip: "1 minute" and "72 hours" are of different things. */
const FAR = 50;

function isFarApart({ value: a }: Quantity, { value: b }: Quantity): boolean {
  return Math.max(a, b) > FAR * Math.min(a, b);
}

/** "no value for 60 s", "no value for 120 s": but for the number the conditions are one. */
function hasSameCondition(left: Claim, right: Claim): boolean {
  const a = conditionAround(left);
  const b = conditionAround(right);
  let shared = 0;
  for (const word of a) if (hasConcept(b, word)) shared++;
  return shared >= 2 && shared === Math.min(a.size, b.size);
}

/** The words of the condition that holds the number. */
function conditionAround({ sentence: { tokens }, quantity }: Claim): Set<string> {
  const words = new Set<string>();
  let from = quantity.from;
  while (from > 0 && tokens[from - 1]?.text !== "," && tokens[from - 1]?.text !== ";") from--;
  for (let at = from; at < tokens.length && tokens[at]?.text !== ","; at++) {
    const token = tokens[at];
    if (token !== undefined && (at < quantity.from || at >= quantity.to) && isContentWord(token))
      words.add(token.concept);
  }
  return words;
}

/** Both name something in code, and not the same: `read` has one limit, `write` another. */
function namesDiffer(a: Claim, b: Claim): boolean {
  if (a.label !== "" && b.label !== "" && a.label !== b.label) return true;
  return a.codes.size > 0 && b.codes.size > 0 && ![...a.codes].some((code) => b.codes.has(code));
}

/** A sentence speaks of what a row names, and gives none of the row's numbers. Many such sentences speak of others. */
function compareRow(row: RowClaim, index: ClaimIndex): RuleFinding[] {
  return [...row.values].flatMap(([dimension, values]) => {
    const near = claimsNear(row, dimension, index).filter(
      (claim) => speaksOf(claim, row) && !values.some(({ value }) => value === claim.quantity.value),
    );
    if (near.length > 2) return [];
    return near.map((claim) => report(claim, values.map(({ text }) => text).join('", "'), row.line));
  });
}

/** The claims that share the row's rarest word, unless that is common too. */
function claimsNear({ key }: RowClaim, dimension: string, index: ClaimIndex): readonly Claim[] {
  let rarest: readonly Claim[] | undefined;
  const lists = index.byDimension.get(dimension);
  if (lists === undefined) return [];
  const counted = dimension.startsWith("count:") ? conceptOf(dimension.slice(6)) : "";
  for (const word of key) {
    if (word === counted) continue;
    const list = lists.get(word) ?? [];
    if (rarest === undefined || list.length < rarest.length) rarest = list;
  }
  return rarest === undefined || rarest.length > index.common ? [] : rarest;
}

function speaksOf({ words, quantity }: Claim, { key, topic }: RowClaim): boolean {
  if (quantity.relation === "at-least") return false;
  // "15 units" says by itself what the number is of.
  const counted = quantity.dimension.startsWith("count:") ? conceptOf(quantity.dimension.slice(6)) : "";
  for (const word of key) if (word !== counted && !hasConcept(words, word)) return false;
  if (key.size >= 2) return true;
  return topic.some((part) => {
    for (const word of part) if (word === counted || (!key.has(word) && hasConcept(words, word))) return true;
    return false;
  });
}

function report(claim: Claim, other: string, otherLine: number): RuleFinding {
  const line = lineOfClaim(claim);
  return {
    line,
    endLine: line,
    message: `"${valueText(claim)}" here, "${other}" on line ${otherLine}, for what seems to be one thing.`,
    fix: "Keep one of the two, or say what makes the cases different.",
  };
}

function lineOfClaim({ sentence, quantity }: Claim): number {
  return lineOf(sentence.unit, sentence.tokens[quantity.from]);
}

function valueText({ sentence, quantity }: Claim): string {
  return excerpt(sentence, Math.max(0, quantity.from - 2), quantity.to, 60);
}
