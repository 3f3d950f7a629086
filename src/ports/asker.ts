import type { Answer, Question } from "../model/question.ts";

/** `later`: skip this question for now; `back`: ask the one answered before it again; `leave`: stop asking. */
export type AskOutcome = Answer | "later" | "back" | "leave";

/**
 * The way to the User.
 *
 * Contract: `ask` returns an answer, or `"later"` if nobody can answer now: the question stays in the journal, other
 * questions are asked, and if none is answered the session stops with exit code 3. After `"leave"` it stops at
 * once. An asker never decides for the User. If the signal aborts, it returns `"later"`. The engine checks each answer
 * with `answerProblem` and, if it does not fit, asks again with the reason as `refusal`.
 */
export interface Asker {
  ask(question: Question, signal: AbortSignal, refusal?: string): Promise<AskOutcome>;
}
