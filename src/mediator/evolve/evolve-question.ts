import { InternalError } from "../../errors/whetstone-error.ts";
import type { Question } from "../../model/question.ts";
import type { State } from "../state.ts";
import type { Folds } from "./folds.ts";

export const questionFolds = {
  question_asked: (state, { question }) => ({
    ...state,
    round: state.round && { ...state.round, asked: [...state.round.asked, subjectOf(question)] },
    questions: [...state.questions, question],
    questionCount: state.questionCount + 1,
  }),
  question_answered: (state, { answer }) => {
    const question = state.questions.find(({ id }) => id === answer.question);
    if (!question) throw new InternalError(`${answer.question} is not open`);
    return { ...without(state, question.id), answers: [...state.answers, { question, answer }] };
  },
  answer_applied: (state, event) => ({
    ...state,
    answers: state.answers.filter(({ question }) => question.id !== event.question),
  }),
  question_withdrawn: (state, { question }) => unasked(without(state, question), state),
} satisfies Partial<Folds>;

/**
 * A question that nobody answered may be asked again in the round: an ending that was called off leaves it as it was. Of
 * a rate nobody is warned twice (SPEC 8).
 */
function unasked(state: State, before: State): State {
  const gone = before.questions.filter(
    (question) => !state.questions.includes(question) && question.kind !== "disagree-rate",
  );
  const asked = state.round?.asked.filter((subject) => !gone.map(subjectOf).includes(subject)) ?? [];
  return { ...state, round: state.round && { ...state.round, asked } };
}

function subjectOf({ kind, about }: Question): string {
  return [kind, ...about].join(" ");
}

function without(state: State, question: string): State {
  return { ...state, questions: state.questions.filter(({ id }) => id !== question) };
}
