import { useMemo } from "preact/hooks";
import { isPassageQuestion } from "../../../src/model/passage-answer.ts";
import type { Question } from "../../../src/model/question.ts";
import { questionPositions } from "../../../src/model/question-position.ts";
import type { LiveSession } from "../use-session.ts";
import { answeredGaps } from "./given-answers.tsx";

/** The position of a question, `3 of 9`: among the gaps in an interview, else among the questions that wait together. A single question has none. */
export function usePosition({ key, view }: LiveSession): (question: Question) => string | undefined {
  const { positionOf, seen } = useMemo(() => ({ positionOf: questionPositions(), seen: [] as string[] }), [key]);
  // Once all counted questions are answered, counting starts again.
  if (!view.questions.some(({ id }) => seen.includes(id))) seen.length = 0;
  for (const { id } of view.questions) if (!seen.includes(id)) seen.push(id);
  // All questions are numbered now, so that the numbers follow the list and not the order of visits.
  const answered = answeredGaps(view);
  for (const question of view.questions.filter(isPassageQuestion)) positionOf(view.gaps, question, answered);
  return (question) => {
    if (isPassageQuestion(question)) return positionOf(view.gaps, question, answered);
    return seen.length > 1 ? `${seen.indexOf(question.id) + 1} of ${seen.length}` : undefined;
  };
}
