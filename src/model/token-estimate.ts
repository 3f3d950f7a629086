/** What byte-pair tokenizers cut a text into before they merge: words with a sign before them, digits, signs, white space. */
const PIECE = /[^\p{L}\p{N}\r\n]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+/gu;

/**
 * How many tokens a text is, without loading a tokenizer, which costs more than a whole round of everything else: of each
 * piece the mean for its kind and length (bench/token-estimate.mjs says how far that is off).
 */
export function estimateTokens(text: string): number {
  if (text.length <= SAMPLED_FROM) return Math.round(tokensOf(text));
  let [tokens, sampled] = [0, 0];
  for (let at = 0; at < text.length; at += STRIDE) {
    const sample = text.slice(at, at + SAMPLE);
    tokens += tokensOf(sample);
    sampled += sample.length;
  }
  return Math.round((tokens * text.length) / sampled);
}

/** A long text is much the same all over: a quarter of it tells the rest. */
const [SAMPLED_FROM, STRIDE, SAMPLE] = [16_000, 2_000, 500];

function tokensOf(text: string): number {
  let tokens = 0;
  for (const piece of text.match(PIECE) ?? []) tokens += costOf(piece);
  return tokens;
}

function costOf(piece: string): number {
  const last = piece.charCodeAt(piece.length - 1);
  if (last >= 0x61 && last <= 0x7a) return piece.length < 8 ? 1.01 : 1 + (piece.length - 7) * 0.1;
  if (last >= 0x41 && last <= 0x5a) return piece.length < 4 ? 1.03 : 1 + (piece.length - 3) * 0.2;
  if (last <= 0x20 || (last >= 0x30 && last <= 0x39)) return piece.length < 4 ? 1.02 : signCost(piece);
  return last < 0x80 ? signCost(piece) : foreignCost(piece);
}

/** A run of one sign costs as much as the sign. */
function signCost(signs: string): number {
  const runs = signs.trim().match(/(.)\1*/gsu)?.length ?? 0;
  return Math.max(1, runs * 0.65);
}

/** Scripts whose characters are words by themselves cost by character, the others like rare words. */
function foreignCost(piece: string): number {
  if (!/\p{L}$/u.test(piece)) return 1 + piece.length * 0.3;
  let cost = 0.2;
  for (const character of piece) cost += character >= "\u2e80" ? 0.72 : 0.24;
  return Math.max(1.2, cost);
}
