import type { SessionEvent } from "../model/events.ts";
import { isGapId, isIssueId } from "../model/ids.ts";
import type { Answer, Question } from "../model/question.ts";
import { applyConflict } from "./conflicts/conflict-question.ts";
import { applyDivergence } from "./convergence/divergence-question.ts";
import { applyFlag } from "./disagreement/flag-question.ts";
import { applyRate } from "./disagreement/rate-question.ts";
import { applyInventory } from "./inventory/inventory-question.ts";
import { type Answered, asked, makeQuestion, withdraw } from "./make-question.ts";
import { applyConfirmation, applyOutOfScope, applyUngrounded, applyVerdict } from "./questions/acceptance-questions.ts";
import { applyAgentFailure } from "./questions/agent-failure-question.ts";
import { applyBudget, applyConfirmAgent } from "./questions/cost-questions.ts";
import { applyInput } from "./questions/input-question.ts";
import { applyBothFailed, applyRoleFailed } from "./questions/role-failed-question.ts";
import { applyRollbackLimit } from "./rollback/request-rollback.ts";
import { applyRollback } from "./rollback/rollback-question.ts";
import { applyArchives } from "./rollback/settle-archives.ts";
import { applyKeepText, applyOverlap, applyOwnEdit } from "./spec/text-questions.ts";
import type { State } from "./state.ts";
import { applyCycle, applyFinish, applyMaxRounds, applyNothingToDo } from "./termination/ending-questions.ts";
import { applyNotReady, applyPolish } from "./termination/final-review.ts";
import { applyWarningGate } from "./termination/warning-gate.ts";

type Apply = (state: State, answered: Answered) => readonly SessionEvent[];

/** What carries out the answer to each kind of question; the type makes the list complete. */
const APPLY: Readonly<Record<Question["kind"], Apply>> = {
  conflict: applyConflict,
  "disagree-rate": applyRate,
  flag: applyFlag,
  inventory: applyInventory,
  input: applyInput,
  "role-failed": applyRoleFailed,
  "both-failed": applyBothFailed,
  "agent-failure": applyAgentFailure,
  "dependency-cycle": applyCycle,
  "nothing-to-do": applyNothingToDo,
  "confirm-accepted": applyConfirmation,
  "confirm-agent": applyConfirmAgent,
  "merge-overlap": applyOverlap,
  "own-edit": applyOwnEdit,
  "keep-text": applyKeepText,
  verdict: applyVerdict,
  ungrounded: applyUngrounded,
  budget: applyBudget,
  divergence: applyDivergence,
  "max-rounds": applyMaxRounds,
  finish: applyFinish,
  "out-of-scope": applyOutOfScope,
  polish: applyPolish,
  "not-ready": applyNotReady,
  "warning-gate": applyWarningGate,
  rollback: applyRollback,
  "root-cause": applyRollback,
  "rollback-limit": applyRollbackLimit,
  archives: applyArchives,
};

export function applyAnswer(state: State, question: Question, answer: Answer): SessionEvent[] {
  const answered: Answered = {
    question,
    answer,
    choice: answer.options[0] ?? "",
    field: (id) => (answer.fields[id] ?? "").trim(),
    gaps: question.about.filter(isGapId),
    issues: question.about.filter(isIssueId),
  };
  const events = APPLY[question.kind](state, answered).map((event) =>
    addQuestionText(addPolicy(event, answer), question),
  );
  return [
    ...events,
    { type: "answer_applied", question: question.id },
    ...askAgainAfterPause(state, answered),
    ...withdrawAtEnding(state, question, events),
  ];
}

/** A question that is answered with "pause" is still undecided: it is asked again when the session resumes. */
function askAgainAfterPause(state: State, { choice, question }: Answered): SessionEvent[] {
  if (choice !== "pause" || question.kind === "finish") return [];
  const { id: _, ...draft } = question;
  return [asked(makeQuestion(state, draft))];
}

/** Once the User ends the session, the other open questions are withdrawn, except conflicts, which are still asked. */
function withdrawAtEnding({ questions }: State, { id }: Question, events: readonly SessionEvent[]): SessionEvent[] {
  if (!events.some(({ type }) => type === "ending_chosen")) return [];
  const others = questions.filter((other) => other.id !== id && other.kind !== "conflict");
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
