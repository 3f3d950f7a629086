import type { OpenIssue } from "./concern.ts";
import { type DocumentIndex, statementsHolding, textOf } from "./document-index.ts";
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

/** Words that are a statement of the document, not the name of something in it. */
const A_STATEMENT = 5;

/** Whether a statement that an issue quotes from the earlier document is in the new one, word for word. */
export function stands(issue: OpenIssue, before: DocumentIndex, now: DocumentIndex, lexicon: Lexicon): boolean {
  const quotes = quotesOf(`${issue.location ?? ""}\n${issue.text}`).filter(
    (quote) => quote.trim().split(/\s+/).length >= A_STATEMENT,
  );
  const has = (document: DocumentIndex, quote: string) =>
    statementsSaying(quote, document, lexicon).some((number) => document.statements[number]?.kind !== "heading");
  return quotes.slice(0, MOST).some((quote) => has(now, quote) && has(before, quote));
}

/** Words in quotation marks and in code, long enough to be found in one place only. */
export function quotesOf(text: string): string[] {
  return [...text.matchAll(/["“„]([^"“”„\n]{1,300})["”]|`([^`\n]{1,300})`/gu)]
    .map((match) => match[1] ?? match[2] ?? "")
    .filter((quote) => quote.trim().length >= SHORTEST);
}

/** Words at either end of a quotation may be cut. */
const CUT = 2;

/** The statements that say some words, as they are compared. */
export function statementsSaying(quote: string, document: DocumentIndex, lexicon: Lexicon): number[] {
  const words = fold(quote);
  return statementsHolding(document, lexicon.numbers(quote), CUT, (statement) =>
    fold(textOf(document, statement)).includes(words),
  );
}

function lineSaying(quote: string, document: DocumentIndex, lexicon: Lexicon): number | undefined {
  const [first] = statementsSaying(quote, document, lexicon);
  return first === undefined ? undefined : document.statements[first]?.line;
}

/** Text as it is compared: small letters, digits and single blanks; what is beyond ASCII counts as letters. */
export function fold(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9\u0080-\uffff]+/g, " ")
    .trim();
}
