import { InternalError } from "../../errors/whetstone-error.ts";
import type { Entry, SessionEvent } from "../../model/events.ts";
import { secondsBetween } from "../../model/timestamp.ts";
import type { State } from "../state.ts";
import { evolveConvergence } from "./evolve-convergence.ts";
import { evolveDisagreement } from "./evolve-disagreement.ts";
import { evolveGap } from "./evolve-gap.ts";
import { evolveIssue } from "./evolve-issue.ts";
import { evolveQuestion } from "./evolve-question.ts";
import { evolveRollback } from "./evolve-rollback.ts";
import { evolveRound } from "./evolve-round.ts";
import { evolveRun } from "./evolve-run.ts";
import { createState, evolveSession } from "./evolve-session.ts";
import { evolveSetup } from "./evolve-setup.ts";
import { evolveSpec } from "./evolve-spec.ts";

/**
 * Folds one entry of the journal into the state. It decides nothing: what follows from what was decided before the
 * entry was written. An event that breaks a law of the model is a bug and throws (SPEC 3.3).
 */
export function evolve(state: State | undefined, entry: Entry): State {
  let result = state;
  for (const event of entry.event.events) result = applyEvent(result, event, entry.at);
  if (!result) throw new InternalError("the journal does not begin with the creation of a session");
  return { ...withTime(result, state, entry), seq: entry.seq, at: entry.at };
}

/** The state after all entries, or `undefined` when there are none. */
export function fold(entries: Iterable<Entry>, from?: State): State | undefined {
  let state = from;
  for (const entry of entries) state = evolve(state, entry);
  return state;
}

/** The state as it would be after these events. */
export function applyEvents(state: State, events: readonly SessionEvent[], at: string): State {
  return events.reduce((current: State, event) => applyEvent(current, event, at), state);
}

/** One event; its entry may hold more. */
export function applyEvent(state: State | undefined, event: SessionEvent, at: string): State {
  if (event.type === "session_created") return createState(event, at);
  if (!state) throw new InternalError(`${event.type} stands before the creation of the session`);
  switch (event.type) {
    case "session_opened":
      return state;
    case "agents_set":
    case "agents_confirmed":
    case "policy_set":
    case "config_changed":
    case "gap_context_given":
    case "gaps_chosen":
    case "adjustment_added":
    case "scope_set":
    case "decision_recorded":
    case "command_taken":
    case "paused":
    case "resumed":
    case "finish_requested":
    case "ending_chosen":
    case "ending_dropped":
    case "gate_passed":
    case "final_review_read":
    case "blockers_accepted":
    case "polishing_skipped":
    case "session_ended":
      return evolveSession(state, event, at);
    case "survey_read":
    case "inventory_approved":
    case "gaps_ordered":
      return evolveSetup(state, event);
    case "gap_added":
    case "gap_changed":
    case "gap_severity_set":
    case "gap_split":
    case "gap_merged":
      return evolveGap(state, event);
    case "round_opened":
    case "gaps_assigned":
    case "slot_dropped":
    case "attempt_granted":
    case "document_given":
    case "document_joined":
    case "revision_ordered":
    case "role_skipped":
    case "role_resumed":
    case "noted":
    case "overlap_found":
    case "round_synthesised":
    case "round_closed":
      return evolveRound(state, event, at);
    case "changes_accepted":
    case "proposal_held":
    case "source_merged":
    case "overlap_settled":
    case "text_settled":
      return evolveSpec(state, event);
    case "run_started":
    case "run_repeated":
    case "run_answered":
    case "run_ended":
    case "runs_abandoned":
    case "violation_found":
      return evolveRun(state, event, at);
    case "issue_raised":
    case "issue_changed":
      return evolveIssue(state, event);
    case "disagreement_measured":
    case "rate_measured":
    case "flag_settled":
    case "conflict_opened":
    case "middle_ground_given":
    case "conflict_closed":
      return evolveDisagreement(state, event);
    case "question_asked":
    case "question_answered":
    case "answer_applied":
    case "question_withdrawn":
      return evolveQuestion(state, event);
    case "convergence_reset":
    case "max_rounds_extended":
      return evolveConvergence(state, event);
    case "rollback_requested":
    case "rollback_dropped":
    case "rounds_rolled_back":
    case "patterns_found":
    case "document_prepared":
    case "prompts_refreshed":
    case "archive_kept":
    case "archive_policy_chosen":
    case "archives_settled":
      return evolveRollback(state, event, at);
  }
}

/**
 * Time passes between entries: while a question stood open or the session was paused it waited, else it worked. What lies
 * between two processes is waiting, too (SPEC 12, 17). By the calendar only where no process was there to measure it.
 */
function withTime(state: State, before: State | undefined, { at, event }: Entry): State {
  if (!before || before.stop.type === "ended") return state;
  const isOpening = event.events[0]?.type === "session_opened";
  const calendar = secondsBetween(before.at, at);
  const measured = event.seconds ?? (isOpening ? 0 : calendar);
  const between = isOpening ? Math.max(0, calendar - measured) : 0;
  const waits = before.questions.length > 0 || before.stop.type === "paused";
  const { totals } = state;
  const waitedSeconds = totals.waitedSeconds + between + (waits ? measured : 0);
  const activeSeconds = totals.activeSeconds + (waits ? 0 : measured);
  return { ...state, totals: { ...totals, waitedSeconds, activeSeconds } };
}
