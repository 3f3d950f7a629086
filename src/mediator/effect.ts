import type { ArchivePolicy } from "../model/config-modes.ts";
import type { TerminationType } from "../model/convergence.ts";
import type { RunRole } from "../model/events/round-events.ts";
import type { SessionEvent } from "../model/events.ts";
import type { GateResult } from "../model/gate-result.ts";
import type { GapId, IssueId } from "../model/ids.ts";
import type { Question } from "../model/question.ts";
import type { GivenDocument, PendingRollback, Run } from "./state.ts";

/** Identifies a run: enough to find its files and to judge its document. */
export interface RunName {
  /** `R3-engineer-GAP-FLOW-001-1`; the same after a resume. */
  readonly id: string;
  readonly role: RunRole;
  readonly round: number;
  readonly gaps: readonly GapId[];
  readonly attempt: number;
}

/** A run that the Mediator wants started, with all that its prompt needs. */
export interface RunOrder extends RunName {
  readonly failure?: GateResult;
  readonly uncertain: boolean;
  /** The prompt is as short as possible (SPEC 7, both failed). */
  readonly condensed: boolean;
  /** The User wants these issues answered before a review is paid for (SPEC 8, 9). */
  readonly revision?: { readonly why: string; readonly issues: readonly IssueId[] };
  /** A document that exists already, so that no agent is asked (SPEC 7, 13.7). */
  readonly given?: GivenDocument;
}

/** What the Mediator wants done next. The engine does it, journals the outcome, and asks again. */
export type Effect =
  | { readonly type: "record"; readonly events: readonly SessionEvent[] }
  | { readonly type: "run"; readonly orders: readonly RunOrder[] }
  | { readonly type: "wait" }
  /** Join the valid documents of these runs into the round's document (SPEC 4.2, 4.4). */
  | { readonly type: "join"; readonly role: "engineer" | "reviewer"; readonly runs: readonly string[] }
  /** Read the document of a survey, a middle ground or the final review (SPEC 10.2, 12, 16.1). */
  | { readonly type: "read"; readonly run: Run }
  | { readonly type: "ask"; readonly question: Question }
  /** Analyse the rounds that are to be undone, and ask the User how to go on (SPEC 13.6, 13.9). */
  | { readonly type: "analyse"; readonly rollback: PendingRollback }
  /** Look for failure patterns in the Engineer's valid document (SPEC 13.5, AUTO_RETRY). */
  | { readonly type: "look-for-patterns" }
  | { readonly type: "rollback"; readonly rollback: PendingRollback }
  /** After the end: move, remove or keep the archives of undone rounds (SPEC 13.10). */
  | { readonly type: "settle-archives"; readonly policy: Exclude<ArchivePolicy, "ask"> }
  /** Write the finished spec, then record that the session ended. */
  | { readonly type: "finish"; readonly termination: TerminationType; readonly trigger: string }
  | { readonly type: "stop"; readonly reason: "ended" | "paused" };

/** Records the question; from then on `next` returns the effect `ask` until it is answered. */
export function ask(question: Question): Effect {
  return record({ type: "question_asked", question });
}

export function record(...events: readonly SessionEvent[]): Effect {
  return { type: "record", events };
}
