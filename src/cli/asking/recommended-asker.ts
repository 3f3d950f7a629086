import { answerProblem } from "../../model/answer-problem.ts";
import type { Answer, Question } from "../../model/question.ts";
import { KIND_FACTS } from "../../model/question-kinds.ts";
import type { Asker } from "../../ports/asker.ts";

/** How an unattended run treats questions that its answers file leaves open (SPEC 14). */
export const POLICIES = ["pause", "recommended"] as const;
export type Policy = (typeof POLICIES)[number];

/** The recommended answer, or "later" for questions that only the User may decide. */
export function recommendedAnswer(question: Question): Answer | "later" {
  if (question.personOnly) return "later";
  const { byPolicy, otherwise } = KIND_FACTS[question.kind];
  const recommended = question.options.filter((option) => option.recommended === true && byPolicy === undefined);
  const instead = question.options.filter(({ id }) => id === (byPolicy ?? otherwise));
  const found = recommended.length > 0 ? recommended : instead;
  if (found.length === 0) return "later";
  const options = (question.multiple ? found : found.slice(0, 1)).map(({ id }) => id);
  // Prefilled text is kept, but an exact confirmation text is never typed for the User.
  const fields = Object.fromEntries(
    question.fields.flatMap((field) =>
      field.initial === undefined || field.exactText !== undefined ? [] : [[field.id, field.initial]],
    ),
  );
  const answer: Answer = { question: question.id, options, fields, via: "policy", policy: "recommended" };
  return answerProblem(question, answer) === undefined ? answer : "later";
}

export const recommendedAsker: Asker = {
  // A refused answer would be the same again, so the question is left to the User.
  ask: async (question, signal, refusal) =>
    signal.aborted || refusal !== undefined ? "later" : recommendedAnswer(question),
};
