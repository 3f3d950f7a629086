import type { SessionEvent } from "../model/events.ts";
import type { GapId, IssueId } from "../model/ids.ts";
import { withFullStop } from "../model/in-words.ts";
import type { Issue } from "../model/issue.ts";
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
