import { useMemo } from "preact/hooks";
import { isPassageQuestion } from "../../../src/model/passage-answer.ts";
import type { Question } from "../../../src/model/question.ts";
import { questionPositions } from "../../../src/model/question-position.ts";
import type { LiveSession } from "../use-session.ts";
import { answeredGaps } from "./given-answers.tsx";

/** `3 of 9` of the gaps in an interview, else of the questions that wait together; nothing where one waits alone. */
export function usePosition({ key, view }: LiveSession): (question: Question) => string | undefined {
  const { positionOf, seen } = useMemo(() => ({ positionOf: questionPositions(), seen: [] as string[] }), [key]);
  // None of those that were counted waits any more: what comes now is counted anew.
  if (!view.questions.some(({ id }) => seen.includes(id))) seen.length = 0;
  for (const { id } of view.questions) if (!seen.includes(id)) seen.push(id);
  // Numbers go by the order of the list, and not by what was looked at first.
  const answered = answeredGaps(view);
  for (const question of view.questions.filter(isPassageQuestion)) positionOf(view.gaps, question, answered);
  return (question) => {
    if (isPassageQuestion(question)) return positionOf(view.gaps, question, answered);
    return seen.length > 1 ? `${seen.indexOf(question.id) + 1} of ${seen.length}` : undefined;
  };
}
