/** How often terms occur in a session: in how many stretches of text out of how many (SPEC 9, rarity). */
export interface WordStatistics {
  readonly stretches: number;
  /** Of a term: in how many stretches it stands. */
  readonly count: (term: string) => number;
}

/** Counts over texts, one stretch each. */
export function countWords(stretches: readonly (readonly string[])[]): WordStatistics {
  const counts = new Map<string, number>();
  for (const terms of stretches) for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return { stretches: stretches.length, count: (term) => counts.get(term) ?? 0 };
}

/**
 * What a term is worth: more the rarer it is. The exponent keeps one odd word from outweighing the words that a concern
 * is really about; the figures hold over a wide range of it (bench/disagreement.mjs).
 */
export function rarity(stretches: number, count: number): number {
  return Math.max(LEAST, Math.log((stretches + 1) / (count + 0.5))) ** EXPONENT;
}

const LEAST = 0.05;
const EXPONENT = 0.6;
