import { isContentWord } from "../language/content-words.ts";
import { type Quantity, quantitiesOf } from "../language/quantity.ts";
import { stem } from "../language/stem.ts";
import { UNITS } from "../language/units.ts";
import type { Rule, RuleFinding } from "../rule.ts";
import { excerpt } from "../spec/sentence.ts";
import { lineOf, type Sentence } from "../spec/unit.ts";

/** Two different numbers for one thing (SPEC 16.2). */
export const contradictingNumber: Rule = {
  id: "contradicting-number",
  type: "contradiction",
  severity: "HIGH",
  summary: "Two places give different numbers for the same thing.",
  onByDefault: true,
  run: (spec) => {
    const claims = collectClaims(spec.binding);
    return pairs(claims).flatMap(([first, second]) => report(first, second));
  },
};

interface Claim {
  readonly sentence: Sentence;
  readonly quantity: Quantity;
  readonly words: ReadonlySet<string>;
  readonly codes: ReadonlySet<string>;
  readonly order: number;
}

function collectClaims(sentences: readonly Sentence[]): Claim[] {
  const claims: Claim[] = [];
  const seen = new Set<string>();
  for (const sentence of sentences) {
    if (sentence.unit.kind === "cell") continue; // rows are made to differ
    for (const quantity of quantitiesOf(sentence)) {
      const claim = makeClaim(sentence, quantity, claims.length);
      const key = `${quantity.dimension} ${quantity.value} ${[...claim.words].join(" ")}`;
      if (seen.has(key)) continue;
      seen.add(key);
      claims.push(claim);
    }
  }
  return claims;
}

function makeClaim(sentence: Sentence, quantity: Quantity, order: number): Claim {
  const words = new Set<string>();
  const codes = new Set<string>();
  const [from, to] = clauseAround(sentence, quantity);
  for (let index = from; index < to; index++) {
    const token = sentence.tokens[index];
    if (token === undefined || (index >= quantity.from && index < quantity.to)) continue;
    if (token.kind === "code") codes.add(sentence.unit.text.slice(token.at, token.at + token.text.length));
    else if (isContentWord(token) && !UNITS.has(token.lower) && !/^[A-Z][A-Z0-9]*-\d+/.test(token.text))
      words.add(synonym(stem(token.lower)));
  }
  return { sentence, quantity, words, codes, order };
}

/** Semicolons part what is said about one thing from what is said about another. */
function clauseAround({ tokens }: Sentence, { from, to }: Quantity): [number, number] {
  let start = from;
  while (start > 0 && tokens[start - 1]?.text !== ";") start--;
  let end = to;
  while (end < tokens.length && tokens[end]?.text !== ";") end++;
  return [start, end];
}

const SYNONYMS: ReadonlyMap<string, string> = new Map(
  [
    ["keep", "store", "stor", "retain", "hold", "sav", "save", "preserv", "persist"],
    ["run", "execut", "start", "perform", "launch", "happen"],
    ["send", "transmit", "deliver", "emit"],
    ["delet", "remov", "purg", "eras", "drop", "discard"],
    ["wait", "paus", "delay"],
    ["retry", "reattempt", "attempt", "repeat", "try"],
    ["fetch", "poll", "pull", "read", "retriev", "load"],
    ["timeout", "expir", "laps", "time-out"],
    ["accept", "allow", "permit", "support"],
    ["reject", "refus", "deny", "declin"],
  ].flatMap((group) => group.map((word) => [word, group[0] ?? word] as const)),
);

function synonym(word: string): string {
  return SYNONYMS.get(word) ?? word;
}

/** Pairs that speak of one thing with two values, found through the words that they share. */
function pairs(claims: readonly Claim[]): [Claim, Claim][] {
  const index = new Map<string, Claim[]>();
  for (const claim of claims) {
    for (const word of claim.words) {
      const key = `${claim.quantity.dimension} ${word}`;
      const list = index.get(key);
      if (list === undefined) index.set(key, [claim]);
      else list.push(claim);
    }
  }
  const weight = weights(claims);
  const found = new Map<string, [Claim, Claim]>();
  for (const list of index.values()) {
    if (list.length < 2 || list.length > 60) continue;
    for (const [a, b] of twos(list)) {
      const key = `${a.order} ${b.order}`;
      if (!found.has(key) && contradicts(a, b, weight)) found.set(key, [a, b]);
    }
  }
  return [...found.values()];
}

function* twos(list: readonly Claim[]): Generator<[Claim, Claim]> {
  for (let right = 1; right < list.length; right++) {
    for (let left = 0; left < right; left++) {
      const [a, b] = [list[left], list[right]];
      if (a !== undefined && b !== undefined) yield [a, b];
    }
  }
}

/** A word that few claims share says more about what is claimed. */
function weights(claims: readonly Claim[]): (word: string) => number {
  const counts = new Map<string, number>();
  for (const claim of claims) for (const word of claim.words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return (word) => Math.log(1 + claims.length / (counts.get(word) ?? 1));
}

/** How much of the shorter claim must be shared; what happens every so often is claimed seldom, and told by less. */
function threshold({ relation }: Quantity): number {
  return relation === "every" ? 0.5 : 0.6;
}

function contradicts(a: Claim, b: Claim, weight: (word: string) => number): boolean {
  if (
    a.sentence.unit === b.sentence.unit ||
    a.quantity.value === b.quantity.value ||
    !sameRelation(a.quantity, b.quantity)
  )
    return false;
  if (a.codes.size > 0 && b.codes.size > 0 && ![...a.codes].some((code) => b.codes.has(code))) return false;
  const shared = [...a.words].filter((word) => hasWord(b.words, word));
  const needed = a.quantity.dimension.startsWith("schedule") ? 1 : 2;
  if (shared.length < needed) return false;
  const sum = (words: Iterable<string>): number => [...words].reduce((total, word) => total + weight(word), 0);
  return sum(shared) >= threshold(a.quantity) * Math.min(sum(a.words), sum(b.words));
}

/** "counts" and "counter" speak of one thing. */
function hasWord(words: ReadonlySet<string>, word: string): boolean {
  if (words.has(word)) return true;
  if (word.length < 5) return false;
  for (const other of words) if (other.length >= 5 && (other.startsWith(word) || word.startsWith(other))) return true;
  return false;
}

function sameRelation(a: Quantity, b: Quantity): boolean {
  return a.relation === b.relation;
}

function report(first: Claim, second: Claim): RuleFinding[] {
  const line = lineOf(second.sentence.unit, second.sentence.tokens[second.quantity.from]);
  const other = lineOf(first.sentence.unit, first.sentence.tokens[first.quantity.from]);
  return [
    {
      line,
      endLine: line,
      message: `"${valueText(second)}" here, "${valueText(first)}" on line ${other}, for what seems to be one thing.`,
      fix: "Keep one of the two, or say what makes the cases different.",
    },
  ];
}

function valueText({ sentence, quantity }: Claim): string {
  return excerpt(sentence, Math.max(0, quantity.from - 2), quantity.to, 60);
}
