import { answerableQuestion, changeableQuestions, questionsNow } from "../mediator/make-question.ts";
import { next } from "../mediator/next.ts";
import { inputQuestions } from "../mediator/questions/input-question.ts";
import { assignableGaps, unwrittenGaps } from "../mediator/round/choose-gaps.ts";
import type { State } from "../mediator/state.ts";
import { answerProblem } from "../model/answer-problem.ts";
import type { SessionEvent } from "../model/events.ts";
import { isPassageQuestion } from "../model/passage-answer.ts";
import type { Question } from "../model/question.ts";
import type { AskOutcome } from "../ports/asker.ts";
import { takeInbox, unlessRequested } from "./command-session.ts";
import { type EngineParts, record } from "./engine-parts.ts";
import type { Projections } from "./projections.ts";

/** What the person did with the questions since this process started asking. */
export interface Sitting {
  readonly putOff: Set<string>;
  /** Whether the questions that were put off have been asked a second time. */
  wasRepeated?: boolean;
  /** Questions of the interview that were answered or put off, in the order in which they were asked. */
  readonly passed: Question[];
  /** Answered questions that the person stepped back past: they follow the one that is asked again. */
  over?: readonly Question[];
  again?: string;
  /** Why the person could not go back; shown with the question that is asked instead. */
  notice?: string;
  hasLeft?: true;
}

export async function askNext(
  parts: EngineParts,
  projections: Projections,
  sitting: Sitting,
): Promise<"waiting" | "interrupted" | undefined> {
  const open = questionsNow(parts.store.state).filter(({ id }) => !sitting.putOff.has(id));
  const question = open.find(({ id }) => id === sitting.again) ?? open[0];
  if (!question || sitting.hasLeft) return (await goOnWithout(parts, sitting)) ? undefined : "waiting";
  await projections.writeAll();
  const asked = await askPerson(parts, question, sitting.notice);
  delete sitting.notice;
  if (parts.signal.aborted && asked !== "answered") return "interrupted";
  if (isPassageQuestion(question) && (asked === "answered" || asked === "later")) {
    sitting.passed.push(question, ...(sitting.over ?? []));
    delete sitting.over;
  }
  if (asked === "answered") return undefined;
  if (asked === "back") await goBack(parts, sitting, question);
  else if (parts.store.state.stop.type === "ended" && !parts.attended) await answerUnattended(parts, question);
  else if (asked === "leave") sitting.hasLeft = true;
  else sitting.putOff.add(question.id);
  return undefined;
}

/** Asks the remaining questions anew, so that they wait for the next process. */
export async function askAgainLater(parts: EngineParts): Promise<void> {
  await record(parts, inputQuestions(parts.store.state), { sync: true });
}

/** Nobody is there, and the session is over: its archives go to cold storage (SPEC 13.10). */
async function answerUnattended(parts: EngineParts, { id }: Question): Promise<void> {
  const answer = { question: id, options: ["cold"], fields: {}, via: "policy" } as const;
  await record(parts, [{ type: "question_answered", answer }], { sync: true });
}

const WRITTEN = "what you answered before this is already in the spec: `whetstone diff` shows it";

function hasAnswers({ decisions }: State): boolean {
  return decisions.some(({ passages }) => passages !== undefined);
}

/** The question before is asked once more, also where it was answered (SPEC 16.4). */
async function goBack(parts: EngineParts, sitting: Sitting, from: Question): Promise<void> {
  const { state } = parts.store;
  // Questions that an earlier process asked come before those of this one.
  const before = sitting.passed.pop() ?? changeableQuestions(state).at(-1);
  sitting.again = from.id;
  if (before !== undefined && state.questions.some(({ id }) => id === before.id)) {
    sitting.putOff.delete(before.id);
    sitting.again = before.id;
  } else if (before !== undefined && answerableQuestion(state, before.id) !== undefined) {
    await record(parts, [{ type: "question_asked", question: before }]);
    sitting.again = before.id;
  } else sitting.notice = before === undefined && !hasAnswers(state) ? "this is the first question" : WRITTEN;
  const isAnswered = state.given.some(({ question }) => question.id === from.id);
  if (!isAnswered || sitting.again === from.id) return;
  // Its answer stays valid, so it is not asked again now.
  sitting.putOff.add(from.id);
  sitting.over = [from, ...(sitting.over ?? [])];
}

/**
 * The remaining questions of the interview get no answer now: what was answered is written into the spec, and the next
 * gaps are asked about. Gaps that were put off stay open until the end (SPEC 16.4). Returns false if there is nothing
 * to continue with.
 */
async function goOnWithout(parts: EngineParts, sitting: Sitting): Promise<boolean> {
  const { hasLeft, putOff, wasRepeated } = sitting;
  const { state } = parts.store;
  const { questions, round } = state;
  if (questions.length === 0 || !questions.every(isPassageQuestion)) return false;
  const isAnswered = round?.slots.some((slot) => !slot.dropped) === true || unwrittenGaps(state).length > 0;
  const isMore = assignableGaps(state).length > 0 || (round !== undefined && inputQuestions(state).length > 0);
  if (!isAnswered && (hasLeft || !isMore)) return false;
  // A person who answered some questions is asked about the others once more.
  if (isAnswered && parts.attended && !wasRepeated) {
    putOff.clear();
    sitting.wasRepeated = true;
  }
  const events = questions.map(({ id }): SessionEvent => {
    return { type: "question_answered", answer: { question: id, options: ["end"], fields: {}, via: "policy" } };
  });
  await record(parts, events, { sync: true });
  return true;
}

/** Asks until an answer is valid, or nobody can answer now (SPEC 14), or another process has answered. */
export async function askPerson(
  parts: EngineParts,
  question: Question,
  notice?: string,
): Promise<"answered" | "later" | "back" | "leave"> {
  let refusal = notice;
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

/** Other commands are carried out while the person types. Returns undefined once the question is closed. */
async function unlessTaken(parts: EngineParts, question: Question, asking: Promise<AskOutcome>) {
  for (;;) {
    const answer = await unlessRequested(parts, asking);
    if (answer !== undefined) return answer;
    await takeInbox(parts);
    if (!isStillOpen(parts, question)) return undefined;
  }
}

/** A command of another process may have answered it, or may have to be handled first: a rollback, a pause. */
function isStillOpen({ store }: EngineParts, question: Question): boolean {
  const isOpen = questionsNow(store.state).some(({ id }) => id === question.id);
  return isOpen && next(store.state, store.now()).type === "ask";
}
