import type { Lines } from "../../../documents/values.ts";
import type { Concern } from "./concern.ts";
import { type DocumentIndex, firstFrom, holdersOf } from "./document-index.ts";
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
  /** The terms of the concern that the earlier proposal nowhere had and this one took up, by number. */
  readonly taken: readonly number[];
  /** Best first. */
  readonly matches: readonly Match[];
}

/** Where to look: the statements that could answer, and the earlier proposal that did not. */
export interface Search {
  readonly document: DocumentIndex;
  /** Whether a statement of the document could be an answer: by its number. */
  readonly candidate: (number: number) => boolean;
  /** About how many statements those are. */
  readonly fresh: number;
  /** The earlier proposal of the gap: saying again what it said is no answer to the criticism of it. */
  readonly earlier?: { readonly document: DocumentIndex; readonly within: (number: number) => boolean };
  /** What the terms of a statement weigh together. */
  readonly lengths: Float64Array;
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

/** What the share of words that were taken up counts beside the best statements. */
const TAKEN = 0.8;

/**
 * Measures whether the concern's substance is in the document (SPEC 9, the soft match): the cosine of each statement
 * with the concern, over rarity-weighted terms, lessened by what the earlier proposal said, the best six weighed together;
 * and the share of the concern's words that are new since then. The more a document says anew, the more of it is near
 * any concern by chance: so the measure is set against how much that is.
 */
export function measureSubstance(concern: Concern, search: Search, scratch: Scratch): Substance {
  const matches = lessenedMatches(concern, search, scratch);
  const taken = takenUp(concern, search);
  const share =
    taken.reduce((sum, term) => sum + weightOf(term, concern), 0) / Math.max(concern.weight, Number.MIN_VALUE);
  const found = weighed(matches) / shareOf(search) + TAKEN * share;
  return { score: found / Math.log(Math.max(search.fresh, SMALLEST) + 1), taken, matches };
}

/** A document that says less anew than so many statements is taken to say so many: two or three are no measure. */
const SMALLEST = 16;

/** Whether statements near the concern weigh at least so much; the earlier proposal is looked at only where it decides. */
export function reaches(least: number, concern: Concern, search: Search, scratch: Scratch): boolean {
  const enough = least * shareOf(search);
  if (weighed(rawMatches(concern, search, scratch)) < enough) return false;
  return weighed(lessenedMatches(concern, search, scratch)) >= enough;
}

function lessenedMatches(concern: Concern, search: Search, scratch: Scratch): Numbered[] {
  const matches = rawMatches(concern, search, scratch).map((match) => lessen(match, concern, search, scratch.said));
  return distinctOf(
    matches.sort((a, b) => b.score - a.score),
    search.document,
  );
}

function takenUp({ terms }: Concern, { document, candidate, earlier }: Search): number[] {
  if (!earlier) return [];
  return terms.filter((term) => {
    if (holdersOf(earlier.document, term) > 0) return false;
    const first = document.heldFrom[term] ?? 0;
    const end = first + holdersOf(document, term);
    for (let at = first; at < end; at++) if (candidate(document.holders[at] ?? 0)) return true;
    return false;
  });
}

function weightOf(term: number, { ranks, weights }: Concern): number {
  const rank = ranks[term] ?? 0;
  return rank === 0 ? 0 : (weights[rank - 1] ?? 0);
}

function gainOf(term: number, { ranks, gains }: Concern): number {
  const rank = ranks[term] ?? 0;
  return rank === 0 ? 0 : (gains[rank - 1] ?? 0);
}

function distinctOf(matches: readonly Numbered[], { lows, highs }: DocumentIndex): Numbered[] {
  const same = (a: number, b: number) => lows[a] === lows[b] && highs[a] === highs[b];
  return matches.filter(({ number }, rank) => matches.findIndex((match) => same(match.number, number)) === rank);
}

function weighed(matches: readonly Match[]): number {
  return SHARES.reduce((sum, share, rank) => sum + share * (matches[rank]?.score ?? 0), 0);
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
  /** The numbers of statements that were counted; what it held before does not matter. */
  readonly touched: Int32Array;
  /** By statement of the earlier proposal. */
  readonly said: Float64Array;
}

export function createScratch(statements: number, earlier: number): Scratch {
  return {
    products: new Float64Array(statements),
    counts: new Uint8Array(statements),
    touched: new Int32Array(statements),
    said: new Float64Array(earlier),
  };
}

interface Numbered extends Match {
  readonly number: number;
  /** The weight of the matched terms, before it is set against lengths. */
  readonly product: number;
  readonly scale: number;
}

/** The statements with at least two terms of the concern that could answer it: the best of them, by their cosine. */
function rawMatches(concern: Concern, search: Search, scratch: Scratch): Numbered[] {
  const { products, touched } = scratch;
  const { candidate, lengths } = search;
  const { statements } = search.document;
  const { leastLength, length: own } = concern;
  const count = search.lines
    ? touchOn(search.lines, concern, search, scratch)
    : touchAnywhere(concern, search.document, scratch);
  const best: Numbered[] = [];
  let least = 0;
  for (let at = 0; at < count; at++) {
    const number = touched[at] ?? 0;
    const product = products[number] ?? 0;
    const length = Math.max(lengths[number] ?? 0, leastLength) * own;
    // Most are far below the best and need no further look.
    if (product * REPLY <= least * length) continue;
    const statement = statements[number];
    const scale = (statement?.reply ? REPLY : 1) / Math.max(length, Number.MIN_VALUE);
    if (product * scale <= least || !statement || !candidate(number)) continue;
    least = insert({ statement, number, product, scale, score: product * scale, terms: [] }, best);
  }
  return best;
}

/** Keeps the best candidates in order and tells what the next one has to beat. */
function insert(match: Numbered, best: Numbered[]): number {
  let at = best.length;
  while (at > 0 && isBetter(match, best[at - 1])) at -= 1;
  best.splice(at, 0, match);
  best.length = Math.min(best.length, COMPARED);
  return best.length < COMPARED ? 0 : (best[COMPARED - 1]?.score ?? 0);
}

function isBetter(match: Numbered, than: Numbered | undefined): boolean {
  if (than === undefined) return true;
  return match.score > than.score || (match.score === than.score && match.number < than.number);
}

/** Adds up the terms that statements hold, through the postings; tells how many statements hold at least two. */
function touchAnywhere(concern: Concern, document: DocumentIndex, { products, counts, touched }: Scratch): number {
  const { holders, heldFrom } = document;
  let count = 0;
  for (let rank = 0; rank < concern.terms.length; rank++) {
    const term = concern.terms[rank] as number;
    const gain = concern.gains[rank] as number;
    const end = heldFrom[term + 1] ?? 0;
    for (let at = heldFrom[term] ?? 0; at < end; at++) {
      const number = holders[at] as number;
      const held = counts[number] as number;
      products[number] = (held === 0 ? 0 : (products[number] as number)) + gain;
      counts[number] = held + 1;
      if (held === 1) touched[count++] = number;
    }
  }
  for (const term of concern.terms) {
    const end = heldFrom[term + 1] ?? 0;
    for (let at = heldFrom[term] ?? 0; at < end; at++) counts[holders[at] as number] = 0;
  }
  return count;
}

/** The same for a few lines: their statements one by one. */
function touchOn({ line, endLine }: Lines, concern: Concern, search: Search, { products, touched }: Scratch): number {
  const { statements, terms, starts } = search.document;
  let count = 0;
  for (let number = firstFrom(line, statements); (statements[number]?.line ?? endLine + 1) <= endLine; number++) {
    let held = 0;
    let product = 0;
    for (let at = starts[number] ?? 0; at < (starts[number + 1] ?? 0); at++) {
      const rank = concern.ranks[terms[at] as number] ?? 0;
      if (rank === 0) continue;
      held += 1;
      product += concern.gains[rank - 1] ?? 0;
    }
    if (held < 2) continue;
    touched[count++] = number;
    products[number] = product;
  }
  return count;
}

/** Takes off what one statement of the earlier proposal said of the same already. */
function lessen(match: Numbered, concern: Concern, search: Search, said: Float64Array): Numbered {
  const { terms: all, starts } = search.document;
  const terms: number[] = [];
  for (let at = starts[match.number] ?? 0; at < (starts[match.number + 1] ?? 0); at++) {
    const term = all[at] ?? -1;
    if (gainOf(term, concern) > 0) terms.push(term);
  }
  if (!search.earlier) return { ...match, terms };
  const less = saidTogether(terms, concern, search.earlier, said) * (match.statement.reply ? KNOWN_IN_REPLY : KNOWN);
  return { ...match, terms, score: (match.product - less) * match.scale };
}

/** What terms weigh that one statement of the earlier proposal holds together: the most of all its statements. */
function saidTogether(
  terms: readonly number[],
  concern: Concern,
  { document, within }: NonNullable<Search["earlier"]>,
  said: Float64Array,
): number {
  const { holders, heldFrom } = document;
  let most = 0;
  for (const term of terms) {
    const gain = gainOf(term, concern);
    const end = heldFrom[term + 1] ?? 0;
    for (let at = heldFrom[term] ?? 0; at < end; at++) {
      const number = holders[at] ?? 0;
      const sum = (said[number] ?? 0) + gain;
      said[number] = sum;
      if (sum > most && within(number)) most = sum;
    }
  }
  for (const term of terms) {
    const end = heldFrom[term + 1] ?? 0;
    for (let at = heldFrom[term] ?? 0; at < end; at++) said[holders[at] ?? 0] = 0;
  }
  return most;
}
