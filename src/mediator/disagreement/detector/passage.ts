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
export function criticisedPassages(issue: OpenIssue, before: FoldedText, now: FoldedText): Passage[] {
  const quotes = quotesOf(`${issue.location ?? ""}\n${issue.title}`).slice(0, MOST);
  return quotes.flatMap((quote) => {
    const words = fold(quote);
    const at = before.lineWith(words);
    if (at === undefined) return [];
    const still = now.lineWith(words);
    return [{ quote, before: at, ...(still !== undefined && { now: still }) }];
  });
}

/** Words in quotation marks and in code, long enough to be found in one place only. */
export function quotesOf(text: string): string[] {
  return [...text.matchAll(/["“„]([^"“”„\n]{1,300})["”]|`([^`\n]{1,300})`/gu)]
    .map((match) => match[1] ?? match[2] ?? "")
    .filter((quote) => quote.trim().length >= SHORTEST);
}

/** A document in which words are looked for as they are compared. */
export interface FoldedText {
  readonly lineWith: (words: string) => number | undefined;
}

/** Folded when first asked, and as one text: looking for a quotation in it takes no time. */
export function foldedText(text: string): FoldedText {
  let folded: string | undefined;
  return {
    lineWith: (words) => {
      folded ??= text.split("\n").map(fold).join("\n");
      const at = words === "" ? -1 : folded.indexOf(words);
      return at === -1 ? undefined : folded.slice(0, at).split("\n").length;
    },
  };
}

/** Text as it is compared: small letters, digits and single blanks; what is beyond ASCII counts as letters. */
export function fold(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9\u0080-\uffff]+/g, " ")
    .trim();
}
