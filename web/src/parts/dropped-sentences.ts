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

/** At sentence ends, and before a list item or a table row. */
const BOUNDARY = /(?<=[.!?]["')\]*_`]*)\s+|\n(?=\s*(?:[-*+|]|\d{1,9}[.)])\s)/;

function missingFrom(text: string, passage: string, marker: string | undefined): string[] {
  const sentences = passage.split(BOUNDARY).filter((sentence) => wordsIn(sentence).length > 0);
  const kept = new Set(wordsIn(text));
  const isMissing = (sentence: string) => {
    const words = wordsIn(sentence);
    // A sentence that keeps half of its words was reworded, not dropped.
    return words.filter((word) => kept.has(word)).length * 2 < words.length;
  };
  // A passage of one sentence is rewritten, and the diff shows it.
  if (sentences.length < 2) return [];
  return sentences.filter((sentence) => !(marker !== undefined && sentence.includes(marker)) && isMissing(sentence));
}
