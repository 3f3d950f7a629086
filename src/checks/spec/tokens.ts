import { HINT } from "../language/hints.ts";
import { CODE, QUOTED } from "./mask.ts";
import type { TokenKind, Word, WordTable } from "./words.ts";

export type { TokenKind };

/**
 * A word, a number, a masked stretch or a punctuation mark of a masked text. A long spec has millions of them: what is
 * the same for all places of a word is kept once, with the word.
 */
export class Token {
  private readonly word: Word;
  /** Offset in the text of its unit. */
  readonly at: number;

  constructor(word: Word, at: number) {
    this.word = word;
    this.at = at;
  }

  get kind(): TokenKind {
    return this.word.kind;
  }

  get text(): string {
    return this.word.text;
  }

  get lower(): string {
    return this.word.lower;
  }

  /** The stem, the same for words that specs use for one another. */
  get concept(): string {
    return this.word.concept;
  }

  /** What it may matter to, as bits of `HINT`. */
  get hints(): number {
    return this.word.hints;
  }
}

const CODE_POINT = CODE.charCodeAt(0);
const QUOTED_POINT = QUOTED.charCodeAt(0);
const MARKS: ReadonlyMap<number, Word> = new Map(
  [...".,;:!?()%/=<>–—…→[]|&+≤≥§"].map((mark) => [
    mark.charCodeAt(0),
    makeSign("mark", mark, mark === "§" ? HINT.place : mark === "…" ? HINT.list : 0),
  ]),
);
const DOTS: Word = { ...makeSign("mark", "...", HINT.list), lower: "…" };

function makeSign(kind: TokenKind, text: string, hints: number): Word {
  return { kind, text, lower: text, hints, concept: text, uses: 0 };
}

const scratch: Token[] = [];

/** Cuts a masked text into tokens, in one pass. Emphasis, spaces and other signs fall away. */
export function tokenize(text: string, words: WordTable): Token[] {
  const tokens = scratch;
  tokens.length = 0;
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    let end = at + 1;
    if (isLetter(code)) {
      end = wordEnd(text, at);
      tokens.push(place(words.at(text, at, end), at));
    } else if (isDigit(code)) {
      end = numberEnd(text, at);
      tokens.push(place(words.at(text, at, end), at));
    } else if (code === CODE_POINT || code === QUOTED_POINT) {
      while (end < text.length && isSameOrNewline(text, end, code)) end++;
      const masked = text.slice(at, end);
      const kind = code === CODE_POINT ? "code" : "quoted";
      // What stands in code may say that something failed.
      tokens.push(new Token(makeSign(kind, masked, kind === "code" ? HINT.failure : 0), at));
    } else if (code === 46 && text.startsWith("...", at)) {
      end = at + 3;
      tokens.push(new Token(DOTS, at));
    } else {
      const mark = code < 0x3000 ? MARKS.get(code) : undefined;
      if (mark !== undefined) tokens.push(new Token(mark, at));
    }
    at = end;
  }
  return tokens.slice();
}

/** A word that was met so often is one token wherever it stands at the same offset, up to this one. */
const OFTEN = 8;
const NEAR = 400;

/** Tokens are most of what a long spec keeps in memory, and most of them are of few words. */
function place(word: CommonWord, at: number): Token {
  if (at >= NEAR || word.uses++ < OFTEN) return new Token(word, at);
  word.places ??= [];
  const known = word.places[at];
  if (known !== undefined) return known;
  const token = new Token(word, at);
  word.places[at] = token;
  return token;
}

interface CommonWord extends Word {
  places?: Token[];
}

function isSameOrNewline(text: string, at: number, code: number): boolean {
  const here = text.charCodeAt(at);
  return here === code || (here === 10 && text.charCodeAt(at + 1) === code);
}

function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 0xc0 && code < 0x2000 && code !== 0xd7);
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** Apostrophes, hyphens and underscores belong to a word when a letter or digit follows; so does the dot of `e.g.`. */
function wordEnd(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length) {
    const code = text.charCodeAt(end);
    if (isLetter(code) || isDigit(code)) end++;
    else if (isJoiner(code) && isWordPart(text.charCodeAt(end + 1))) end += 2;
    else break;
  }
  return abbreviationEnd(text, start, end);
}

function isJoiner(code: number): boolean {
  return code === 39 || code === 0x2019 || code === 45 || code === 95;
}

function isWordPart(code: number): boolean {
  return isLetter(code) || isDigit(code);
}

function abbreviationEnd(text: string, start: number, end: number): number {
  if (end !== start + 1 || text.charCodeAt(end) !== 46 || !isLetter(text.charCodeAt(end + 1))) return end;
  return text.charCodeAt(end + 2) === 46 ? end + 3 : end;
}

/** `1,536`, `99.9`, `02:00`, `5xx`, `256KiB`, `95th`. */
function numberEnd(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length) {
    const code = text.charCodeAt(end);
    if (isWordPart(code)) end++;
    else if ((code === 44 || code === 46 || code === 58 || code === 45) && isDigit(text.charCodeAt(end + 1))) end += 2;
    else break;
  }
  return end;
}
