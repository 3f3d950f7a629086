import type { Answer, Question } from "../model/question.ts";

/**
 * The person, as the engine sees them.
 *
 * Contract: `ask` returns an answer, or `"later"` when nobody can answer now (the question waits in the journal and
 * the session stops with exit code 3). It never decides in the person's place. Aborting the signal returns `"later"`.
 * The engine checks each answer with `answerProblem`; when it does not fit, it asks again with the reason as `refusal`.
 */
export interface Asker {
  ask(question: Question, signal: AbortSignal, refusal?: string): Promise<Answer | "later">;
}
