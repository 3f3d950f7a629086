import type { Concern } from "./concern.ts";
import type { DocumentIndex } from "./document-index.ts";
import type { Statement } from "./statements.ts";

/** A statement that speaks of the concern. */
export interface Match {
  readonly statement: Statement;
  readonly score: number;
  readonly terms: readonly string[];
}

/** How much of a document speaks of a concern, and what the earlier proposal did not say of it yet. */
export interface Substance {
  /** 0 for nothing; an answer that no id names begins near 0.28. */
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
  readonly squares: readonly number[];
  readonly weigh: (term: string) => number;
}

/** An answer of any length shows in a few statements: the best counts most. */
const SHARES = [0.35, 0.25, 0.15, 0.1, 0.1, 0.05];
/** Candidates that are compared with the earlier proposal, which is the costly part. */
const COMPARED = 32;
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
  const raw = rawMatches(concern, search).slice(0, COMPARED);
  const lessened = raw.map((match) => lessen(match, concern, search)).sort((a, b) => b.score - a.score);
  const seen = new Set<string>();
  const matches = lessened.filter(({ number }) => {
    const folded = search.document.folded[number] ?? "";
    if (seen.has(folded)) return false;
    seen.add(folded);
    return true;
  });
  return {
    score: SHARES.reduce((sum, share, rank) => sum + share * (matches[rank]?.score ?? 0), 0),
    matches,
  };
}

interface Numbered extends Match {
  readonly number: number;
  /** The weight of the matched terms, before it is set against lengths. */
  readonly product: number;
  readonly scale: number;
}

function rawMatches(concern: Concern, { document, candidate, squares, weigh }: Search): Numbered[] {
  const products = new Map<number, number>();
  const counts = new Map<number, number>();
  for (const [term, weight] of concern.weights) {
    const gain = weight * weigh(term);
    for (const number of document.holding(term)) {
      products.set(number, (products.get(number) ?? 0) + gain);
      counts.set(number, (counts.get(number) ?? 0) + 1);
    }
  }
  const found: Numbered[] = [];
  for (const [number, product] of products) {
    const statement = document.statements[number];
    if (statement === undefined || (counts.get(number) ?? 0) < 2 || !candidate(number)) continue;
    const length = Math.sqrt(Math.max(squares[number] ?? 0, concern.leastSquare)) * concern.length;
    const scale = (statement.reply ? REPLY : 1) / Math.max(length, Number.MIN_VALUE);
    found.push({ statement, number, product, scale, score: product * scale, terms: [] });
  }
  return found.sort((a, b) => b.score - a.score || a.number - b.number);
}

function lessen(match: Numbered, concern: Concern, { document, earlier, weigh }: Search): Numbered {
  const terms = (document.terms[match.number] ?? []).filter((term) => (concern.weights.get(term) ?? 0) > 0);
  if (!earlier) return { ...match, terms };
  const together = new Map<number, number>();
  let known = 0;
  for (const term of terms) {
    const gain = (concern.weights.get(term) ?? 0) * weigh(term);
    for (const number of earlier.document.holding(term)) {
      if (!earlier.within(number)) continue;
      const sum = (together.get(number) ?? 0) + gain;
      together.set(number, sum);
      if (sum > known) known = sum;
    }
  }
  const less = known * (match.statement.reply ? KNOWN_IN_REPLY : KNOWN);
  return { ...match, terms, score: (match.product - less) * match.scale };
}
