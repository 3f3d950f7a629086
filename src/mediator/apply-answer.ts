import type { SessionEvent } from "../model/events.ts";
import { isGapId, isIssueId } from "../model/ids.ts";
import type { Answer, Question } from "../model/question.ts";
import { decide } from "./decide.ts";
import { type Answered, asked, makeQuestion, withdraw } from "./make-question.ts";
import { QUESTION_RULES } from "./question-rules.ts";
import type { State } from "./state.ts";

export function applyAnswer(state: State, question: Question, answer: Answer): SessionEvent[] {
  const answered: Answered = {
    question,
    answer,
    choice: answer.options[0] ?? "",
    field: (id) => (answer.fields[id] ?? "").trim(),
    gaps: question.about.filter(isGapId),
    issues: question.about.filter(isIssueId),
  };
  const { apply, pauseDecides } = QUESTION_RULES[question.kind];
  const applied = apply(state, answered);
  const events = [...choiceEvents(state, answered, applied), ...applied].map((event) =>
    addQuestionText(addPolicy(event, answer), question),
  );
  const { id, ...draft } = question;
  // After "pause" it is still undecided: it is asked again when the session resumes.
  const again = answered.choice === "pause" && !pauseDecides ? [asked(makeQuestion(state, draft))] : [];
  return [...events, { type: "answer_applied", question: id }, ...again, ...withdrawAtEnding(state, question, events)];
}

/** What says by itself that the User chose it, or that nothing is decided yet. */
const TOLD: ReadonlySet<SessionEvent["type"]> = new Set([
  "decision_recorded",
  "rollback_requested",
  "rollback_dropped",
  "ending_dropped",
]);

/** A choice that leaves no other decision is one itself: the User's word is final, so it is recorded (SPEC 1). */
function choiceEvents(state: State, { question, answer, choice }: Answered, applied: readonly SessionEvent[]) {
  const { kind, header, options } = question;
  const isTold = QUESTION_RULES[kind].isRoutine || choice === "pause" || applied.some(({ type }) => TOLD.has(type));
  const chosen = options.filter(({ id }) => answer.options.includes(id)).map(({ label }) => label);
  if (isTold || chosen.length === 0) return [];
  const decision = chosen.join(", ");
  return [decide(state, { type: kind, title: `${header}: ${decision}`, option: decision, decision })];
}

/** Once the User ends the session, the other open questions are withdrawn. */
function withdrawAtEnding({ questions }: State, { id }: Question, events: readonly SessionEvent[]): SessionEvent[] {
  if (!events.some(({ type }) => type === "ending_chosen")) return [];
  const others = questions.filter((other) => other.id !== id && !QUESTION_RULES[other.kind].staysAtEnding);
  return others.map((other) => withdraw(other, "the session ends"));
}

/** Adds the name of the policy to what a policy decided (SPEC 10.5). */
function addPolicy(event: SessionEvent, { policy }: Answer): SessionEvent {
  if (policy === undefined) return event;
  if (event.type === "rollback_requested") return { ...event, policy };
  if (event.type !== "decision_recorded" || event.decision.by !== "user") return event;
  return { ...event, decision: { ...event.decision, policy } };
}

/** Adds the question's text to the decision, unless the decision says it already or names an issue that does. */
function addQuestionText(event: SessionEvent, { kind, text }: Question): SessionEvent {
  if (event.type !== "decision_recorded" || kind === "inventory") return event;
  const { decision } = event;
  const isStated = decision.question !== undefined || decision.issues.length > 0 || decision.title === text;
  return isStated ? event : { ...event, decision: { ...decision, question: text } };
}
