import { joinFiles } from "../documents/layouts/join-files.ts";
import { currentBrief } from "../engine/agent-task.ts";
import { applyEvents } from "../mediator/evolve/evolve.ts";
import { applyAnswer } from "../mediator/question-rules.ts";
import type { State } from "../mediator/state.ts";
import type { DiffLine } from "../model/diff-line.ts";
import { isGapId } from "../model/ids.ts";
import { isPassageQuestion } from "../model/passage-answer.ts";
import type { Answer, Question } from "../model/question.ts";

/** The diff that an answer makes in the spec directly. What agents will make of an answer cannot be previewed. */
export async function previewAnswer(
  state: State,
  question: Question,
  answer: Answer,
): Promise<readonly DiffLine[] | undefined> {
  const { diffLines, previewOf } = await import("../agents/interview/preview.ts");
  const gap = question.about.find(isGapId);
  if (isPassageQuestion(question)) {
    return gap === undefined ? undefined : previewOf(currentBrief(state, gap), gap, question, answer);
  }
  const after = applyEvents(state, applyAnswer(state, question, answer));
  return diffLines(joinFiles(state.spec.text), joinFiles(after.spec.text));
}
