import type { Question } from "../../src/model/question.ts";

/** A question for tests, with what the test changes about it. */
export function sampleQuestion(changes: Partial<Question> = {}): Question {
  return {
    id: "Q-R3-001",
    kind: "conflict",
    header: "Conflict",
    text: "Should an upload be retried after a timeout?",
    evidence: [{ title: "The Reviewer", body: "A retry may store the file twice.", where: "round_003/reviewer.md:41" }],
    options: [
      { id: "A", label: "The Reviewer's", description: "No retry.", effect: "The gap is revised.", recommended: true },
      { id: "B", label: "The Engineer's", description: "Retry.", effect: "The issue is waived.", requires: ["why"] },
    ],
    fields: [{ id: "why", label: "Why", required: false }],
    multiple: false,
    about: ["GAP-FLOW-001", "ISSUE-R2-001"],
    personOnly: false,
    ...changes,
  };
}
