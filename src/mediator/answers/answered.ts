import type { Answer, Question } from "../../model/question.ts";

/** An answer with what it is an answer to. */
export interface Answered {
  readonly question: Question;
  readonly answer: Answer;
  /** The first option chosen; `""` when only fields were asked for. */
  readonly choice: string;
  field(id: string): string;
}
