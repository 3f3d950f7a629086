import { type Answer, answerProblem, type Question } from "../../model/question.ts";
import type { Asker } from "../../ports/asker.ts";

/**
 * How an unattended run answers what its answers file leaves open (SPEC 14):
 * `pause` answers nothing; `recommended` takes the recommended option where there is one.
 */
export const POLICIES = ["pause", "recommended"] as const;
export type Policy = (typeof POLICIES)[number];

export function isPolicy(text: string): text is Policy {
  return (POLICIES as readonly string[]).includes(text);
}

/** What the policy decides, or `"later"`: it never decides what is the person's alone. */
export function policyAnswer(policy: Policy, question: Question): Answer | "later" {
  switch (policy) {
    case "pause":
      return "later";
    case "recommended":
      return recommendedAnswer(question);
  }
}

export function createPolicyAsker(policy: Policy): Asker {
  return {
    // A refused answer would be the same again: the question is then the person's.
    ask: async (question, signal, refusal) =>
      signal.aborted || refusal !== undefined ? "later" : policyAnswer(policy, question),
  };
}

function recommendedAnswer(question: Question): Answer | "later" {
  if (question.personOnly) return "later";
  const recommended = question.options.filter((option) => option.recommended === true);
  const options = (question.multiple ? recommended : recommended.slice(0, 1)).map((option) => option.id);
  const taken = options.length > 0 ? options : putOff(question);
  if (taken.length === 0) return "later";
  const answer: Answer = { question: question.id, options: taken, fields: initialFields(question), via: "policy" };
  return answerProblem(question, answer) === undefined ? answer : "later";
}

/** Input for which there is no defensible default: the gap is put off, and listed, and the others go on. */
function putOff({ kind, options }: Question): string[] {
  return kind === "input" && options.some(({ id }) => id === "defer") ? ["defer"] : [];
}

/** What is prefilled stands as it is; exact words are never given by a policy. */
function initialFields(question: Question): Record<string, string> {
  return Object.fromEntries(
    question.fields.flatMap((field) =>
      field.initial === undefined || field.exactText !== undefined ? [] : [[field.id, field.initial]],
    ),
  );
}
