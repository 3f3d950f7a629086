import type { Decision, PassageAnswer } from "../model/decision.ts";
import { sharePlace } from "../model/gap.ts";
import { type GapId, isGapId } from "../model/ids.ts";
import { changeableAnswers, isPassageQuestion } from "../model/passage-answer.ts";
import type { Question } from "../model/question.ts";
import type { State } from "./state.ts";

/** Kinds of questions that stand between a rollback that was asked for and its being carried out. */
export const OF_ROLLBACK: ReadonlySet<string> = new Set(["rollback", "root-cause"]);

/** The questions that may be answered now, the next one first: a rollback that waits for its own goes before all others. */
export function questionsNow(state: State): readonly Question[] {
  const { questions, rollback, stop } = state;
  if (stop.type === "ended") return questions.filter(({ kind }) => kind === "archives");
  if (rollback) return questions.filter(({ kind }) => OF_ROLLBACK.has(kind));
  const unwritten = unwrittenAnswers(state);
  return unwritten.length === 0 ? questions : questions.filter((question) => !isOvertaken(state, question, unwritten));
}

/** A question that waits, or that was answered and may be answered anew, since that is not written yet (SPEC 16.4). */
export function answerableQuestion(state: State, id: string): Question | undefined {
  const isOpen = (question: Question) => question.id === id;
  return state.questions.find(isOpen) ?? changeableQuestions(state).find(isOpen);
}

/** Those that were answered and may be answered anew, the last one last. */
export function changeableQuestions(state: State): Question[] {
  const stateOf = (gap: string) => state.gaps.get(gap as GapId)?.state;
  const isOver = state.stop.type === "ended" || state.rollback !== undefined;
  return isOver ? [] : changeableAnswers(state, stateOf).map(({ question }) => question);
}

/** Answers about passages that are not in the spec yet (SPEC 16.4). */
function unwrittenAnswers({ decisions, proposals }: State): readonly Decision[] {
  return decisions.filter(
    ({ passages, gaps, round }) => passages && gaps.some((gap) => round > (proposals.get(gap)?.round ?? 0)),
  );
}

/** The passage will read otherwise: what is open in it then is asked about once the other answer is in the spec. */
function isOvertaken({ gaps }: State, question: Question, answers: readonly Decision[]): boolean {
  const own = gaps.pick(question.about.filter(isGapId));
  const shown = question.evidence.flatMap(({ body }) => linesOf(body));
  // Of one line alone another place may have the same: "TBD".
  const isHere = (answer: Decision) =>
    shown.length > 1 || gaps.pick(answer.gaps).some((gap) => own.some((each) => sharePlace(gap, each)));
  const others = answers.filter((answer) => !own.some(({ id }) => answer.gaps.includes(id)) && isHere(answer));
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
