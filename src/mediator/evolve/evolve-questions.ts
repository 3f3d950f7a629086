import { InternalError } from "../../errors/whetstone-error.ts";
import { isPassageQuestion } from "../../model/passage-answer.ts";
import type { Question } from "../../model/question.ts";
import type { State } from "../state.ts";
import { append, type Folds, withRound } from "./folds.ts";

export const questionFolds = {
  question_asked: (state, { question }) => {
    const { kind, about } = question;
    const asked = [...(state.round?.asked ?? []), { kind, about }];
    const questions = [...state.questions, question];
    return { ...withRound(state, { asked }), questions, questionCount: state.questionCount + 1 };
  },
  question_answered: (state, { answer }) => {
    const question = state.questions.find(({ id }) => id === answer.question);
    if (!question) throw new InternalError(`${answer.question} is not open`);
    const next = append(withoutQuestion(state, question.id), "answers", { question, answer });
    if (!isPassageQuestion(question) || answer.via === "policy") return next;
    return {
      ...next,
      given: [...state.given.filter((other) => other.question.id !== question.id), { question, answer }],
    };
  },
  answer_applied: (state, event) => ({
    ...state,
    answers: state.answers.filter(({ question }) => question.id !== event.question),
  }),
  question_withdrawn: (state, { question: id }) => {
    // It was not answered, so the round may ask it again; only a disagreement rate is asked about once (SPEC 8).
    const withdrawn = state.questions.find((question) => question.id === id && question.kind !== "disagree-rate");
    const isWithdrawn = ({ kind, about }: Pick<Question, "kind" | "about">) =>
      kind === withdrawn?.kind && about.join() === withdrawn.about.join();
    const asked = state.round?.asked.filter((question) => !isWithdrawn(question)) ?? [];
    return withRound(withoutQuestion(state, id), { asked });
  },
} satisfies Partial<Folds>;

function withoutQuestion(state: State, question: string): State {
  return { ...state, questions: state.questions.filter(({ id }) => id !== question) };
}
