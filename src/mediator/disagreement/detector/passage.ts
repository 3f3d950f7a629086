import type { OpenIssue } from "./concern.ts";
import type { DocumentIndex } from "./document-index.ts";
import type { Lexicon } from "./lexicon.ts";

/** What became of the words that an issue criticises. */
export interface Passage {
  readonly quote: string;
  /** Where they stand in the earlier document. */
  readonly before: number;
  /** Where they stand in the new one, word for word; absent when they are gone. */
  readonly now?: number;
}

const SHORTEST = 12;
const MOST = 12;

/** Finds the criticised words: what the issue quotes, its location first, as far as the earlier document has it. */
export function criticisedPassages(
  issue: OpenIssue,
  before: DocumentIndex,
  now: DocumentIndex,
  lexicon: Lexicon,
): Passage[] {
  const quotes = quotesOf(`${issue.location ?? ""}\n${issue.title}`).slice(0, MOST);
  return quotes.flatMap((quote) => {
    const at = lineSaying(quote, before, lexicon);
    if (at === undefined) return [];
    const still = lineSaying(quote, now, lexicon);
    return [{ quote, before: at, ...(still !== undefined && { now: still }) }];
  });
}

/** Words in quotation marks and in code, long enough to be found in one place only. */
export function quotesOf(text: string): string[] {
  return [...text.matchAll(/["“„]([^"“”„\n]{1,300})["”]|`([^`\n]{1,300})`/gu)]
    .map((match) => match[1] ?? match[2] ?? "")
    .filter((quote) => quote.trim().length >= SHORTEST);
}

/** The line on which a document says some words, as they are compared: looked for where its rarest word stands. */
export function lineSaying(quote: string, document: DocumentIndex, lexicon: Lexicon): number | undefined {
  const [first, ...rest] = lexicon.numbers(quote).map((term) => document.holding(term));
  if (first === undefined) return undefined;
  const fewest = rest.reduce((best, holding) => (holding.length < best.length ? holding : best), first);
  const words = fold(quote);
  for (const number of fewest) {
    const statement = document.statements[number];
    if (statement && fold(statement.text).includes(words)) return statement.line;
  }
  return undefined;
}

/** Text as it is compared: small letters, digits and single blanks; what is beyond ASCII counts as letters. */
export function fold(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9\u0080-\uffff]+/g, " ")
    .trim();
}
