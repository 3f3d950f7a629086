import type { SessionEvent } from "../model/events.ts";
import type { GapState } from "../model/gap.ts";
import { type GapId, isGapId, isIssueId } from "../model/ids.ts";
import type { Answer, Question } from "../model/question.ts";
import { applyConflict, isConflictMoot } from "./conflicts/conflict-question.ts";
import { applyDivergence } from "./convergence/convergence.ts";
import { applyFlag, isFlagMoot } from "./disagreement/flag-question.ts";
import { applyRate, isRateMoot } from "./disagreement/rate-question.ts";
import { waitsForGround } from "./disagreement/settle-gaps.ts";
import { applyInventory } from "./inventory/inventory-question.ts";
import { decide } from "./ledger-events.ts";
import { type Answered, asked, makeQuestion, withdraw } from "./make-question.ts";
import { applyBudget, applyConfirmAgent } from "./questions/cost-questions.ts";
import {
  applyAgentFailure,
  applyBothFailed,
  applyRoleFailed,
  beginAnew,
  tryAgain,
} from "./questions/failure-questions.ts";
import { applyInput } from "./questions/input-question.ts";
import {
  applyConfirmation,
  applyIssue,
  applyOutOfScope,
  applyUngrounded,
  applyVerdict,
  isIssueMoot,
} from "./questions/review-questions.ts";
import { applyArchives, applyRollbackLimit } from "./rollback/request-rollback.ts";
import { applyRollback } from "./rollback/rollback-question.ts";
import type { State } from "./state.ts";
import { applyCycle, applyFinish, applyMaxRounds, applyNothingToDo } from "./termination/ending-questions.ts";
import { applyNotReady, applyPolish } from "./termination/final-review.ts";
import { applyWarningGate } from "./termination/warning-gate.ts";
import { applyKeepText, applyOverlap, applyOwnEdit } from "./working-spec/text-questions.ts";

interface QuestionRule {
  readonly apply: (state: State, answered: Answered) => readonly SessionEvent[];
  readonly isMoot?: (question: Question, state: State, before: State) => boolean; // a command made it pointless
  readonly tryAgain?: (state: State, question: Question) => SessionEvent[]; // once the agent that failed was replaced
  readonly isLimit?: true; // a change of the settings may have raised the limit that it is about
  readonly pauseDecides?: true; // any other kind is still undecided after "pause"
  readonly isRoutine?: true; // its choices decide nothing that decisions.md does not have by itself
  readonly staysAtEnding?: true; // it is asked even if the User ends the session
}

/** What the Mediator does with each kind of question; the type makes the list complete. */
export const QUESTION_RULES: Readonly<Record<Question["kind"], QuestionRule>> = {
  conflict: { apply: applyConflict, isMoot: isConflictMoot, staysAtEnding: true },
  "disagree-rate": { apply: applyRate, isMoot: isRateMoot },
  flag: { apply: applyFlag, isMoot: isFlagMoot },
  inventory: { apply: applyInventory, isMoot: haveGapsChanged, isRoutine: true },
  issue: { apply: applyIssue, isMoot: isIssueMoot, isRoutine: true },
  input: { apply: applyInput, isMoot: isNone("BLOCKED"), isRoutine: true },
  "role-failed": { apply: applyRoleFailed, isMoot: isOneClosed, tryAgain: beginAnew },
  "both-failed": { apply: applyBothFailed, isMoot: isOneClosed },
  "agent-failure": { apply: applyAgentFailure, tryAgain, isRoutine: true },
  "dependency-cycle": { apply: applyCycle, isMoot: isOneClosed },
  "nothing-to-do": { apply: applyNothingToDo, isMoot: haveGapsChanged },
  "confirm-accepted": { apply: applyConfirmation },
  "confirm-agent": { apply: applyConfirmAgent, isRoutine: true },
  "merge-overlap": { apply: applyOverlap },
  "own-edit": { apply: applyOwnEdit },
  "keep-text": { apply: applyKeepText },
  verdict: { apply: applyVerdict, isMoot: isNone("PROPOSED") },
  ungrounded: { apply: applyUngrounded, isMoot: isGroundMoot },
  budget: { apply: applyBudget, isLimit: true },
  divergence: { apply: applyDivergence },
  "max-rounds": { apply: applyMaxRounds, isLimit: true },
  finish: { apply: applyFinish, pauseDecides: true },
  "out-of-scope": { apply: applyOutOfScope },
  polish: { apply: applyPolish },
  "not-ready": { apply: applyNotReady },
  "warning-gate": { apply: applyWarningGate, isMoot: haveGapsChanged },
  rollback: { apply: applyRollback, isRoutine: true },
  "root-cause": { apply: applyRollback, isRoutine: true },
  "rollback-limit": { apply: applyRollbackLimit, isLimit: true },
  archives: { apply: applyArchives, isRoutine: true },
};

function haveGapsChanged(_: Question, state: State, before: State): boolean {
  return state.gaps !== before.gaps;
}

function isNone(wanted: GapState) {
  return ({ about }: Question, { gaps }: State) => !about.some((id) => gaps.get(id as GapId)?.state === wanted);
}

function isOneClosed({ about }: Pick<Question, "about">, { gaps }: State): boolean {
  return gaps.pick(about.filter(isGapId)).some(({ state }) => CLOSED.has(state));
}

function isGroundMoot({ about }: Question, state: State): boolean {
  const waiting = state.issues.pick(about.filter(isIssueId)).filter((issue) => waitsForGround(state, issue));
  return waiting.every(({ gap }) => isOneClosed({ about: [gap] }, state));
}

const CLOSED: ReadonlySet<GapState> = new Set(["WONT_FIX", "SUPERSEDED", "USER_DEFERRED", "RESOLVED", "PARKED"]);

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

function withdrawAtEnding({ questions }: State, { id }: Question, events: readonly SessionEvent[]): SessionEvent[] {
  if (!events.some(({ type }) => type === "ending_chosen")) return [];
  const others = questions.filter((other) => other.id !== id && !QUESTION_RULES[other.kind].staysAtEnding);
  return others.map((other) => withdraw(other, "the session ends"));
}

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
