import type { Spec } from "../../model/change.ts";
import { rememberFor } from "../../model/remember-for.ts";

/** The number of words in a spec: whatever is between white space, markup included. */
export const wordCount = rememberFor((spec: Spec): number => spec.reduce((sum, { text }) => sum + wordsIn(text), 0));

export function wordsIn(text: string): number {
  const word = /\S+/g;
  let words = 0;
  while (word.test(text)) words += 1; // counts without building a list as long as the text
  return words;
}
