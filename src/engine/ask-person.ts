import { next } from "../mediator/next.ts";
import { questionsNow } from "../mediator/questions-now.ts";
import { answerProblem } from "../model/answer-problem.ts";
import type { Question } from "../model/question.ts";
import type { AskOutcome } from "../ports/asker.ts";
import type { EngineParts } from "./engine-parts.ts";
import { takeInbox, unlessRequested } from "./inbox.ts";
import { record } from "./record.ts";

/**
 * Asks until an answer fits, or nobody can answer now (SPEC 14). Another process may answer meanwhile: then the
 * question is taken back from whoever was asked here.
 */
export async function askPerson(
  parts: EngineParts,
  question: Question,
  told?: string,
): Promise<"answered" | "later" | "back" | "leave"> {
  let refusal = told;
  for (;;) {
    const asked = new AbortController();
    const signal = AbortSignal.any([asked.signal, parts.signal]);
    const answer = await unlessTaken(parts, question, parts.asker.ask(question, signal, refusal));
    asked.abort();
    if (answer === undefined) return "answered";
    if (typeof answer === "string") return answer;
    refusal = answerProblem(question, answer);
    if (refusal !== undefined) continue;
    await record(parts, [{ type: "question_answered", answer }], { sync: true });
    return "answered";
  }
}

/** Whatever else comes in is carried out while the person goes on typing; `undefined` once the question is closed. */
async function unlessTaken(
  parts: EngineParts,
  question: Question,
  asking: Promise<AskOutcome>,
): Promise<AskOutcome | undefined> {
  for (;;) {
    const answer = await unlessRequested(parts, asking);
    if (answer !== undefined) return answer;
    await takeInbox(parts);
    if (!isStillOpen(parts, question)) return undefined;
  }
}

/** What came from elsewhere may answer it, or put something else before it: a rollback, a pause. */
function isStillOpen({ store }: EngineParts, question: Question): boolean {
  const isOpen = questionsNow(store.state).some(({ id }) => id === question.id);
  return isOpen && next(store.state, store.now()).type === "ask";
}
