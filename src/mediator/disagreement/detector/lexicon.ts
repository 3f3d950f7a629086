import { type TermReader, termReader } from "./terms.ts";

/** Terms as numbers: a long document and sixty issues are compared by counting, not by hashing words. */
export interface Lexicon {
  readonly read: TermReader;
  /** The terms of a text by number, each once. */
  readonly numbers: (text: string) => readonly number[];
  readonly numberOf: (term: string) => number;
  readonly termOf: (number: number) => string;
  readonly size: () => number;
}

export function createLexicon(): Lexicon {
  const read = termReader();
  const known = new Map<string, number>();
  const terms: string[] = [];
  const numberOf = (term: string) => {
    let number = known.get(term);
    if (number === undefined) {
      number = terms.length;
      known.set(term, number);
      terms.push(term);
    }
    return number;
  };
  return {
    read,
    numberOf,
    numbers: (text) => read(text).map(numberOf),
    termOf: (number) => terms[number] ?? "",
    size: () => terms.length,
  };
}
