import { lineOf, type Sentence } from "./unit.ts";

/** The words as written, for a message: bounded, on one line. */
export function excerpt(sentence: Sentence, from = 0, to = sentence.tokens.length, limit = 80): string {
  const first = sentence.tokens[from];
  const last = sentence.tokens[to - 1];
  if (first === undefined || last === undefined) return "";
  const text = sentence.unit.text.slice(first.at, last.at + last.text.length).replace(/\s+/g, " ");
  return text.length <= limit ? text : `${text.slice(0, limit - 1).trimEnd()}…`;
}

export function sentenceLine(sentence: Sentence): number {
  return lineOf(sentence.unit, sentence.tokens[0]);
}
