import { termsOfWord, type WordTerm } from "./terms.ts";

/** A word without a term: a stop word, or the id of an issue. */
export const NO_TERM = -1;

/**
 * The words that were seen, each with its terms: stemmed once, however often it occurs. Open to the scanner, which looks
 * up a hundred thousand words and cannot afford a call for each.
 */
export interface Vocabulary {
  /** Four places a word: the halves of its key, its term and a number for its small letters, side by side. */
  entries: Int32Array;
  mask: number;
  /** Of a term: the last statement that had it, and how many had. */
  last: Int32Array;
  counts: Int32Array;
  readonly terms: readonly WordTerm[];
  /** Adds the terms of a word that has several, by what its entry has for a term; tells the length of the list then. */
  readonly takeSeveral: (term: number, statement: number, into: Int32Array, length: number) => number;
  /** Makes the entry of a new word and tells its place. */
  readonly add: (low: number, high: number, word: string) => number;
}

/** The places of an entry behind the first half of its key. A term is one higher there; 0 is a free place. */
export const HIGH = 1;
export const TERM = 2;
export const SPELLING = 3;
const WIDTH = 4;
const FIRST_ROOM = 1 << 13;

export function createVocabulary(): Vocabulary {
  const terms: WordTerm[] = [];
  const known = new Map<string, number>();
  const lists: (readonly number[])[] = [];
  let used = 0;
  const numberOf = (of: WordTerm) => {
    const number = known.get(of.term);
    if (number !== undefined) return number;
    known.set(of.term, terms.length);
    if (terms.length >= words.last.length) {
      words.last = doubled(words.last);
      words.counts = doubled(words.counts);
    }
    return terms.push(of) - 1;
  };
  /** A word of several terms is known by where they stand, below `NO_TERM`. */
  const termOf = (word: string) => {
    const of = termsOfWord(word);
    const first = of[0];
    if (first === undefined) return NO_TERM;
    return of.length === 1 ? numberOf(first) : NO_TERM - lists.push(of.map(numberOf));
  };
  const words: Vocabulary = {
    entries: new Int32Array(FIRST_ROOM * WIDTH),
    mask: FIRST_ROOM * WIDTH - 1,
    last: new Int32Array(FIRST_ROOM),
    counts: new Int32Array(FIRST_ROOM),
    terms,
    takeSeveral: (term, statement, into, length) => {
      let end = length;
      for (const one of lists[NO_TERM - term - 1] ?? []) {
        if (words.last[one] === statement) continue;
        words.last[one] = statement;
        words.counts[one] = (words.counts[one] ?? 0) + 1;
        into[end++] = one;
      }
      return end;
    },
    add: (low, high, word) => {
      used += 1;
      if (used * 2 * WIDTH > words.entries.length) grow(words);
      const { entries } = words;
      const at = placeOf(low, high, words);
      const term = termOf(word);
      entries[at] = low;
      entries[at + HIGH] = high;
      entries[at + TERM] = term >= 0 ? term + 1 : term;
      entries[at + SPELLING] = spellingOf(word);
      return at;
    },
  };
  return words;
}

/** Where the entry of a key is, or the free place where it would be. */
function placeOf(low: number, high: number, { entries, mask }: Vocabulary): number {
  let at = (low * WIDTH) & mask;
  while (entries[at + TERM] !== 0 && (entries[at] !== low || entries[at + HIGH] !== high)) at = (at + WIDTH) & mask;
  return at;
}

function grow(words: Vocabulary): void {
  const old = words.entries;
  words.entries = new Int32Array(2 * old.length);
  words.mask = words.entries.length - 1;
  for (let at = 0; at < old.length; at += WIDTH) {
    if (old[at + TERM] === 0) continue;
    const to = placeOf(old[at] as number, old[at + HIGH] as number, words);
    words.entries.set(old.subarray(at, at + WIDTH), to);
  }
}

function doubled(list: Int32Array): Int32Array {
  const out = new Int32Array(2 * list.length);
  out.set(list);
  return out;
}

function spellingOf(word: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < word.length; at++) {
    const code = word.charCodeAt(at);
    hash = Math.imul(hash ^ (code >= 65 && code <= 90 ? code + 32 : code), 0x01000193);
  }
  return hash;
}
