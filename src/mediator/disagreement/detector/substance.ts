import type { Lines } from "../../../documents/values.ts";
import type { Concern } from "./concern.ts";
import type { DocumentIndex } from "./document-index.ts";
import type { Statement } from "./statements.ts";

/** A statement that speaks of the concern. */
export interface Match {
  readonly statement: Statement;
  readonly score: number;
  /** The terms of the concern that it holds, by number. */
  readonly terms: readonly number[];
}

/** How much of a document speaks of a concern, and what the earlier proposal did not say of it yet. */
export interface Substance {
  /** 0 for nothing; what counts as an answer is `SUBSTANCE_NEEDED`. */
  readonly score: number;
  /** Best first. */
  readonly matches: readonly Match[];
}

/** Where to look: the statements that could answer, and the earlier proposal that did not. */
export interface Search {
  readonly document: DocumentIndex;
  /** Whether a statement of the document could be an answer: by its number. */
  readonly candidate: (number: number) => boolean;
  /** The earlier proposal of the gap: saying again what it said is no answer to the criticism of it. */
  readonly earlier?: { readonly document: DocumentIndex; readonly within: (number: number) => boolean };
  /** What the terms of a statement weigh together, squared. */
  readonly squares: ArrayLike<number>;
  readonly weigh: (term: number) => number;
  /** Only on these lines: then only their statements are read. */
  readonly lines?: Lines;
}

/** An answer of any length shows in a few statements: the best counts most. */
const SHARES = [0.35, 0.25, 0.15, 0.1, 0.1, 0.05];
/** Candidates that are compared with the earlier proposal, which is the costly part. */
const COMPARED = 16;
/** What a match counts less for terms that one statement of the earlier proposal held together already. */
const KNOWN = 0.4;
const KNOWN_IN_REPLY = 0.2;
/** A statement in a list of changes or a table of issues says on purpose what was done. */
const REPLY = 1.4;

/**
 * Measures whether the concern's substance is in the document (SPEC 9, the soft match): the cosine of each statement
 * with the concern, over rarity-weighted terms, lessened by what the earlier proposal said, the best six weighed together.
 */
export function measureSubstance(concern: Concern, search: Search, scratch: Scratch): Substance {
  const raw = rawMatches(concern, search, scratch);
  const known =
    search.earlier && raw.length > 0 ? saidTogether(concern, search, search.earlier, scratch.said) : undefined;
  const matches = raw.map((match) => lessen(match, concern, search, known)).sort((a, b) => b.score - a.score);
  const seen = new Set<number | undefined>();
  const distinct = matches.filter(({ number }) => {
    const key = search.document.keys[number];
    const first = !seen.has(key);
    seen.add(key);
    return first;
  });
  const weighed = SHARES.reduce((sum, share, rank) => sum + share * (distinct[rank]?.score ?? 0), 0);
  return { score: weighed / shareOf(search), matches: distinct };
}

/** A document that says little new cannot say it in six statements: the shares of those it has are all there is. */
function shareOf({ document, candidate }: Search): number {
  let found = 0;
  for (let number = 0; number < document.statements.length && found < SHARES.length; number++) {
    if (candidate(number)) found += 1;
  }
  return SHARES.slice(0, Math.max(1, found)).reduce((sum, share) => sum + share, 0);
}

/** Room to count in, used for one issue after the other: all zeros between them. */
export interface Scratch {
  readonly products: Float64Array;
  readonly counts: Uint8Array;
  readonly said: Int32Array;
}

export function createScratch(statements: number, earlier: number): Scratch {
  return {
    products: new Float64Array(statements),
    counts: new Uint8Array(statements),
    said: new Int32Array(earlier),
  };
}

interface Numbered extends Match {
  readonly number: number;
  /** The weight of the matched terms, before it is set against lengths. */
  readonly product: number;
  readonly scale: number;
}

/** The statements with at least two terms of the concern that could answer it: the best of them, by their cosine. */
function rawMatches(concern: Concern, search: Search, { products, counts }: Scratch): Numbered[] {
  const touched = search.lines
    ? touchedOn(search.lines, concern, search, products)
    : touchedAnywhere(concern, search, products, counts);
  const best: Numbered[] = [];
  let least = 0;
  for (const number of touched) {
    const product = products[number] ?? 0;
    const scale = scaleAt(number, concern, search);
    if (product * scale <= least || !search.candidate(number)) continue;
    const statement = search.document.statements[number];
    if (statement) best.push({ statement, number, product, scale, score: product * scale, terms: [] });
    if (best.length >= 2 * COMPARED) least = keepBest(best);
  }
  for (const number of touched) products[number] = 0;
  keepBest(best);
  return best;
}

/** The statements that hold at least two of the terms, through the postings; their products are left in place. */
function touchedAnywhere(
  { weights }: Concern,
  { document, weigh }: Search,
  products: Float64Array,
  counts: Uint8Array,
): number[] {
  const any: number[] = [];
  for (const [term, weight] of weights) {
    const gain = weight * weigh(term);
    for (const number of document.holding(term)) {
      const count = counts[number] ?? 0;
      if (count === 0) any.push(number);
      if (count < 2) counts[number] = count + 1;
      products[number] = (products[number] ?? 0) + gain;
    }
  }
  const touched: number[] = [];
  for (const number of any) {
    if (counts[number] === 2) touched.push(number);
    else products[number] = 0;
    counts[number] = 0;
  }
  return touched;
}

/** The same for a few lines: their statements one by one. */
function touchedOn({ line, endLine }: Lines, { weights }: Concern, search: Search, products: Float64Array): number[] {
  const { statements, terms, starts } = search.document;
  const touched: number[] = [];
  for (let number = firstFrom(line, statements); (statements[number]?.line ?? endLine + 1) <= endLine; number++) {
    let count = 0;
    let product = 0;
    for (let at = starts[number] ?? 0; at < (starts[number + 1] ?? 0); at++) {
      const weight = weights.get(terms[at] ?? -1);
      if (weight === undefined) continue;
      count += 1;
      product += weight * search.weigh(terms[at] ?? -1);
    }
    if (count < 2) continue;
    touched.push(number);
    products[number] = product;
  }
  return touched;
}

/** Statements stand in the order of their lines. */
function firstFrom(line: number, statements: readonly Statement[]): number {
  let low = 0;
  let high = statements.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((statements[middle]?.line ?? 0) < line) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** What the weight of the matched terms is set against: the lengths of both, and where the statement stands. */
function scaleAt(number: number, concern: Concern, { document, squares }: Search): number {
  const length = Math.sqrt(Math.max(squares[number] ?? 0, concern.leastSquare)) * concern.length;
  return (document.statements[number]?.reply ? REPLY : 1) / Math.max(length, Number.MIN_VALUE);
}

/** Leaves the best candidates and tells what the next one has to beat. */
function keepBest(matches: Numbered[]): number {
  matches.sort((a, b) => b.score - a.score || a.number - b.number);
  matches.length = Math.min(matches.length, COMPARED);
  return matches.length < COMPARED ? 0 : (matches.at(-1)?.score ?? 0);
}

/** Takes off what one statement of the earlier proposal said of the same already. */
function lessen(
  match: Numbered,
  concern: Concern,
  { document }: Search,
  known: ((terms: readonly number[]) => number) | undefined,
): Numbered {
  const terms = document.termsOf(match.number).filter((term) => (concern.weights.get(term) ?? 0) > 0);
  if (!known) return { ...match, terms };
  const less = known(terms) * (match.statement.reply ? KNOWN_IN_REPLY : KNOWN);
  return { ...match, terms, score: (match.product - less) * match.scale };
}

/** A concern's heaviest terms, which come first; no more than a number has bits to spare. */
const TOGETHER = 31;

/**
 * What terms weigh that one statement of the earlier proposal holds together: the most of all its statements. Each is
 * reduced to a set of bits, one for each of the concern's heaviest terms; a proposal has far fewer such sets than
 * statements. `said` is all zeros, before and after.
 */
function saidTogether(
  { weights }: Concern,
  { weigh }: Search,
  { document, within }: NonNullable<Search["earlier"]>,
  said: Int32Array,
): (terms: readonly number[]) => number {
  const heaviest = [...weights].slice(0, TOGETHER);
  const gains = heaviest.map(([term, weight]) => weight * weigh(term));
  const bitOf = new Map(heaviest.map(([term], bit) => [term, bit]));
  const sets = new Set<number>();
  let alone = 0;
  for (const [term, bit] of bitOf)
    for (const number of document.holding(term)) said[number] = (said[number] ?? 0) | (1 << bit);
  for (const [term] of bitOf) {
    for (const number of document.holding(term)) {
      const set = said[number] ?? 0;
      if (set === 0) continue;
      // Most statements hold one of the terms only: those need no set each.
      if ((set & (set - 1)) === 0) alone |= within(number) ? set : 0;
      else if (within(number)) sets.add(set);
      said[number] = 0;
    }
  }
  const weightOf = (set: number) => {
    let sum = 0;
    for (let rest = set; rest !== 0; rest &= rest - 1) sum += gains[31 - Math.clz32(rest & -rest)] ?? 0;
    return sum;
  };
  return (terms) => {
    let own = 0;
    for (const term of terms) own |= 1 << (bitOf.get(term) ?? 31);
    own &= 0x7fffffff;
    let most = 0;
    for (let rest = own & alone; rest !== 0; rest &= rest - 1) most = Math.max(most, weightOf(rest & -rest));
    for (const set of sets) if ((set & own) !== 0) most = Math.max(most, weightOf(set & own));
    return most;
  };
}
