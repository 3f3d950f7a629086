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
}

/** An answer of any length shows in a few statements: the best counts most. */
const SHARES = [0.35, 0.25, 0.15, 0.1, 0.1, 0.05];
/** Candidates that are compared with the earlier proposal, which is the costly part. */
const COMPARED = 24;
/** What a match counts less for terms that one statement of the earlier proposal held together already. */
const KNOWN = 0.4;
const KNOWN_IN_REPLY = 0.2;
/** A statement in a list of changes or a table of issues says on purpose what was done. */
const REPLY = 1.4;

/**
 * Measures whether the concern's substance is in the document (SPEC 9, the soft match): the cosine of each statement
 * with the concern, over rarity-weighted terms, lessened by what the earlier proposal said, the best six weighed together.
 */
export function measureSubstance(concern: Concern, search: Search): Substance {
  const sums = new Float64Array(search.earlier?.document.statements.length ?? 0);
  const matches = rawMatches(concern, search)
    .map((match) => lessen(match, concern, search, sums))
    .sort((a, b) => b.score - a.score);
  const seen = new Set<string>();
  const distinct = matches.filter(({ number }) => {
    const folded = search.document.folded[number] ?? "";
    const first = !seen.has(folded);
    seen.add(folded);
    return first;
  });
  return {
    score: SHARES.reduce((sum, share, rank) => sum + share * (distinct[rank]?.score ?? 0), 0),
    matches: distinct,
  };
}

interface Numbered extends Match {
  readonly number: number;
  /** The weight of the matched terms, before it is set against lengths. */
  readonly product: number;
  readonly scale: number;
}

/** The statements with at least two terms of the concern that could answer it: the best of them, by their cosine. */
function rawMatches(concern: Concern, { document, candidate, squares, weigh }: Search): Numbered[] {
  const products = new Float64Array(document.statements.length);
  const counts = new Uint8Array(document.statements.length);
  for (const [term, weight] of concern.weights) {
    const gain = weight * weigh(term);
    for (const number of document.holding(term)) {
      products[number] = (products[number] ?? 0) + gain;
      if ((counts[number] ?? 0) < 2) counts[number] = (counts[number] ?? 0) + 1;
    }
  }
  const best: Numbered[] = [];
  let least = 0;
  counts.forEach((count, number) => {
    if (count < 2) return;
    const product = products[number] ?? 0;
    const length = Math.sqrt(Math.max(squares[number] ?? 0, concern.leastSquare)) * concern.length;
    const statement = document.statements[number];
    if (statement === undefined) return;
    const scale = (statement.reply ? REPLY : 1) / Math.max(length, Number.MIN_VALUE);
    const score = product * scale;
    if ((best.length >= COMPARED && score <= least) || !candidate(number)) return;
    best.push({ statement, number, product, scale, score, terms: [] });
    if (best.length >= 2 * COMPARED) least = keepBest(best);
  });
  keepBest(best);
  return best;
}

/** Leaves the best candidates and tells what the next one has to beat. */
function keepBest(matches: Numbered[]): number {
  matches.sort((a, b) => b.score - a.score || a.number - b.number);
  matches.length = Math.min(matches.length, COMPARED);
  return matches.length < COMPARED ? 0 : (matches.at(-1)?.score ?? 0);
}

/** Takes off what one statement of the earlier proposal said of the same already. `sums` is all zeros, before and after. */
function lessen(match: Numbered, concern: Concern, { document, earlier, weigh }: Search, sums: Float64Array): Numbered {
  const terms = (document.terms[match.number] ?? []).filter((term) => (concern.weights.get(term) ?? 0) > 0);
  if (!earlier) return { ...match, terms };
  let known = 0;
  for (const term of terms) {
    const gain = (concern.weights.get(term) ?? 0) * weigh(term);
    for (const number of earlier.document.holding(term)) {
      const sum = (sums[number] ?? 0) + gain;
      sums[number] = sum;
      if (sum > known && earlier.within(number)) known = sum;
    }
  }
  for (const term of terms) for (const number of earlier.document.holding(term)) sums[number] = 0;
  const less = known * (match.statement.reply ? KNOWN_IN_REPLY : KNOWN);
  return { ...match, terms, score: (match.product - less) * match.scale };
}
