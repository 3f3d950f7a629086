import type { Spec } from "../../model/change.ts";
import { rememberFor } from "../../model/remember-for.ts";

/** Words of a spec, markup counted as people count it: whatever stands between white space. */
export const wordCount = rememberFor((spec: Spec): number => spec.reduce((sum, { text }) => sum + countWords(text), 0));

/** Without making each of them: a spec may have a hundred thousand. */
function countWords(text: string): number {
  const word = /\S+/g;
  let count = 0;
  while (word.test(text)) count++;
  return count;
}
