import type { Spec, SpecFile } from "../../model/change.ts";
import { rememberFor } from "../../model/remember-for.ts";
import { changedLines } from "../changes/hunk.ts";

/** The number of words in a spec: whatever is between white space, markup included. */
export const wordCount = rememberFor((spec: Spec): number => spec.reduce((sum, file) => sum + wordsInFile(file), 0));

/** Only the changed lines of a changed file are counted. */
const wordsInFile: (file: SpecFile) => number = rememberFor((file) => {
  const changed = changedLines(file);
  if (changed === undefined) return wordsIn(file.text);
  const { origin, from, to, end } = changed;
  return wordsInFile(origin) - wordsIn(origin.text.slice(from, to)) + wordsIn(file.text.slice(from, end));
});

export function wordsIn(text: string): number {
  const word = /\S+/g;
  let words = 0;
  while (word.test(text)) words += 1; // counts without building a list as long as the text
  return words;
}
