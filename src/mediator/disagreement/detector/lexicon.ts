import { DOT, END, FEED, JOINT, KINDS, LETTER } from "./scan-words.ts";
import { beginsSentence, isBlank } from "./sentences.ts";
import { type TermReader, termReader } from "./terms.ts";
import { createVocabulary, HIGH, NO_TERM, SPELLING, TERM } from "./vocabulary.ts";

/** Takes what a scan finds: each statement with the terms that were added to `terms` meanwhile, each once. */
export interface Sink {
  terms: Int32Array;
  length: number;
  /** Two numbers, both the same for stretches of the same words, whatever their case, marks and blanks. */
  readonly end: (from: number, to: number, line: number, low: number, high: number) => void;
}

/** Room for the terms of so much text: a term has a character at least, and one that parts it from the next. */
export function roomFor(characters: number): Int32Array {
  return new Int32Array((characters >> 1) + 2);
}

/** Terms as numbers: a long document and sixty issues are compared by counting, not by hashing words. */
export interface Lexicon {
  readonly read: TermReader;
  /** The terms of a text by number, each once. */
  readonly numbers: (text: string) => readonly number[];
  /** Reads a stretch of text that begins on a line: as one statement, or as its sentences. */
  readonly scan: (text: string, from: number, to: number, line: number, sentences: boolean, into: Sink) => void;
  readonly termOf: (number: number) => string;
  /** A term as it was first written. */
  readonly writtenOf: (number: number) => string;
  /** Of a term: in how many statements it stood so far. */
  readonly countOf: (number: number) => number;
  /** The same of the first so many, as they are now. */
  readonly countsBelow: (size: number) => Int32Array;
  readonly size: () => number;
}

export function createLexicon(): Lexicon {
  const words = createVocabulary();
  let statement = 0;
  /** One pass over the characters, without making strings of words that were seen before. */
  const scan = (text: string, from: number, end: number, line: number, sentences: boolean, into: Sink) => {
    let { entries, mask, last, counts } = words;
    const { terms } = into;
    const kinds = KINDS;
    let { length } = into;
    // Two hashes of the words of a statement; words have one, with their length and ends.
    let low = 0;
    let high = 0;
    let begin = from;
    let beginLine = line;
    let lines = line;
    statement += 1;
    for (let at = from; at < end; at++) {
      const kind = kinds[text.charCodeAt(at)] as number;
      if (kind === LETTER) {
        const word = at;
        let key = 0;
        for (; at < end; at++) {
          const code = text.charCodeAt(at);
          const of = kinds[code] as number;
          if (of !== LETTER) {
            if ((of !== JOINT && of !== DOT) || at + 1 >= end) break;
            if (kinds[text.charCodeAt(at + 1)] !== LETTER) break;
          }
          key = Math.imul(key ^ code, 0x01000193);
        }
        const ends = ((at - word) << 16) ^ (text.charCodeAt(word) << 8) ^ text.charCodeAt(at - 1);
        let entry = (key << 2) & mask;
        while (entries[entry + TERM] !== 0 && (entries[entry] !== key || entries[entry + HIGH] !== ends))
          entry = (entry + 4) & mask;
        if (entries[entry + TERM] === 0) {
          entry = words.add(key, ends, text.slice(word, at));
          ({ entries, mask, last, counts } = words);
        }
        const term = entries[entry + TERM] as number;
        if (term > 0) {
          if (last[term - 1] !== statement) {
            last[term - 1] = statement;
            counts[term - 1] = (counts[term - 1] as number) + 1;
            terms[length++] = term - 1;
          }
        } else if (term !== NO_TERM) length = words.takeSeveral(term, statement, terms, length);
        const spelling = entries[entry + SPELLING] as number;
        low = Math.imul(low ^ spelling, 0x01000193);
        high = Math.imul(high + spelling, 0x5bd1e995);
        // What ended the word may end the sentence.
        at -= 1;
      } else if (kind === FEED) lines += 1;
      else if (sentences && (kind === DOT || kind === END) && at + 1 < end && isBlank(text.charCodeAt(at + 1))) {
        let next = at + 1;
        let nextLine = lines;
        for (; next < end && isBlank(text.charCodeAt(next)); next++)
          if (kinds[text.charCodeAt(next)] === FEED) nextLine += 1;
        if (next >= end || !beginsSentence(text, next)) continue;
        into.length = length;
        into.end(begin, at + 1, beginLine, low, high);
        low = 0;
        high = 0;
        begin = next;
        beginLine = nextLine;
        lines = nextLine;
        statement += 1;
        at = next - 1;
      }
    }
    into.length = length;
    into.end(begin, end, beginLine, low, high);
  };
  const spare: Sink = { terms: roomFor(0), length: 0, end: () => {} };
  const numbers = (text: string) => {
    if (spare.terms.length < text.length) spare.terms = roomFor(4 * text.length);
    spare.length = 0;
    scan(text, 0, text.length, 1, false, spare);
    const found: number[] = [];
    for (let at = 0; at < spare.length; at++) found.push(spare.terms[at] as number);
    return found;
  };
  return {
    read: termReader(),
    numbers,
    scan,
    termOf: (number) => words.terms[number]?.term ?? "",
    writtenOf: (number) => words.terms[number]?.written ?? "",
    countsBelow: (size) => words.counts.slice(0, size),
    countOf: (number) => words.counts[number] ?? 0,
    size: () => words.terms.length,
  };
}
