import { answerProblem } from "../../model/answer-problem.ts";
import type { Answer, Question, QuestionKind } from "../../model/question.ts";
import type { Asker } from "../../ports/asker.ts";

/** How an unattended run treats questions that its answers file leaves open (SPEC 14). */
export const POLICIES = ["pause", "recommended"] as const;
export type Policy = (typeof POLICIES)[number];

/** The recommended answer, or "later" for questions that only the User may decide. */
export function recommendedAnswer(question: Question): Answer | "later" {
  if (question.personOnly) return "later";
  // A policy never decides a conflict: it is left undecided if that is an option, otherwise it waits (SPEC 10.2, 10.4).
  const recommended = question.options.filter(({ recommended: is }) => is === true && question.kind !== "conflict");
  const options = (question.multiple ? recommended : recommended.slice(0, 1)).map((option) => option.id);
  const taken = options.length > 0 ? options : unattendedOption(question);
  if (taken.length === 0) return "later";
  // Prefilled text is kept, but an exact confirmation text is never typed for the User.
  const fields = Object.fromEntries(
    question.fields.flatMap((field) =>
      field.initial === undefined || field.exactText !== undefined ? [] : [[field.id, field.initial]],
    ),
  );
  const answer: Answer = { question: question.id, options: taken, fields, via: "policy", policy: "recommended" };
  return answerProblem(question, answer) === undefined ? answer : "later";
}

export const recommendedAsker: Asker = {
  // A refused answer would be the same again, so the question is left to the User.
  ask: async (question, signal, refusal) =>
    signal.aborted || refusal !== undefined ? "later" : recommendedAnswer(question),
};

/** The option taken if none is recommended; questions that require text are left to the User (docs/decisions/0007). */
const UNATTENDED: Partial<Record<QuestionKind, string>> = {
  input: "defer",
  finish: "accept",
  conflict: "limitation",
  "nothing-to-do": "accept",
  "warning-gate": "accept",
};

function unattendedOption({ kind, options }: Question): string[] {
  const way = UNATTENDED[kind];
  return way !== undefined && options.some(({ id }) => id === way) ? [way] : [];
}
