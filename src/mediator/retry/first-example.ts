import type { FailureType } from "../../model/gate-result.ts";
import type { PromptOrder } from "../prompts/prompt-order.ts";
import type { Run, State } from "../state.ts";

const LOOKED_AT = 6;
const LEAST = 2;

/** The failure that an example is to show the cure of, and the tokens that it may take (SPEC 6). */
export interface ExampleReason {
  readonly failure: FailureType;
  readonly tokens: number;
}

/**
 * A retry has one by how the attempt before failed. A first prompt has one where at least half of this role's last first
 * attempts failed for want of form or content: it costs less than another retry.
 */
export function exampleReason(state: State, order: PromptOrder): ExampleReason | undefined {
  const { retry, first } = state.config.exampleTokens;
  const failure = order.failure?.gate.failureType;
  if (failure !== undefined) return { failure, tokens: retry };
  return drifts(state, order) ? { failure: "EMPTY_OUTPUT", tokens: first } : undefined;
}

function drifts(state: State, order: PromptOrder): boolean {
  if (order.attempt > 1 || (order.role !== "engineer" && order.role !== "reviewer")) return false;
  const failures = firstAttempts(state, order.role).map((run) => run.end?.gate.failureType);
  const formless = failures.filter((failure) => failure !== undefined && SHOWN_BY_EXAMPLE.has(failure));
  return formless.length >= LEAST && formless.length * 2 >= failures.length;
}

const SHOWN_BY_EXAMPLE: ReadonlySet<FailureType> = new Set(["EMPTY_OUTPUT", "WRONG_FORMAT", "NO_GAPS_ADDRESSED"]);

/** The newest that ended, of the rounds that are still in full. */
function firstAttempts(state: State, role: string): Run[] {
  const runs = [...state.recent.flatMap((log) => log.runs), ...(state.round?.runs ?? [])];
  return runs.filter((run) => run.role === role && run.attempt === 1 && run.end !== undefined).slice(-LOOKED_AT);
}
