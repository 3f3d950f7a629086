import { termsOfWord, type WordTerm } from "./terms.ts";

/** A word without a term: a stop word, or the id of an issue. */
export const NO_TERM = -1;

/** The words that were seen, by the two halves of a hash, each with its terms: stemmed once, however often it occurs. */
export interface Vocabulary {
  /** The entry of a word, made when it is new. */
  readonly entryOf: (low: number, high: number, text: string, from: number, to: number) => number;
  /** The term of an entry; `NO_TERM`, or less for a word of several. */
  readonly termAt: (entry: number) => number;
  /** A number for the small letters of the word. */
  readonly spellingAt: (entry: number) => number;
  /** Adds a term to a list unless the statement had it already; tells the length of the list. */
  readonly take: (term: number, statement: number, into: Int32Array, length: number) => number;
  readonly takeAll: (terms: number, statement: number, into: Int32Array, length: number) => number;
  readonly terms: readonly WordTerm[];
  readonly countOf: (term: number) => number;
}

const FIRST_ROOM = 1 << 13;
/** The halves of the key, the term and the spelling side by side: one word touches one place of the memory. */
const WIDTH = 4;
const [HIGH, TERM, SPELLING] = [1, 2, 3];
/** A free place; a term stands there one higher. */
const FREE = 0;

export function createVocabulary(): Vocabulary {
  let mask = FIRST_ROOM * WIDTH - 1;
  let entries = new Int32Array(FIRST_ROOM * WIDTH);
  let used = 0;
  const terms: WordTerm[] = [];
  const known = new Map<string, number>();
  const several: (readonly number[])[] = [];
  /** Of a term: the last statement that had it, and how many had. */
  let last = new Int32Array(FIRST_ROOM);
  let counts = new Int32Array(FIRST_ROOM);

  const placeOf = (low: number, high: number) => {
    let at = (low * WIDTH) & mask;
    while (entries[at + TERM] !== FREE && (entries[at] !== low || entries[at + HIGH] !== high))
      at = (at + WIDTH) & mask;
    return at;
  };
  const grow = () => {
    const old = entries;
    entries = new Int32Array(2 * old.length);
    mask = entries.length - 1;
    for (let at = 0; at < old.length; at += WIDTH) {
      if (old[at + TERM] === FREE) continue;
      entries.set(old.subarray(at, at + WIDTH), placeOf(old[at] as number, old[at + HIGH] as number));
    }
  };
  const numberOf = (of: WordTerm) => {
    const number = known.get(of.term);
    if (number !== undefined) return number;
    known.set(of.term, terms.length);
    if (terms.length >= last.length) {
      last = doubled(last);
      counts = doubled(counts);
    }
    return terms.push(of) - 1;
  };
  /** A word of several terms is known by where they stand, below `NO_TERM`. */
  const termOf = (word: string) => {
    const of = termsOfWord(word);
    const first = of[0];
    if (first === undefined) return NO_TERM;
    return of.length === 1 ? numberOf(first) : -1 - several.push(of.map(numberOf));
  };
  const add = (low: number, high: number, word: string) => {
    used += 1;
    if (used * 2 * WIDTH > entries.length) grow();
    const at = placeOf(low, high);
    const term = termOf(word);
    entries[at] = low;
    entries[at + HIGH] = high;
    entries[at + TERM] = term >= 0 ? term + 1 : term;
    entries[at + SPELLING] = spellingOf(word);
    return at;
  };
  const take = (term: number, statement: number, into: Int32Array, length: number) => {
    if (last[term] === statement) return length;
    last[term] = statement;
    counts[term] = (counts[term] as number) + 1;
    into[length] = term;
    return length + 1;
  };
  return {
    entryOf: (low, high, text, from, to) => {
      const at = placeOf(low, high);
      return entries[at + TERM] === FREE ? add(low, high, text.slice(from, to)) : at;
    },
    termAt: (entry) => {
      const term = entries[entry + TERM] as number;
      return term > 0 ? term - 1 : term;
    },
    spellingAt: (entry) => entries[entry + SPELLING] as number,
    take,
    takeAll: (term, statement, into, length) => {
      let end = length;
      for (const one of several[-term - 2] ?? []) end = take(one, statement, into, end);
      return end;
    },
    terms,
    countOf: (term) => counts[term] ?? 0,
  };
}

function doubled(list: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
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
