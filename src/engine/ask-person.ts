import { next } from "../mediator/next.ts";
import { questionsNow } from "../mediator/questions-now.ts";
import { answerProblem } from "../model/answer-problem.ts";
import type { Question } from "../model/question.ts";
import type { EngineParts } from "./engine-parts.ts";
import { takeInbox, watchInbox } from "./inbox.ts";
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
    const inbox = watchInbox(parts);
    const answer = await inbox.during(parts.asker.ask(question, signal, refusal));
    inbox.stop();
    asked.abort();
    if (answer === "later" || answer === "back" || answer === "leave") return answer;
    if (answer === undefined) {
      await takeInbox(parts);
      if (!isStillOpen(parts, question)) return "answered";
      continue;
    }
    refusal = answerProblem(question, answer);
    if (refusal !== undefined) continue;
    await record(parts, [{ type: "question_answered", answer }], { sync: true });
    return "answered";
  }
}

/** What came from elsewhere may answer it, or put something else before it: a rollback, a pause. */
function isStillOpen({ store }: EngineParts, question: Question): boolean {
  const isOpen = questionsNow(store.state).some(({ id }) => id === question.id);
  return isOpen && next(store.state, store.now()).type === "ask";
}
