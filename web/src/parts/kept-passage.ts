import { droppedSentences } from "../../../src/model/dropped-sentences.ts";
import { lineWith } from "../../../src/model/line-with.ts";
import type { Question } from "../../../src/model/question.ts";

/** The passage with the typed words only in place of the marker, where that drops no sentence. */
export function keptPassage(question: Question, typed: string): string | undefined {
  const line = lineWith(question, typed);
  if ("because" in line) return undefined;
  return droppedSentences(question, { options: ["edit"], fields: { edit: line.text } }).length === 0
    ? line.text
    : undefined;
}
