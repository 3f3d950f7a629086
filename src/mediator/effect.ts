import type { ArchivePolicy } from "../model/config-modes.ts";
import type { TerminationType } from "../model/convergence.ts";
import type { RunRole } from "../model/events/round-events.ts";
import type { SessionEvent } from "../model/events.ts";
import type { GateResult } from "../model/gate-result.ts";
import type { GapId, IssueId } from "../model/ids.ts";
import type { Question } from "../model/question.ts";
import type { GivenDocument, PendingRollback, Run } from "./state.ts";

/** Which run it is: enough to find its files and to judge what comes of it. */
export interface RunName {
  /** Stable over a resume: `R3-engineer-GAP-FLOW-001-1`. */
  readonly id: string;
  readonly role: RunRole;
  readonly round: number;
  readonly gaps: readonly GapId[];
  /** From 1. */
  readonly attempt: number;
}

/** A run that the Mediator wants: enough to build its prompt. */
export interface RunOrder extends RunName {
  /** Why the attempt before this one failed (SPEC 6). */
  readonly failure?: GateResult;
  /** The attempt before this one said UNCERTAINTY (SPEC 7). */
  readonly uncertain: boolean;
  readonly condensed: boolean;
  /** The person wants these issues answered before a review is paid for (SPEC 8, 9). */
  readonly revision?: { readonly why: string; readonly issues: readonly IssueId[] };
  /** The document is here already (SPEC 7, 13.7). */
  readonly given?: GivenDocument;
}

/** What the Mediator wants done next. The engine does it, records what came of it, and asks again. */
export type Effect =
  /** Nothing from outside is needed: these things hold now. */
  | { readonly type: "record"; readonly events: readonly SessionEvent[] }
  /** Start these, beside whatever runs already. */
  | { readonly type: "run"; readonly orders: readonly RunOrder[] }
  /** Nothing to do before a run ends. */
  | { readonly type: "wait" }
  /** Join the valid documents of these runs into the round's document (SPEC 4.2, 4.4). */
  | { readonly type: "join"; readonly role: "engineer" | "reviewer"; readonly runs: readonly string[] }
  /** Read what a run beside the rounds says: a survey, a middle ground, the final review (SPEC 10.2, 12, 16.1). */
  | { readonly type: "read"; readonly run: Run }
  | { readonly type: "ask"; readonly question: Question }
  /** Say what is wrong with the rounds that are to be undone, and ask how to go on (SPEC 13.6, 13.9). */
  | { readonly type: "analyse"; readonly rollback: PendingRollback }
  /** See what the Engineer's valid document shows (SPEC 13.5, AUTO_RETRY). */
  | { readonly type: "look-for-patterns" }
  /** Archive and undo rounds (SPEC 13). */
  | { readonly type: "rollback"; readonly rollback: PendingRollback }
  /** The session has ended: move, remove or keep what its undone rounds held (SPEC 13.10). */
  | { readonly type: "settle-archives"; readonly policy: Exclude<ArchivePolicy, "ask"> }
  /** Write the finished spec, then record that the session ended. */
  | { readonly type: "finish"; readonly termination: TerminationType; readonly trigger: string }
  | { readonly type: "stop"; readonly reason: "ended" | "paused" };

/** Records the question; `next` then gives the effect `ask` until it is answered. */
export function ask(question: Question): Effect {
  return record({ type: "question_asked", question });
}

export function record(...events: readonly SessionEvent[]): Effect {
  return { type: "record", events };
}
