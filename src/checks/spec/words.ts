import { HINT, hintsOf } from "../language/hints.ts";

export type TokenKind = "word" | "number" | "code" | "quoted" | "mark";

/** What is known of a word, a number or a mark wherever it stands. */
export interface Word {
  readonly kind: TokenKind;
  readonly text: string;
  readonly lower: string;
  readonly hints: number;
}

const SLOTS = 1 << 15;
/** After so many words in the same place a word is made anew each time. */
const MAX_TRIES = 12;

/** Gives the word between two offsets of a text. */
export type WordTable = (text: string, start: number, end: number) => Word;

/**
 * A specification has few different words and many of each. They are told by a hash over their characters, so that no
 * string is made for a word that is known: this is the inner loop of the whole check. One table per spec: what it keeps
 * of a text must not outlive it.
 */
export function createWordTable(): WordTable {
  const table: (Word | undefined)[] = new Array(SLOTS);
  return (text, start, end) => {
    let hash = end - start;
    for (let at = start; at < end; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
    const first = hash & (SLOTS - 1);
    for (let slot = first; slot < first + MAX_TRIES && slot < SLOTS; slot++) {
      const known = table[slot];
      if (known === undefined) {
        const word = makeWord(text.slice(start, end));
        table[slot] = word;
        return word;
      }
      if (isSame(known.text, text, start, end)) return known;
    }
    return makeWord(text.slice(start, end));
  };
}

function isSame(word: string, text: string, start: number, end: number): boolean {
  if (word.length !== end - start) return false;
  for (let at = 0; at < word.length; at++) if (word.charCodeAt(at) !== text.charCodeAt(start + at)) return false;
  return true;
}

function makeWord(slice: string): Word {
  const lower = slice.toLowerCase();
  const hints = shapeHints(slice) | hintsOf(lower);
  return {
    kind: isDigit(slice.charCodeAt(0)) ? "number" : "word",
    text: slice === lower ? lower : slice,
    lower,
    hints,
  };
}

function shapeHints(text: string): number {
  if (isDigit(text.charCodeAt(0))) return HINT.number;
  const second = text.charCodeAt(1);
  const isCapital = (second >= 65 && second <= 90) || isDigit(second);
  return (isCapital ? HINT.capitals : 0) | (text.includes("-") ? HINT.coined | HINT.id : 0);
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}
