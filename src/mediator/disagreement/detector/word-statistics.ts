/** How often terms occur in a session: in how many stretches of text out of how many (SPEC 9, rarity). */
export interface WordStatistics {
  readonly stretches: number;
  /** Of a term: in how many stretches it stands. */
  readonly count: (term: string) => number;
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
