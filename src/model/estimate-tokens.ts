/** The pieces that tokenizers split a text into first: words with a sign before them, digits, signs, white space. */
function piecePattern(letter: string, digit: string, flags: string): RegExp {
  const sign = `[^\\s${letter}${digit}]`;
  return new RegExp(
    `[^${letter}${digit}\\r\\n]?[${letter}]+|[${digit}]{1,3}| ?${sign}+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+`,
    flags,
  );
}

const ANY_PIECE = piecePattern("\\p{L}", "\\p{N}", "gu");
/** The same for ASCII texts, which it splits three times as fast. */
const ASCII_PIECE = piecePattern("A-Za-z", "0-9", "g");
const NOT_ASCII = /[\u0080-\uffff]/;

/** Estimates tokens by the mean cost of each kind of piece, as tokenizers load slowly (bench/token-estimate.mjs). */
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

/** In a long text only a quarter is counted, in samples, and scaled up. */
const [SAMPLED_FROM, STRIDE, SAMPLE] = [16_000, 2_000, 500];

function tokensOf(text: string): number {
  const piece = NOT_ASCII.test(text) ? ANY_PIECE : ASCII_PIECE;
  let [tokens, start] = [0, 0];
  piece.lastIndex = 0;
  // The pattern matches every character, so each piece starts where the last one ended.
  for (; piece.test(text); start = piece.lastIndex) tokens += costOf(text, start, piece.lastIndex);
  return tokens;
}

function costOf(text: string, start: number, end: number): number {
  const length = end - start;
  const last = text.charCodeAt(end - 1);
  if (last >= 0x61 && last <= 0x7a) return length < 8 ? 1.01 : 1 + (length - 7) * 0.1;
  if (last >= 0x41 && last <= 0x5a) return length < 4 ? 1.03 : 1 + (length - 3) * 0.2;
  if (length < 4 && (last <= 0x20 || (last >= 0x30 && last <= 0x39))) return 1.02;
  const piece = text.slice(start, end);
  return last < 0x80 ? signCost(piece) : foreignCost(piece);
}

/** A repeated sign costs as much as one: `-----`. */
function signCost(signs: string): number {
  const solid = signs.trim();
  let runs = 0;
  for (let at = 0; at < solid.length; at += 1) if (solid[at] !== solid[at - 1]) runs += 1;
  return Math.max(1, runs * 0.65);
}

/** East Asian characters cost most of a token each; letters of other scripts cost like rare words. */
function foreignCost(piece: string): number {
  if (!/\p{L}$/u.test(piece)) return 1 + piece.length * 0.3;
  let cost = 0.2;
  for (const character of piece) cost += character >= "\u2e80" ? 0.72 : 0.24;
  return Math.max(1.2, cost);
}
