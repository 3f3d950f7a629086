import type { SessionEvent } from "../model/events.ts";
import type { GapId, IssueId } from "../model/ids.ts";
import type { Issue } from "../model/issue.ts";
import type { Answer, Evidence, Question, QuestionField, QuestionKind, QuestionOption } from "../model/question.ts";
import { currentRound } from "./queries.ts";
import type { EventOf, State } from "./state.ts";

type Draft = Pick<Question, "kind" | "header" | "text" | "options"> & Partial<Omit<Question, "id">>;

export function makeQuestion(state: State, draft: Draft): Question {
  const number = String(state.questionCount + 1).padStart(3, "0");
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

/** Several that are asked in one step, each with a number of its own. */
export function askEach<Item>(
  state: State,
  items: readonly Item[],
  build: (state: State, item: Item) => Question,
): ReturnType<typeof asked>[] {
  return items.map((item, ahead) => asked(build({ ...state, questionCount: state.questionCount + ahead }, item)));
}

/** One way to answer; `more` is the field that it needs, or what else there is to say of it. */
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

const OVER = "The session ends and cannot be resumed; its folder stays.";
export const ABANDON = option("abandon", "Abandon it", "No spec is written.", OVER, { final: true });

/** A field that may stay empty, unless the option that is chosen requires it. */
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

export interface Answered {
  readonly question: Question;
  readonly answer: Answer;
  /** The first option chosen; `""` when only fields were asked for. */
  readonly choice: string;
  field(id: string): string;
  /** What the question is about. */
  readonly gaps: readonly GapId[];
  readonly issues: readonly IssueId[];
}

/** What follows from each option, by its id. */
export type Ways = Readonly<Record<string, () => readonly SessionEvent[]>>;

export function asked(question: Question): Extract<SessionEvent, { type: "question_asked" }> {
  return { type: "question_asked", question };
}

export function withdraw({ id }: Question, why: string): SessionEvent {
  return { type: "question_withdrawn", question: id, why };
}

/** What is asked about, as a sentence, with the question behind it. */
export function withQuestion(about: string, question: string): string {
  const said = about.trimEnd();
  return `${/[.!?…]["')]?$/.test(said) ? said : `${said}.`} ${question}`;
}

/** Whether this round has put a question of this kind, about this, already. */
export function wasAsked({ round }: State, kind: QuestionKind, about?: string): boolean {
  return round?.asked.some((put) => put.kind === kind && (about === undefined || put.about.includes(about))) ?? false;
}

/** What stops or ends the session, whichever question offers it (SPEC 12): it pauses, is abandoned, or else ends so. */
export function endOrPause(
  state: State,
  choice: string,
  trigger: string,
  termination: EventOf<"ending_chosen">["termination"] = "BY_WHAT_IS_LEFT",
): SessionEvent[] {
  if (choice === "pause") return [pause(state, trigger)];
  return [{ type: "ending_chosen", termination: choice === "abandon" ? "ABANDONED" : termination, trigger }];
}

/** The session stands still; an ending that is under way goes on where it was when the session does. */
export function pause({ stop }: Pick<State, "stop">, reason: string): SessionEvent {
  const keepsEnding = stop.type === "ending" || stop.type === "finish-requested";
  return { type: "paused", reason, ...(keepsEnding ? { keepsEnding } : {}) };
}
