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

/** Kinds of characters, each a bit, so that a run may be of several. */
const LOWER = 1;
const UPPER = 2;
/** A letter that is none of ASCII. */
const FOREIGN = 4;
const DIGIT = 8;
const SYMBOL = 16;
const SPACE = 32;
const LINE_END = 64;
const LETTER = LOWER | UPPER | FOREIGN;

const ASCII_KINDS = Uint8Array.from({ length: 128 }, (_, code) => asciiKind(String.fromCharCode(code)));

function asciiKind(character: string): number {
  if (/[a-z]/.test(character)) return LOWER;
  if (/[A-Z]/.test(character)) return UPPER;
  if (/[0-9]/.test(character)) return DIGIT;
  if (/[\r\n]/.test(character)) return LINE_END;
  return /\s/.test(character) ? SPACE : SYMBOL;
}

/** None behind the end of the text. */
function kindAt(text: string, at: number): number {
  if (at >= text.length) return 0;
  const code = text.charCodeAt(at);
  return code < 128 ? (ASCII_KINDS[code] ?? 0) : isForeignSymbol(code) ? SYMBOL : FOREIGN;
}

/** Latin-1 signs, punctuation, arrows, frames and dingbats, CJK punctuation, and halves of emoji. */
function isForeignSymbol(code: number): boolean {
  if (code < 0x2000) return code < 0xc0 || code === 0xd7 || code === 0xf7;
  return code < 0x2c00 || (code >= 0x3000 && code < 0x3040) || (code >= 0xd800 && code < 0xf900);
}

/**
 * How many tokens a text is, without loading a tokenizer (which costs more than a whole round of everything else). The
 * text is cut into the pieces that byte-pair tokenizers cut it into before they merge, looking at each character once;
 * what each piece then costs is the mean for its kind and length (bench/token-estimate.mjs says how far that is off).
 */
export function estimateTokens(text: string): number {
  let hundredths = 0;
  let at = 0;
  let kind = kindAt(text, 0);
  /** What the next piece begins with. */
  let lead: Lead = "none";
  const pass = (kinds: number): number => {
    const from = at;
    while ((kind & kinds) !== 0) kind = kindAt(text, ++at);
    return at - from;
  };
  while (at < text.length) {
    const from = at;
    const before: Lead = lead;
    lead = "none";
    if ((kind & LETTER) !== 0) {
      const capitals = pass(UPPER);
      const small = pass(LOWER);
      hundredths += pass(LOWER | FOREIGN) > 0 ? foreignWordCost(text, from, at) : wordCost(before, capitals, small);
    } else if (kind === DIGIT) {
      hundredths += 100 * Math.ceil(pass(DIGIT) / 3) + (before === "none" ? 0 : 100);
    } else if (kind === SYMBOL) {
      const length = pass(SYMBOL);
      if (length === 1 && before === "none" && (kind & LETTER) !== 0) lead = "symbol";
      else hundredths += symbolCost(text.slice(from, at), pass(LINE_END) > 0) + (before === "symbol" ? 100 : 0);
    } else {
      pass(SPACE | LINE_END);
      const spaces = spacesBefore(text, from, at);
      hundredths += (spaces < at - from ? 100 : 0) + (spaces > 1 || (spaces > 0 && kind === 0) ? 100 : 0);
      if (spaces > 0 && kind !== 0) lead = text.charCodeAt(at - 1) === 0x20 ? "space" : "symbol";
    }
  }
  return Math.round(hundredths / 100);
}

/** The white space behind the last line end: its last character belongs to what follows. */
function spacesBefore(text: string, from: number, end: number): number {
  let start = end;
  while (start > from && kindAt(text, start - 1) === SPACE) start--;
  return end - start;
}

function wordCost(lead: Lead, capitals: number, small: number): number {
  const length = capitals + small;
  const costs = WORD_COSTS[lead][capitals === 0 ? "lower" : small === 0 ? "upper" : "capital"];
  const known = costs[Math.min(length, costs.length) - 1] ?? 100;
  // A run of letters this long is no word: base64, a hash, words run together.
  return length > 20 ? known + (length - 20) * 30 : known;
}

/** Scripts whose characters are words by themselves cost by character, the others like rare words. */
function foreignWordCost(text: string, from: number, end: number): number {
  let cost = 25;
  for (let at = from; at < end; at++) cost += text.charCodeAt(at) >= 0x2e80 ? 72 : 25;
  return Math.max(120, cost);
}

function symbolCost(symbols: string, endsLine: boolean): number {
  if (symbols.length === 1 && symbols < "\x7f") return endsLine ? 105 : 100;
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
