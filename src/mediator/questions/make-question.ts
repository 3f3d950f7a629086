import type { Question, QuestionKind, QuestionOption } from "../../model/question.ts";
import { currentRound } from "../queries.ts";
import type { State } from "../state.ts";

type Draft = Pick<Question, "kind" | "header" | "text" | "options"> & Partial<Omit<Question, "id">>;

/** A question with its id; `ahead` numbers several that are asked in one step. */
export function makeQuestion(state: State, draft: Draft, ahead = 0): Question {
  const number = String(state.questionCount + 1 + ahead).padStart(3, "0");
  return {
    id: `Q-R${currentRound(state)}-${number}`,
    evidence: [],
    fields: [],
    multiple: false,
    about: [],
    personOnly: false,
    ...draft,
  };
}

export function option(
  id: string,
  label: string,
  description: string,
  effect: string,
  more: Pick<QuestionOption, "recommended" | "requires" | "offers"> = {},
): QuestionOption {
  return { id, label, description, effect, ...more };
}

/** What is asked about, as a sentence, with the question behind it. */
export function withQuestion(about: string, question: string): string {
  const said = about.trimEnd();
  return `${/[.!?…]["')]?$/.test(said) ? said : `${said}.`} ${question}`;
}

/** Whether this round has put a question of this kind, about this, already. */
export function wasAsked(state: State, kind: QuestionKind, about = ""): boolean {
  const start = about === "" ? kind : `${kind} ${about}`;
  return state.round?.asked.some((one) => one === start || one.startsWith(`${start} `)) ?? false;
}
