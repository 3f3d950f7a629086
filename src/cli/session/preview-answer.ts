import { currentBrief } from "../../engine/task-brief.ts";
import type { State } from "../../mediator/state.ts";
import type { DiffLine } from "../../model/diff-line.ts";
import { isGapId } from "../../model/ids.ts";
import type { Answer, Question } from "../../model/question.ts";

/** What an answer would change; the interview alone knows beforehand what it will write. */
export async function previewAnswer(
  state: State,
  question: Question,
  answer: Answer,
): Promise<readonly DiffLine[] | undefined> {
  const gap = question.about.find(isGapId);
  if (state.session.engineer !== "interview" || gap === undefined) return undefined;
  const { previewOf } = await import("../../agents/interview/preview.ts");
  return previewOf(currentBrief(state, gap), gap, question, answer);
}
