import type { Question } from "../model/question.ts";
import type { State } from "./state.ts";

/** Kinds of questions that stand between a rollback that was asked for and its being carried out. */
const OF_ROLLBACK = new Set(["rollback", "root-cause"]);

/** The questions that may be answered now, the next one first: a rollback that waits for its own goes before all others. */
export function questionsNow({ questions, rollback, stop }: State): readonly Question[] {
  if (stop.type === "ended") return questions.filter(({ kind }) => kind === "archives");
  return rollback ? questions.filter(({ kind }) => OF_ROLLBACK.has(kind)) : questions;
}
