import type { Spec } from "../../model/change.ts";
import { rememberFor } from "../../model/remember-for.ts";

/** Words of a spec, markup counted as people count it: whatever stands between white space. */
export const wordCount = rememberFor((spec: Spec): number => spec.reduce((sum, { text }) => sum + wordsIn(text), 0));

export function wordsIn(text: string): number {
  const word = /\S+/g;
  let words = 0;
  while (word.test(text)) words += 1; // a list of them would be as long as the text
  return words;
}
