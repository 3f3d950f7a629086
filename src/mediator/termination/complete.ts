import { isOpen } from "../../model/counting.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { Gap } from "../../model/gap.ts";
import { isBlocking } from "../../model/severity.ts";
import { moveGap } from "../ledger-events.ts";
import type { State } from "../state.ts";

/** Deferred weight that a COMPLETE session may leave (SPEC 12). */
const DEFERRED_WEIGHT = 4;

/** SPEC 12, COMPLETE, but for the final review pass. */
export function isComplete(state: State): boolean {
  const left = gapsLeft(state);
  if (left.some((gap) => gap.state !== "USER_DEFERRED" || isBlocking(gap.severity))) return false;
  const weight = left.reduce((sum, gap) => sum + state.config.severityWeights[gap.severity], 0);
  // CRITICAL and HIGH conflicts that nobody decided (SPEC 10.6).
  const isDisputed = state.conflicts.some((conflict) => conflict.state === "open" && isBlocking(conflict.severity));
  return weight <= DEFERRED_WEIGHT && !isDisputed;
}

/** Gaps in any open or deferred state. */
export function gapsLeft(state: State): Gap[] {
  return state.gaps.filter(isOpen);
}

/** An interview in which every gap that is left was put off by the User, one by one. */
export function isInterviewDone(state: State): boolean {
  const isInterview = state.config.agents.engineer.kind === "interview";
  return isInterview && gapsLeft(state).every((gap) => gap.state === "USER_DEFERRED");
}

/** At any ending that writes a spec, what was accepted is resolved with it (SPEC 3.3). */
export function resolveAccepted(state: State): SessionEvent[] {
  const why = "the finished spec has it";
  return state.gaps.filter((gap) => gap.state === "ACCEPTED").map(({ id }) => moveGap(id, "RESOLVED", "mediator", why));
}
