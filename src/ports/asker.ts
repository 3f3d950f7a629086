import type { Answer, Question } from "../model/question.ts";

/**
 * `later`: this question waits, others may be asked. `back`: the one that was answered before this is to be asked again.
 * `leave`: the person has had enough for now.
 */
export type AskOutcome = Answer | "later" | "back" | "leave";

/**
 * The person, as the engine sees them.
 *
 * Contract: `ask` returns an answer, or `"later"` when nobody can answer this now: the question waits in the journal,
 * the others that are open are asked, and when none is answered the session stops with exit code 3; after `"leave"` it
 * stops at once. It never decides in the person's place. Aborting the signal returns `"later"`.
 * The engine checks each answer with `answerProblem`; when it does not fit, it asks again with the reason as `refusal`.
 */
export interface Asker {
  ask(question: Question, signal: AbortSignal, refusal?: string): Promise<AskOutcome>;
}
