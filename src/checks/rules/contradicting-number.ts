import { circumstancesOf, differ } from "../language/circumstances.ts";
import { type Claim, collectClaims } from "../language/claim.ts";
import { isContentWord } from "../language/content-words.ts";
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
    const rows = spec.sections.flatMap((section) => (section.tables.length === 0 ? [] : rowClaims(section)));
    return [...comparePairs(claims, index), ...rows.flatMap((row) => compareRow(row, index))];
  },
};

/** Claims by dimension and word, so that only those which share a word are compared. */
interface ClaimIndex {
  readonly lists: ReadonlyMap<string, readonly Claim[]>;
  /** A word that more claims share than this tells nothing apart, and would make the comparison quadratic. */
  readonly common: number;
}

/** Up to so many claims every word is looked up. */
const FEW = 2000;

function indexClaims(claims: readonly Claim[]): ClaimIndex {
  const lists = new Map<string, Claim[]>();
  for (const claim of claims) {
    for (const word of claim.words) {
      const key = `${claim.quantity.dimension} ${word}`;
      const list = lists.get(key);
      if (list === undefined) lists.set(key, [claim]);
      else list.push(claim);
    }
  }
  return { lists, common: claims.length <= FEW ? 24 : 12 };
}

/**
 * Of two claims that contradict each other the shorter shares at least half of its words, so one of its rarest: in a
 * long spec only those are looked up (prefix filtering, as in joins over sets).
 */
function comparePairs(claims: readonly Claim[], index: ClaimIndex): RuleFinding[] {
  const weight = weights(claims);
  const pairs = new Map<number, [Claim, Claim]>();
  const metBy = new Int32Array(claims.length).fill(-1);
  for (const claim of claims) {
    const probes = claims.length <= FEW ? claim.words.size : Math.floor(claim.words.size / 2) + 1;
    for (const other of nearClaims(claim, probes, index, weight)) {
      if (metBy[other.order] === claim.order) continue;
      metBy[other.order] = claim.order;
      const [first, second] = claim.order < other.order ? [claim, other] : [other, claim];
      if (contradicts(first, second, weight)) pairs.set(first.order * claims.length + second.order, [first, second]);
    }
  }
  return withoutSeries([...pairs.values()]).map(([first, second]) =>
    report(second, valueText(first), lineOfClaim(first)),
  );
}

function* nearClaims({ words, quantity }: Claim, probes: number, index: ClaimIndex, weight: Weight): Generator<Claim> {
  const rarest = [...words].sort((a, b) => weight(b) - weight(a) || (a < b ? -1 : 1));
  for (const word of rarest.slice(0, probes)) {
    const list = index.lists.get(`${quantity.dimension} ${word}`) ?? [];
    if (list.length <= index.common) yield* list;
  }
}

/** Three numbers for one thing are a series, such as the sizes that were tried, and no slip. */
function withoutSeries(pairs: readonly [Claim, Claim][]): [Claim, Claim][] {
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

function contradicts(a: Claim, b: Claim, weight: Weight): boolean {
  if (a.sentence.unit === b.sentence.unit || a.quantity.value === b.quantity.value) return false;
  const threshold = likeness(a, b);
  if (threshold === undefined || namesDiffer(a, b)) return false;
  let [shared, sharedWeight] = [0, 0];
  for (const word of a.words) {
    if (!hasConcept(b.words, word)) continue;
    shared++;
    sharedWeight += weight(word);
  }
  if (shared < wordsNeeded(a, b) || 2 * shared < 0.4 * (a.words.size + b.words.size)) return false;
  if (sharedWeight < threshold * Math.min(weightOf(a, weight), weightOf(b, weight))) return false;
  return !differ(circumstancesOf(a.sentence), circumstancesOf(b.sentence), a.words, b.words);
}

function weightOf({ words }: Claim, weight: Weight): number {
  let sum = 0;
  for (const word of words) sum += weight(word);
  return sum;
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

/** How much of the shorter claim the two must share, or undefined where the numbers bound different things. */
function likeness(left: Claim, right: Claim): number | undefined {
  if (left.conditional && right.conditional) return hasSameCondition(left, right) ? 0.7 : 0.85;
  // Two conditions may well differ; only the same consequence makes them a contradiction.
  if (left.conditional || right.conditional) return 0.85;
  const [a, b] = [left.quantity.relation, right.quantity.relation];
  if (isFarApart(left.quantity, right.quantity)) return a === b ? 0.85 : undefined;
  if (a === b) return a === "every" ? 0.5 : 0.6;
  const isOpen = (relation: Quantity["relation"]): boolean => relation !== "every" && relation !== "at-least";
  return isOpen(a) && isOpen(b) ? 0.7 : undefined;
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
      words.add(conceptOf(token.lower));
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
  for (const word of key) {
    const list = index.lists.get(`${dimension} ${word}`) ?? [];
    if (rarest === undefined || list.length < rarest.length) rarest = list;
  }
  return rarest === undefined || rarest.length > index.common ? [] : rarest;
}

function speaksOf({ words, quantity }: Claim, { key, topic }: RowClaim): boolean {
  if (quantity.relation === "at-least") return false;
  for (const word of key) if (!hasConcept(words, word)) return false;
  // "15 units" under a header that counts units says by itself what the number is of.
  const isCounted = quantity.dimension.startsWith("count:") && topic.has(conceptOf(quantity.dimension.slice(6)));
  return key.size >= 2 || isCounted || [...topic].some((word) => !key.has(word) && hasConcept(words, word));
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
