import { scanWords } from "./scan-words.ts";
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

export function createLexicon(): Lexicon {
  const table = createWordTable();
  /** The terms of the words in the table. */
  const ofWord: (readonly number[])[] = [];
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
  const collect = (text: string, into: number[]) => {
    texts += 1;
    scanWords(text, (from, to, low, high) => {
      let word = table.get(low, high);
      if (word === -1) {
        word = ofWord.push(termsOfWord(text.slice(from, to)).map(({ term }) => numberOf(term))) - 1;
        table.set(low, high, word);
      }
      for (const number of ofWord[word] ?? []) {
        if (seenIn[number] === texts) continue;
        seenIn[number] = texts;
        into.push(number);
      }
    });
  };
  const numbers = (text: string) => {
    const found: number[] = [];
    collect(text, found);
    return found;
  };
  return { read: termReader(), numbers, collect, termOf: (number) => terms[number] ?? "", size: () => terms.length };
}
