import { inputQuestions, next } from "../mediator/next.ts";
import { answerableQuestion, changeableQuestions, questionsNow } from "../mediator/questions-now.ts";
import { assignableGaps, unwrittenGaps } from "../mediator/round/choose-gaps.ts";
import type { State } from "../mediator/state.ts";
import { answerProblem } from "../model/answer-problem.ts";
import type { SessionEvent } from "../model/events.ts";
import { isPassageQuestion } from "../model/passage-answer.ts";
import type { Question } from "../model/question.ts";
import type { AskOutcome } from "../ports/asker.ts";
import { type EngineParts, record } from "./engine-parts.ts";
import { takeInbox, unlessRequested } from "./inbox.ts";
import type { Projections } from "./projections.ts";

/** What a person did with the questions while this process asks. */
export interface Sitting {
  /** They wait for another time. */
  readonly putOff: Set<string>;
  /** They were asked about once more already. */
  wasRepeated?: boolean;
  /** Questions of the interview that were answered or passed over, in order. */
  readonly passed: Question[];
  /** Answered ones that they went back over: they come behind the one that they went back to. */
  over?: readonly Question[];
  /** The one that the person went back to. */
  again?: string;
  /** Why they could not. */
  told?: string;
  /** They left at the first of these; the others wait with it, those that they passed over last. */
  left?: readonly Question[];
}

/** Asks the next question. Gives why the session stands still, where it does. */
export async function askNext(
  parts: EngineParts,
  projections: Projections,
  sitting: Sitting,
): Promise<"waiting" | "interrupted" | undefined> {
  const open = questionsNow(parts.store.state).filter(({ id }) => !sitting.putOff.has(id));
  const question = open.find(({ id }) => id === sitting.again) ?? open[0];
  if (!question || sitting.left) return (await goOnWithout(parts, sitting)) ? undefined : "waiting";
  await projections.writeAll();
  const asked = await askPerson(parts, question, sitting.told);
  delete sitting.told;
  if (parts.signal.aborted && asked !== "answered") return "interrupted";
  if (isPassageQuestion(question) && (asked === "answered" || asked === "later")) {
    sitting.passed.push(question, ...(sitting.over ?? []));
    delete sitting.over;
  }
  if (asked === "answered") return undefined;
  if (asked === "back") await goBack(parts, sitting, question);
  else if (question.kind === "archives" && !parts.attended) await answerUnattended(parts, question);
  else if (asked === "leave") sitting.left = leftAt(parts, sitting, question);
  else sitting.putOff.add(question.id);
  return undefined;
}

function leftAt({ store }: EngineParts, { putOff }: Sitting, question: Question): readonly Question[] {
  const others = store.state.questions.filter(({ id }) => id !== question.id);
  const passedOver = others.filter(({ id }) => putOff.has(id));
  return [question, ...others.filter((each) => !passedOver.includes(each)), ...passedOver];
}

/** Whoever goes on later finds the question that they left at first, and no round is opened before that. */
export async function askAgainLater(parts: EngineParts, left: readonly Question[]): Promise<void> {
  const asked = inputQuestions(parts.store.state);
  const rank = ({ about }: Question) => left.findIndex((each) => each.about[0] === about[0]);
  const last = (rank: number) => (rank === -1 ? left.length : rank);
  await record(
    parts,
    asked.toSorted((a, b) => last(rank(a.question)) - last(rank(b.question))),
    { sync: true },
  );
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
  // What another sitting answered comes behind what this one did.
  const before = sitting.passed.pop() ?? changeableQuestions(state).at(-1);
  sitting.again = from.id;
  if (before !== undefined && state.questions.some(({ id }) => id === before.id)) {
    sitting.putOff.delete(before.id);
    sitting.again = before.id;
  } else if (before !== undefined && answerableQuestion(state, before.id) !== undefined) {
    await record(parts, [{ type: "question_asked", question: before }]);
    sitting.again = before.id;
  } else sitting.told = before === undefined && !hasAnswers(state) ? "this is the first question" : WRITTEN;
  const isAnswered = state.given.some(({ question }) => question.id === from.id);
  if (!isAnswered || sitting.again === from.id) return;
  // Its answer stands: it is not asked once more.
  sitting.putOff.add(from.id);
  sitting.over = [from, ...(sitting.over ?? [])];
}

/**
 * Nobody answers what the interview still asks: what was answered goes into the spec all the same, and the next gaps are
 * asked about. Those that were passed over stay open, and wait together in the end (SPEC 16.4). `false` where there is
 * nothing to go on with.
 */
async function goOnWithout(parts: EngineParts, sitting: Sitting): Promise<boolean> {
  const { left, putOff, wasRepeated } = sitting;
  const { state } = parts.store;
  const { questions, round } = state;
  if (questions.length === 0 || !questions.every(isPassageQuestion)) return false;
  const isAnswered = round?.slots.some((slot) => !slot.dropped) === true || unwrittenGaps(state).length > 0;
  const isMore = assignableGaps(state).length > 0 || (round !== undefined && inputQuestions(state).length > 0);
  if (!isAnswered && (left !== undefined || !isMore)) return false;
  // Whoever is there, and answers some, is asked about the others once more.
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
