import type { Decision, PassageAnswer } from "../model/decision.ts";
import { sharePlace } from "../model/gap.ts";
import { type GapId, isGapId } from "../model/ids.ts";
import { changeableAnswers, isPassageQuestion } from "../model/passage-answer.ts";
import type { Question } from "../model/question.ts";
import { KIND_FACTS } from "../model/question-kinds.ts";
import type { State } from "./state.ts";

/** The questions that may be answered now, the next one first. While a rollback is pending, only its own may. */
export function questionsNow(state: State): readonly Question[] {
  const { questions, rollback, stop } = state;
  if (stop.type === "ended") return questions.filter(({ kind }) => kind === "archives");
  if (rollback) return questions.filter(({ kind }) => KIND_FACTS[kind].ofRollback);
  // Answers about passages that are not in the spec yet (SPEC 16.4).
  const unwritten = state.decisions.filter(
    ({ passages, gaps, round }) => passages && gaps.some((gap) => round > (state.proposals.get(gap)?.round ?? 0)),
  );
  return unwritten.length === 0 ? questions : questions.filter((question) => !isOvertaken(state, question, unwritten));
}

/** An open question, or one whose answer is not written into the spec yet and may still be changed (SPEC 16.4). */
export function answerableQuestion(state: State, id: string): Question | undefined {
  const hasId = (question: Question) => question.id === id;
  return state.questions.find(hasId) ?? changeableQuestions(state).find(hasId);
}

export function changeableQuestions(state: State): Question[] {
  const stateOf = (gap: string) => state.gaps.get(gap as GapId)?.state;
  const isOver = state.stop.type === "ended" || state.rollback !== undefined;
  return isOver ? [] : changeableAnswers(state, stateOf).map(({ question }) => question);
}

/** An unwritten answer changes the passage that the question shows: it is asked once that answer is in the spec. */
function isOvertaken({ gaps }: State, question: Question, answers: readonly Decision[]): boolean {
  const askedGaps = gaps.pick(question.about.filter(isGapId));
  const shown = question.evidence.flatMap(({ body }) => linesOf(body));
  // A single line, like "TBD", may occur at several places: then the gaps must share their place.
  const isHere = (answer: Decision) =>
    shown.length > 1 || gaps.pick(answer.gaps).some((gap) => askedGaps.some((asked) => sharePlace(gap, asked)));
  const others = answers.filter((answer) => !askedGaps.some(({ id }) => answer.gaps.includes(id)) && isHere(answer));
  const changed = new Set(others.flatMap(({ passages = [] }) => passages.flatMap(changedLines)));
  return isPassageQuestion(question) && shown.some((line) => changed.has(line));
}

function changedLines({ kind, passage, text }: PassageAnswer): string[] {
  if (kind !== "edit" && kind !== "strike") return [];
  const kept = new Set(linesOf(text));
  return linesOf(passage).filter((line) => !kept.has(line));
}

function linesOf(text: string): string[] {
  return text.split("\n").flatMap((line) => (line.trim() === "" ? [] : [line.trim()]));
}
