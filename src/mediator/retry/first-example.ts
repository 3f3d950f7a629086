import type { FailureType } from "../../model/gate-result.ts";
import type { PromptOrder } from "../prompts/prompt-order.ts";
import type { Run, State } from "../state.ts";

const LOOKED_AT = 6;
const LEAST = 2;

/**
 * Why a first prompt carries an example too: at least half of this role's last first attempts failed for want of form or
 * content, and an example costs less than another retry (SPEC 6, the budget of a first prompt).
 */
export function drifts(state: State, order: PromptOrder): FailureType | undefined {
  if (order.attempt > 1 || (order.role !== "engineer" && order.role !== "reviewer")) return undefined;
  const failures = firstAttempts(state, order.role).map((run) => run.end?.gate.failureType);
  const formless = failures.filter((failure) => failure !== undefined && SHOWN_BY_EXAMPLE.has(failure));
  const often = formless.length >= LEAST && formless.length * 2 >= failures.length;
  return often ? "EMPTY_OUTPUT" : undefined;
}

const SHOWN_BY_EXAMPLE: ReadonlySet<FailureType> = new Set(["EMPTY_OUTPUT", "WRONG_FORMAT", "NO_GAPS_ADDRESSED"]);

/** The newest that ended, of the rounds that are still in full. */
function firstAttempts(state: State, role: string): Run[] {
  const runs = [...state.recent.flatMap((log) => log.runs), ...(state.round?.runs ?? [])];
  return runs.filter((run) => run.role === role && run.attempt === 1 && run.end !== undefined).slice(-LOOKED_AT);
}
