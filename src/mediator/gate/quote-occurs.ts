import { fold } from "./fold.ts";

/**
 * Whether the quote of a DISAGREE occurs in the issue (SPEC 8). White space and case are folded, and so are the marks
 * of quoting itself: quotation marks, block quotes, emphasis. An ellipsis stands for what was left out.
 */
export function quoteOccurs(quote: string, issue: string): boolean {
  const words = fold(issue);
  const occurs = (part: string) => fold(part) !== "" && words.includes(fold(part));
  if (occurs(quote)) return true;
  if (inOrder(quote.split(/\.\.\.|…|\[\.\.\.\]/u), words)) return true;
  const quoted = quotedParts(quote);
  return quoted.length > 0 && quoted.every(occurs);
}

function inOrder(parts: readonly string[], words: string): boolean {
  let from = 0;
  for (const part of parts.map(fold).filter((folded) => folded !== "")) {
    const found = words.indexOf(part, from);
    if (found === -1) return false;
    from = found + part.length;
  }
  return parts.length > 1 && from > 0;
}

/** `The Reviewer says "no limit is given"`: what stands between the marks. */
function quotedParts(text: string): string[] {
  return [...text.matchAll(/["“„]([^"“”„]{8,})["”]/gu)].map((match) => match[1] ?? "");
}
