import { nextWord, wordCursor } from "./scan-words.ts";
import { type TermReader, termReader, termsOfWord, type WordTerm } from "./terms.ts";
import { createWordTable } from "./word-table.ts";

/** Terms in a row, as they are collected. */
export interface TermList {
  readonly terms: Int32Array;
  length: number;
  /** Both the same after stretches of the same words, whatever their case, marks and blanks. */
  low: number;
  high: number;
}

/** Room for the terms of so much text: a term has a character at least, and one that parts it from the next. */
export function termList(characters: number): TermList {
  return { terms: new Int32Array((characters >> 1) + 2), length: 0, low: 0, high: 0 };
}

/** Terms as numbers: a long document and sixty issues are compared by counting, not by hashing words. */
export interface Lexicon {
  readonly read: TermReader;
  /** The terms of a text by number, each once. */
  readonly numbers: (text: string) => readonly number[];
  /** Adds the terms of a stretch of text to a list, each once. */
  readonly collect: (text: string, from: number, to: number, into: TermList) => void;
  readonly termOf: (number: number) => string;
  /** A term as it was first written. */
  readonly writtenOf: (number: number) => string;
  readonly size: () => number;
}

const NONE: readonly number[] = [];

export function createLexicon(): Lexicon {
  const words = createWords();
  const { table, single, several, folded, terms } = words;
  /** Of a term: the last stretch in which it was seen. */
  const seenIn: number[] = [];
  let stretch = 0;
  const cursor = wordCursor();
  const take = (term: number, into: TermList) => {
    if (seenIn[term] === stretch) return;
    seenIn[term] = stretch;
    into.terms[into.length++] = term;
  };
  const numberOf = (from: number, text: string) => {
    const word = words.add(text.slice(from, cursor.to));
    table.set(cursor.low, cursor.high, word);
    while (seenIn.length < terms.length) seenIn.push(0);
    return word;
  };
  const collect = (text: string, from: number, to: number, into: TermList) => {
    stretch += 1;
    cursor.to = from;
    let low = 0x811c9dc5;
    let high = 0x01000193;
    while (nextWord(text, to, cursor)) {
      const known = table.get(cursor.low, cursor.high);
      const word = known === -1 ? numberOf(cursor.from, text) : known;
      const only = single[word] ?? -1;
      if (only >= 0) take(only, into);
      else for (const term of several[word] ?? NONE) take(term, into);
      const spelling = folded[word] ?? 0;
      low = Math.imul(low ^ spelling, 0x01000193);
      high = (Math.imul(high ^ spelling, 0x5bd1e995) + 0x9e3779b9) | 0;
    }
    into.low = low;
    into.high = high;
  };
  let spare = termList(0);
  const numbers = (text: string) => {
    if (spare.terms.length < text.length) spare = termList(2 * text.length);
    spare.length = 0;
    collect(text, 0, text.length, spare);
    return Array.from({ length: spare.length }, (_, at) => spare.terms[at] ?? 0);
  };
  return {
    read: termReader(),
    numbers,
    collect,
    termOf: (number) => terms[number]?.term ?? "",
    writtenOf: (number) => terms[number]?.written ?? "",
    size: () => terms.length,
  };
}

/** The words that were seen, by number: stemmed once each, however often they occur. */
function createWords() {
  /** Of a word: its one term, or -1 where it has none or `several`. */
  const single: number[] = [];
  const several: (readonly number[])[] = [];
  /** Of a word: a number for its small letters. */
  const folded: number[] = [];
  const known = new Map<string, number>();
  const terms: WordTerm[] = [];
  const numberOf = (of: WordTerm) => {
    let number = known.get(of.term);
    if (number === undefined) {
      number = terms.push(of) - 1;
      known.set(of.term, number);
    }
    return number;
  };
  const add = (word: string) => {
    const of = termsOfWord(word);
    const [first] = of;
    const only = of.length === 1 && first ? numberOf(first) : -1;
    folded.push(foldedHash(word));
    several.push(of.length > 1 ? of.map(numberOf) : NONE);
    return single.push(only) - 1;
  };
  return { table: createWordTable(), single, several, folded, terms, add };
}

function foldedHash(word: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < word.length; at++) {
    const code = word.charCodeAt(at);
    hash = Math.imul(hash ^ (code >= 65 && code <= 90 ? code + 32 : code), 0x01000193);
  }
  return hash;
}
