import { InternalError } from "../../errors/whetstone-error.ts";
import type { SessionEvent } from "../../model/events.ts";
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
        asked: [...state.round.asked, [question.kind, ...question.about].join(" ")],
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
      return without(state, event.question);
  }
}

function without(state: State, question: string): State {
  return { ...state, questions: state.questions.filter((one) => one.id !== question) };
}
