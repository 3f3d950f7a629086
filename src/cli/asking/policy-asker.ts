import { answerProblem } from "../../model/answer-problem.ts";
import type { Answer, Question, QuestionKind } from "../../model/question.ts";
import type { Asker } from "../../ports/asker.ts";

/** How an unattended run answers what its answers file leaves open (SPEC 14): not at all, or as recommended. */
export const POLICIES = ["pause", "recommended"] as const;
export type Policy = (typeof POLICIES)[number];

/** What `recommended` decides, or `"later"`: it never decides what is the person's alone. */
export function recommendedAnswer(question: Question): Answer | "later" {
  if (question.personOnly) return "later";
  // A conflict is never decided by a policy: what may be left undecided is, the rest waits (SPEC 10.2, 10.4).
  const recommended = question.options.filter(({ recommended: is }) => is === true && question.kind !== "conflict");
  const options = (question.multiple ? recommended : recommended.slice(0, 1)).map((option) => option.id);
  const taken = options.length > 0 ? options : withoutDefault(question);
  if (taken.length === 0) return "later";
  const fields = initialFields(question);
  const answer: Answer = { question: question.id, options: taken, fields, via: "policy", policy: "recommended" };
  return answerProblem(question, answer) === undefined ? answer : "later";
}

export const recommendedAsker: Asker = {
  // A refused answer would be the same again: the question is then the person's.
  ask: async (question, signal, refusal) =>
    signal.aborted || refusal !== undefined ? "later" : recommendedAnswer(question),
};

/** The way on where nothing is recommended; a gate that demands words stays the person's (docs/decisions/0007). */
const UNATTENDED: Partial<Record<QuestionKind, string>> = {
  input: "defer",
  finish: "accept",
  conflict: "limitation",
  "nothing-to-do": "accept",
  "warning-gate": "accept",
};

function withoutDefault({ kind, options }: Question): string[] {
  const way = UNATTENDED[kind];
  return way !== undefined && options.some(({ id }) => id === way) ? [way] : [];
}

/** What is prefilled stands as it is; exact words are never given by a policy. */
function initialFields(question: Question): Record<string, string> {
  return Object.fromEntries(
    question.fields.flatMap((field) =>
      field.initial === undefined || field.exactText !== undefined ? [] : [[field.id, field.initial]],
    ),
  );
}
