import { droppedSentences } from "../../../src/model/dropped-sentences.ts";
import { lineWith } from "../../../src/model/line-with.ts";
import type { Question } from "../../../src/model/question.ts";

/** The passage with the typed words only in place of the marker, where that drops no sentence. */
export function keptPassage(question: Question, typed: string): string | undefined {
  const passage = lineWith(question, typed);
  if (passage === undefined) return undefined;
  return droppedSentences(question, { options: ["edit"], fields: { edit: passage } }).length === 0
    ? passage
    : undefined;
}
