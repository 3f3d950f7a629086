const CHARACTERS_PER_TOKEN = 4.3;
/** Of scripts whose characters are words by themselves. */
const WIDE = /[\u2e80-\uffff]/g;
const TOKENS_PER_WIDE = 0.7;

/** How many tokens a text is, by its characters (SPEC 15.4a); bench/token-estimate.mjs says how far that is off. */
export function estimateTokens(text: string): number {
  const wide = text.match(WIDE)?.length ?? 0;
  return Math.round((text.length - wide) / CHARACTERS_PER_TOKEN + wide * TOKENS_PER_WIDE);
}
