import type { OpenIssue } from "./concern.ts";

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
  before: readonly string[],
  now: readonly string[] | undefined,
): Passage[] {
  const quotes = quotesOf(`${issue.location ?? ""}\n${issue.title}`).slice(0, MOST);
  return quotes.flatMap((quote) => {
    const words = fold(quote);
    const at = lineWith(words, before);
    if (at === undefined) return [];
    const still = now && lineWith(words, now);
    return [{ quote, before: at, ...(still !== undefined && { now: still }) }];
  });
}

/** Words in quotation marks and in code, long enough to be found in one place only. */
export function quotesOf(text: string): string[] {
  return [...text.matchAll(/["“„]([^"“”„\n]{1,300})["”]|`([^`\n]{1,300})`/gu)]
    .map((match) => match[1] ?? match[2] ?? "")
    .filter((quote) => quote.trim().length >= SHORTEST);
}

function lineWith(words: string, folded: readonly string[]): number | undefined {
  const index = words === "" ? -1 : folded.findIndex((line) => line.includes(words));
  return index === -1 ? undefined : index + 1;
}

/** A line as it is compared: letters, digits and single blanks. */
export function fold(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
