import { diffArrays } from "diff";
import { lineWith } from "../../../src/model/line-with.ts";
import { bodyFor, fieldOf, wordsIn } from "../../../src/model/passage-answer.ts";
import type { Answer, Question } from "../../../src/model/question.ts";
import { isEdit } from "./question-parts.ts";

/** The author's sentences that an edited passage no longer has, apart from the one with the marker in question. */
export function droppedSentences(
  question: Question,
  { options, fields }: Pick<Answer, "options" | "fields">,
): string[] {
  if (!options.some(isEdit)) return [];
  return Object.entries(fields)
    .filter(([id, text]) => isEdit(id) && text.trim() !== "")
    .flatMap(([id, text]) => missingFrom(text, bodyFor(question, id), fieldOf(question, id)?.marker));
}

/** The passage with the typed words only in place of the marker, where that drops no sentence. */
export function keptPassage(question: Question, typed: string): string | undefined {
  const passage = lineWith(question, typed);
  if (passage === undefined) return undefined;
  return droppedSentences(question, { options: ["edit"], fields: { edit: passage } }).length === 0
    ? passage
    : undefined;
}

/** At sentence ends, but not within "e.g. these", and before a list item or a table row. */
const BOUNDARY = /(?<=[.!?]["')\]*_`]*)\s+(?=[^\s\p{Ll}])|\n(?=\s*(?:[-*+|]|\d{1,9}[.)])\s)/u;

function missingFrom(text: string, passage: string, marker: string | undefined): string[] {
  const sentences = passage.split(BOUNDARY).filter((sentence) => wordsIn(sentence).length > 0);
  // A passage of one sentence is rewritten, and the diff shows it.
  if (sentences.length < 2) return [];
  const missing = new Set(sentences);
  let words = wordsIn(text);
  for (;;) {
    const found = [...missing].map((sentence) => ({ sentence, ...keptOf(sentence, words) }));
    const best = found.toSorted((a, b) => b.share - a.share)[0];
    // A sentence that keeps half of its words was reworded, not dropped.
    if (best === undefined || best.share < 0.5) break;
    missing.delete(best.sentence);
    // A word stands for one sentence only.
    words = best.others;
  }
  return [...missing].filter((sentence) => marker === undefined || !sentence.includes(marker));
}

/** How much of a sentence is left in these words, in its order, and the other words. */
function keptOf(sentence: string, words: string[]): { readonly share: number; readonly others: string[] } {
  const parts = diffArrays(wordsIn(sentence), words);
  const lost = parts.filter(({ removed }) => removed).flatMap(({ value }) => value);
  const others = parts.filter(({ added }) => added).flatMap(({ value }) => value);
  return { share: 1 - lost.length / wordsIn(sentence).length, others };
}
