/**
 * How many tokens a text is, without loading a tokenizer (which costs more than a whole round of everything else). The
 * text is cut into the pieces that byte-pair tokenizers cut it into before they merge, which is exact and linear; what
 * each piece then costs is the mean for its kind and length (bench/token-estimate.mjs says how far that is off).
 */
export function estimateTokens(text: string): number {
  let hundredths = 0;
  let at = 0;
  while (at < text.length) {
    const end = asciiPieceEnd(text, at) ?? otherPieceEnd(text, at);
    hundredths += pieceCost(text, at, end);
    at = end;
  }
  return Math.round(hundredths / 100);
}

/** A word with the one character before it, up to three digits, a run of symbols with its line ends, white space. */
const PIECE =
  /[^\r\n\p{L}\p{N}]?\p{Lu}*[\p{Ll}\p{M}]+|[^\r\n\p{L}\p{N}]?[\p{L}\p{M}]+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+/uy;

/** Where the piece that begins here ends. */
function otherPieceEnd(text: string, at: number): number {
  PIECE.lastIndex = at;
  return PIECE.test(text) && PIECE.lastIndex > at ? PIECE.lastIndex : at + 1;
}

type Kind = "lower" | "upper" | "digit" | "line" | "blank" | "symbol";

const KINDS: readonly Kind[] = Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[a-z]/.test(character)) return "lower";
  if (/[A-Z]/.test(character)) return "upper";
  if (/[0-9]/.test(character)) return "digit";
  if (/[\r\n]/.test(character)) return "line";
  return /\s/.test(character) ? "blank" : "symbol";
});

/** The same for what is nearly always there, without the expression; `undefined` where other scripts come into it. */
function asciiPieceEnd(text: string, at: number): number | undefined {
  const kind = KINDS[text.charCodeAt(at)];
  const next = KINDS[text.charCodeAt(at + 1)];
  switch (kind) {
    case undefined:
      return undefined;
    case "lower":
    case "upper":
      return wordEnd(text, at);
    case "digit":
      return KINDS[text.charCodeAt(at + 2)] === "digit" && next === "digit"
        ? at + 3
        : next === "digit"
          ? at + 2
          : at + 1;
    case "line":
      return blankEnd(text, at);
    default:
      if (next === "lower" || next === "upper") return wordEnd(text, at + 1);
      if (kind === "symbol" || (next === "symbol" && text.charCodeAt(at) === 32)) return symbolEnd(text, at);
      return blankEnd(text, at);
  }
}

function wordEnd(text: string, from: number): number | undefined {
  let at = from;
  while (KINDS[text.charCodeAt(at)] === "upper") at += 1;
  while (KINDS[text.charCodeAt(at)] === "lower") at += 1;
  return text.charCodeAt(at) > 127 ? undefined : at;
}

function symbolEnd(text: string, from: number): number | undefined {
  let at = from + 1;
  while (KINDS[text.charCodeAt(at)] === "symbol") at += 1;
  if (text.charCodeAt(at) > 127) return undefined;
  while (KINDS[text.charCodeAt(at)] === "line") at += 1;
  return at;
}

/** Up to the last line end of the run; without one, all but the blank that belongs to what follows. */
function blankEnd(text: string, from: number): number | undefined {
  let at = from;
  let lastLine = -1;
  for (let kind = KINDS[text.charCodeAt(at)]; kind === "blank" || kind === "line"; kind = KINDS[text.charCodeAt(at)]) {
    if (kind === "line") lastLine = at;
    at += 1;
  }
  if (text.charCodeAt(at) > 127) return undefined;
  if (lastLine >= 0) return lastLine + 1;
  return at === text.length || at - from === 1 ? at : at - 1;
}

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

function pieceCost(text: string, at: number, end: number): number {
  const first = KINDS[text.charCodeAt(at)];
  if (first === "digit" || ((first === "blank" || first === "line") && allBlank(text, at, end))) return 100;
  const word = asciiWordCost(text, at, end);
  if (word !== undefined) return word;
  const piece = text.slice(at, end);
  if (/^(?:\s+|\p{N}+)$/u.test(piece)) return 100;
  return /[\p{L}\p{M}]/u.test(piece) ? foreignWordCost(piece) : symbolCost(piece);
}

function allBlank(text: string, at: number, end: number): boolean {
  const last = KINDS[text.charCodeAt(end - 1)];
  const second = end - at === 1 ? last : KINDS[text.charCodeAt(at + 1)];
  // Symbols may have one blank before them and line ends behind.
  return (last === "blank" || last === "line") && (second === "blank" || second === "line");
}

function asciiWordCost(text: string, at: number, end: number): number | undefined {
  const first = KINDS[text.charCodeAt(at)];
  const last = KINDS[text.charCodeAt(end - 1)];
  if (last !== "lower" && last !== "upper") return undefined;
  const lead: Lead = first === "lower" || first === "upper" ? "none" : text.charCodeAt(at) === 32 ? "space" : "symbol";
  const from = lead === "none" ? at : at + 1;
  let upper = 0;
  for (let place = from; place < end; place++) {
    const kind = KINDS[text.charCodeAt(place)];
    if (kind === "upper") upper += 1;
    else if (kind !== "lower") return undefined;
  }
  return wordCost(lead, upper, end - from);
}

function wordCost(lead: Lead, upper: number, length: number): number {
  const letters: Letters = upper === 0 ? "lower" : upper === length ? "upper" : "capital";
  const costs = WORD_COSTS[lead][letters];
  const known = costs[Math.min(length, costs.length) - 1] ?? 100;
  // A run of letters this long is no word: base64, a hash, words run together.
  return length > 20 ? known + (length - 20) * 30 : known;
}

/** Scripts whose characters are words by themselves cost by character, the others like rare words. */
function foreignWordCost(piece: string): number {
  let cost = 0;
  for (const character of piece) cost += (character.codePointAt(0) ?? 0) >= 0x2e80 ? 72 : 25;
  return Math.max(120, cost);
}

function symbolCost(piece: string): number {
  const symbols = piece.trim();
  const endsLine = piece.endsWith("\n") || piece.endsWith("\r");
  const runs = runCount(symbols);
  if (!ASCII_ONLY.test(symbols)) {
    // Frames drawn with lines and corners; or a single arrow, tick or dash.
    const frame = runs === 1 && symbols.length < 4 ? 104 : 100 + 120 * runs + 9 * symbols.length;
    return frame + (endsLine ? 130 : 0);
  }
  if (symbols.startsWith("```")) return endsLine ? 200 : 100;
  // The rule below the head of a table: each bar and each line is one.
  if (symbols.startsWith("|-") || symbols.startsWith("|:")) return 100 * runs - (endsLine ? 0 : 100);
  return ([100, 100, 115, 160, 200][runs] ?? 60 * runs) + (endsLine && runs > 0 ? 5 : 0);
}

const ASCII_ONLY = /^[!-~]*$/;

function runCount(symbols: string): number {
  let runs = 0;
  let before = "";
  for (const character of symbols) {
    if (character !== before) runs += 1;
    before = character;
  }
  return runs;
}
