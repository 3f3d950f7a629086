import { InternalError } from "../../errors/whetstone-error.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { Question } from "../../model/question.ts";
import type { State } from "../state.ts";

type QuestionEvent = Extract<
  SessionEvent,
  { type: "question_asked" | "question_answered" | "answer_applied" | "question_withdrawn" }
>;

export function evolveQuestion(state: State, event: QuestionEvent): State {
  switch (event.type) {
    case "question_asked": {
      const { question } = event;
      const round = state.round && {
        ...state.round,
        asked: [...state.round.asked, subjectOf(question)],
      };
      return {
        ...state,
        round,
        questions: [...state.questions, question],
        questionCount: state.questionCount + 1,
      };
    }
    case "question_answered": {
      const question = state.questions.find((one) => one.id === event.answer.question);
      if (!question) throw new InternalError(`${event.answer.question} is not open`);
      return {
        ...without(state, question.id),
        answers: [...state.answers, { question, answer: event.answer }],
      };
    }
    case "answer_applied":
      return { ...state, answers: state.answers.filter((one) => one.question.id !== event.question) };
    case "question_withdrawn":
      return unasked(without(state, event.question), state);
  }
}

/**
 * A question that nobody answered may be asked again in the round: an ending that was called off leaves it as it was. Of
 * a rate nobody is warned twice (SPEC 8).
 */
function unasked(state: State, before: State): State {
  const gone = before.questions.filter((one) => !state.questions.includes(one) && one.kind !== "disagree-rate");
  const asked = state.round?.asked.filter((one) => !gone.map(subjectOf).includes(one)) ?? [];
  return { ...state, round: state.round && { ...state.round, asked } };
}

function subjectOf({ kind, about }: Question): string {
  return [kind, ...about].join(" ");
}

function without(state: State, question: string): State {
  return { ...state, questions: state.questions.filter((one) => one.id !== question) };
}
