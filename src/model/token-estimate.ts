type Lead = "none" | "space" | "symbol";
type Letters = "lower" | "capital" | "upper";

/** Hundredths of a token for a word of 1, 2, 3 … ASCII letters; longer words cost what the last number says. */
const WORD_COSTS: Readonly<Record<Lead, Readonly<Record<Letters, readonly number[]>>>> = {
  space: {
    lower: [100, 100, 100, 100, 101, 102, 103, 104, 108, 116, 116, 116, 122, 135],
    capital: [100, 100, 101, 105, 104, 105, 108, 121, 138, 140, 144, 150, 135, 140],
    upper: [100, 101, 107, 113, 119, 150, 150, 206, 206, 240, 300, 300, 300, 300],
  },
  none: {
    lower: [100, 100, 102, 104, 111, 112, 115, 127, 155, 170, 165, 165, 230, 300],
    capital: [100, 101, 102, 102, 108, 108, 113, 113, 131, 140, 144, 135, 135, 140],
    upper: [100, 108, 150, 130, 165, 150, 180, 240, 255, 256, 320, 340, 340, 340],
  },
  symbol: {
    lower: [101, 106, 121, 122, 140, 150, 160, 187, 194, 235, 235, 270, 300, 280],
    capital: [105, 160, 165, 155, 153, 160, 205, 212, 235, 235, 270, 270, 300, 300],
    upper: [104, 146, 175, 185, 155, 167, 170, 221, 234, 277, 320, 400, 400, 400],
  },
};

/** A word with the one character before it, up to three digits, a run of symbols with its line ends, white space. */
const PIECE =
  /([^\r\n\p{L}\p{N}]?)(\p{Lu}*[\p{Ll}\p{M}]+|[\p{L}\p{M}]+)|\p{N}{1,3}| ?([^\s\p{L}\p{N}]+)([\r\n]*)|\s*[\r\n]+|\s+(?!\S)|\s+/gu;

/**
 * How many tokens a text is, without loading a tokenizer (which costs more than a whole round of everything else). The
 * text is cut into the pieces that byte-pair tokenizers cut it into before they merge, which is exact and linear; what
 * each piece then costs is the mean for its kind and length (bench/token-estimate.mjs says how far that is off).
 */
export function estimateTokens(text: string): number {
  let hundredths = 0;
  for (const [, lead = "", word, symbols, lineEnds] of text.matchAll(PIECE)) {
    if (word !== undefined) hundredths += wordCost(lead, word);
    else hundredths += symbols === undefined ? 100 : symbolCost(symbols, lineEnds !== "");
  }
  return Math.round(hundredths / 100);
}

function wordCost(lead: string, word: string): number {
  if (!/^[A-Za-z]+$/.test(word)) return foreignWordCost(lead + word);
  const letters: Letters = /^[a-z]+$/.test(word) ? "lower" : /^[A-Z]+$/.test(word) ? "upper" : "capital";
  const costs = WORD_COSTS[lead === "" ? "none" : lead === " " ? "space" : "symbol"][letters];
  const known = costs[Math.min(word.length, costs.length) - 1] ?? 100;
  // A run of letters this long is no word: base64, a hash, words run together.
  return word.length > 20 ? known + (word.length - 20) * 30 : known;
}

/** Scripts whose characters are words by themselves cost by character, the others like rare words. */
function foreignWordCost(piece: string): number {
  let cost = 0;
  for (const character of piece) cost += (character.codePointAt(0) ?? 0) >= 0x2e80 ? 72 : 25;
  return Math.max(120, cost);
}

function symbolCost(symbols: string, endsLine: boolean): number {
  const runs = symbols.match(/(.)\1*/gsu)?.length ?? 0;
  if (!/^[!-~]*$/.test(symbols)) {
    // Frames drawn with lines and corners; or a single arrow, tick or dash.
    const frame = runs === 1 && symbols.length < 4 ? 104 : 100 + 120 * runs + 9 * symbols.length;
    return frame + (endsLine ? 130 : 0);
  }
  if (symbols.startsWith("```")) return endsLine ? 200 : 100;
  // The rule below the head of a table: each bar and each line is one.
  if (symbols.startsWith("|-") || symbols.startsWith("|:")) return 100 * runs - (endsLine ? 0 : 100);
  return ([100, 100, 115, 160, 200][runs] ?? 60 * runs) + (endsLine && runs > 0 ? 5 : 0);
}
