import type { SessionEvent } from "../model/events.ts";
import type { Issue } from "../model/issue.ts";
import type { Answer, Evidence, Question, QuestionField, QuestionKind, QuestionOption } from "../model/question.ts";
import { currentRound } from "./queries.ts";
import type { State } from "./state.ts";

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
  more: Pick<QuestionOption, "recommended" | "requires" | "offers" | "final"> = {},
): QuestionOption {
  return { id, label, description, effect, ...more };
}

export function pauseOption(description = "Stop for now."): QuestionOption {
  return option("pause", "Pause", description, "`whetstone resume` goes on from here.");
}

export const ABANDON = option(
  "abandon",
  "Abandon it",
  "No spec is written.",
  "The session ends and cannot be resumed; its folder stays.",
  { final: true },
);

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
}

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
  const put = round?.asked.map((subject) => subject.split(" ")) ?? [];
  return put.some(([asked, ...ids]) => asked === kind && (about === undefined || ids.includes(about)));
}

/** The session stands still; an ending that is under way goes on where it was when the session does. */
export function pause({ stop }: Pick<State, "stop">, reason: string): SessionEvent {
  const keepsEnding = stop.type === "ending" || stop.type === "finish-requested";
  return { type: "paused", reason, ...(keepsEnding ? { keepsEnding } : {}) };
}
