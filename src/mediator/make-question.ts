import type { Decision, PassageAnswer } from "../model/decision.ts";
import type { SessionEvent } from "../model/events.ts";
import { sharePlace } from "../model/gap.ts";
import { type GapId, type IssueId, isGapId } from "../model/ids.ts";
import { withFullStop } from "../model/in-words.ts";
import type { Issue } from "../model/issue.ts";
import { changeableAnswers, isPassageQuestion } from "../model/passage-answer.ts";
import type { Answer, Evidence, Question, QuestionField, QuestionOption } from "../model/question.ts";
import { KIND_FACTS } from "../model/question-kinds.ts";
import { currentRound } from "./queries.ts";
import type { EventOf, State } from "./state.ts";

type Draft = Pick<Question, "kind" | "text" | "options"> & Partial<Omit<Question, "id">>;

export function makeQuestion(state: State, draft: Draft): Question {
  const number = String(state.questionCount + 1).padStart(3, "0");
  const { header, personOnly = false } = KIND_FACTS[draft.kind];
  return {
    id: `Q-R${currentRound(state)}-${number}`,
    header,
    evidence: [],
    fields: [],
    multiple: false,
    about: [],
    personOnly,
    ...draft,
  };
}

/** Asks several questions in one step: each is numbered as if those before it had been asked already. */
export function askEach<Item>(
  state: State,
  items: readonly Item[],
  build: (state: State, item: Item) => Question,
): ReturnType<typeof asked>[] {
  return items.map((item, index) => asked(build({ ...state, questionCount: state.questionCount + index }, item)));
}

/** `more` is the id of a field that must be filled in with this option, or further properties. */
export function option(
  id: string,
  label: string,
  description: string,
  effect: string,
  more: string | Partial<QuestionOption> = {},
): QuestionOption {
  return { id, label, description, effect, ...(typeof more === "string" ? { requires: [more] } : more) };
}

export function pauseOption(description = "Stop for now."): QuestionOption {
  return option("pause", "Pause", description, "`whetstone resume` continues from here.");
}

const ABANDONED = "The session ends and cannot be resumed; its folder stays.";
export const ABANDON = option("abandon", "Abandon it", "No spec is written.", ABANDONED, { final: true });

/** A field that may stay empty unless the chosen option requires it. */
export function field(
  id: string,
  label: string,
  more: Omit<QuestionField, "id" | "label" | "required"> = {},
): QuestionField {
  return { id, label, required: false, ...more };
}

export function issueEvidence({ text, document, line }: Issue, title = "The issue"): Evidence {
  return { title, body: text, where: `${document}:${line}` };
}

/** A question with its answer, as the functions that apply answers take it. */
export interface Answered {
  readonly question: Question;
  readonly answer: Answer;
  /** The id of the first chosen option; `""` if the question has only fields. */
  readonly choice: string;
  /** The trimmed text of a field; `""` if it is empty. */
  field(id: string): string;
  readonly gaps: readonly GapId[];
  readonly issues: readonly IssueId[];
}

export type Ways = Readonly<Record<string, () => readonly SessionEvent[]>>;

export function asked(question: Question): EventOf<"question_asked"> {
  return { type: "question_asked", question };
}

export function withdraw({ id }: Question, why: string): SessionEvent {
  return { type: "question_withdrawn", question: id, why };
}

/** `Subject. Question?`: the subject as a sentence, followed by the question. */
export function appendQuestion(subject: string, question: string): string {
  return `${withFullStop(subject.trimEnd())} ${question}`;
}

/** Whether this round has already asked a question of this kind, about this id where one is given. */
export function wasAsked({ round }: State, kind: Question["kind"], id?: string): boolean {
  return (
    round?.asked.some(({ kind: other, about }) => other === kind && (id === undefined || about.includes(id))) ?? false
  );
}

/** Applies "pause" and "abandon" of any question; any other option ends with this termination (SPEC 12). */
export function endOrPause(
  state: State,
  choice: string,
  trigger: string,
  termination: EventOf<"ending_chosen">["termination"] = "BY_WHAT_IS_LEFT",
): SessionEvent[] {
  if (choice === "pause") return [pause(state, trigger)];
  return [{ type: "ending_chosen", termination: choice === "abandon" ? "ABANDONED" : termination, trigger }];
}

/** Pauses the session. An ending that has begun is kept, and continues on resume. */
export function pause({ stop }: Pick<State, "stop">, reason: string): SessionEvent {
  const keepsEnding = stop.type === "ending" || stop.type === "finish-requested";
  return { type: "paused", reason, ...(keepsEnding ? { keepsEnding } : {}) };
}

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
