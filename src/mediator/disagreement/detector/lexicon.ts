import { nextWord, wordCursor } from "./scan-words.ts";
import { type TermReader, termReader, termsOfWord } from "./terms.ts";
import { createWordTable } from "./word-table.ts";

/** Terms as numbers: a long document and sixty issues are compared by counting, not by hashing words. */
export interface Lexicon {
  readonly read: TermReader;
  /** The terms of a text by number, each once. */
  readonly numbers: (text: string) => readonly number[];
  /** The same, added to a list. */
  readonly collect: (text: string, into: number[]) => void;
  readonly termOf: (number: number) => string;
  readonly size: () => number;
}

const NONE: readonly number[] = [];

export function createLexicon(): Lexicon {
  const table = createWordTable();
  /** The terms of words that have not exactly one: the table has the others' term itself. */
  const several: (readonly number[])[] = [];
  const known = new Map<string, number>();
  const terms: string[] = [];
  /** Of a term: the last text in which it was seen. */
  const seenIn: number[] = [];
  let texts = 0;
  const numberOf = (term: string) => {
    let number = known.get(term);
    if (number === undefined) {
      number = terms.push(term) - 1;
      known.set(term, number);
      seenIn.push(0);
    }
    return number;
  };
  /** Even: twice the one term. Odd: where the terms are. */
  const valueOf = (of: readonly number[]) => {
    const [only] = of;
    return of.length === 1 && only !== undefined ? only * 2 : several.push(of) * 2 - 1;
  };
  const take = (number: number, into: number[]) => {
    if (seenIn[number] === texts) return;
    seenIn[number] = texts;
    into.push(number);
  };
  const cursor = wordCursor();
  const collect = (text: string, into: number[]) => {
    texts += 1;
    cursor.to = 0;
    while (nextWord(text, cursor)) {
      let value = table.get(cursor.low, cursor.high);
      if (value === -1) {
        value = valueOf(termsOfWord(text.slice(cursor.from, cursor.to)).map(({ term }) => numberOf(term)));
        table.set(cursor.low, cursor.high, value);
      }
      if ((value & 1) === 0) take(value >> 1, into);
      else for (const number of several[value >> 1] ?? NONE) take(number, into);
    }
  };
  const numbers = (text: string) => {
    const found: number[] = [];
    collect(text, found);
    return found;
  };
  return { read: termReader(), numbers, collect, termOf: (number) => terms[number] ?? "", size: () => terms.length };
}
