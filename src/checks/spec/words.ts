import { HINT, hintsOf } from "../language/hints.ts";
import { conceptOf } from "../language/synonyms.ts";

export type TokenKind = "word" | "number" | "code" | "quoted" | "mark";

/** What is known of a word, a number or a mark wherever it stands. */
export interface Word {
  readonly kind: TokenKind;
  readonly text: string;
  readonly lower: string;
  readonly hints: number;
  /** The same for words that specs use for one another. */
  readonly concept: string;
  /** How often it has been met. */
  uses: number;
}

const SLOTS = 1 << 15;
/** How many places behind its own a word may stand. */
const MAX_TRIES = 12;

/** The words of one spec. */
export interface WordTable {
  /** The word between two offsets of a text. */
  at(text: string, start: number, end: number): Word;
  /** Whether the spec has the word somewhere, as written here. */
  has(word: string): boolean;
}

/**
 * A specification has few different words and many of each. They are told by a hash over their characters, so that no
 * string is made for a word that is known: this is the inner loop of the whole check. One table per spec: what it keeps
 * of a text must not outlive it.
 */
export function createWordTable(): WordTable {
  const table: (Word | undefined)[] = new Array(SLOTS);
  const others = new Map<string, Word>(); // those whose place was taken
  return {
    at: (text, start, end) => {
      const slot = slotOf(text, start, end);
      for (let next = slot; next < slot + MAX_TRIES; next++) {
        const known = table[next];
        if (known !== undefined && isSame(known.text, text, start, end)) return known;
        if (known !== undefined) continue;
        const word = makeWord(text.slice(start, end));
        table[next] = word;
        return word;
      }
      return otherWord(others, text.slice(start, end));
    },
    has: (word) => {
      const slot = slotOf(word, 0, word.length);
      for (let next = slot; next < slot + MAX_TRIES; next++) if (table[next]?.text === word) return true;
      return others.has(word);
    },
  };
}

function slotOf(text: string, start: number, end: number): number {
  let hash = end - start;
  for (let at = start; at < end; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
  return hash & (SLOTS - 1);
}

function otherWord(others: Map<string, Word>, slice: string): Word {
  const word = others.get(slice) ?? makeWord(slice);
  others.set(slice, word);
  return word;
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
    concept: conceptOf(lower),
    uses: 0,
  };
}

function shapeHints(text: string): number {
  if (isDigit(text.charCodeAt(0))) return HINT.number | (/^[45](?:\d\d|xx)$/i.test(text) ? HINT.failure : 0);
  const second = text.charCodeAt(1);
  const isCapital = (second >= 65 && second <= 90) || isDigit(second);
  return (isCapital ? HINT.capitals : 0) | (text.includes("-") ? HINT.coined | HINT.id : 0);
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}
