import type { AgentOutcome, AgentTask, Usage } from "../ports/agent.ts";

type FailedOutcome = Extract<AgentOutcome, { type: "failed" }>;
export type FailureReason = FailedOutcome["reason"];

export type Failure = Omit<FailedOutcome, "type" | "usage">;

export function failure(reason: FailureReason, message: string): Failure {
  return { reason, message, transient: reason === "overloaded" || reason === "network" };
}

export function reasonForStatus(status: number): FailureReason {
  if (status === 401 || status === 402 || status === 403) return "unauthorised";
  if (status === 404) return "not-found";
  if (status === 413) return "too-large";
  if (status === 408 || status === 409 || status === 429 || status >= 500) return "overloaded";
  return "crashed";
}

/** Usage without the time, which `guarded` measures. */
export type Spent = Omit<Usage, "seconds">;

export function failed(cause: Failure, usage: Spent): FailedOutcome {
  return { type: "failed", ...cause, usage: { seconds: 0, ...usage } };
}

export function aborted(usage: Spent): FailedOutcome {
  return failed(failure("aborted", "The run was stopped."), usage);
}

export function timedOut(seconds: number, usage: Spent): FailedOutcome {
  return failed(failure("timeout", `No document within the time limit of ${seconds} s.`), usage);
}

export function tooLarge(limit: number): Failure {
  return failure("too-large", `The output is larger than the limit of ${limit} bytes.`);
}

/** The outcome for the bytes that arrived, if any did and they are not too many. */
export function returned(bytes: Uint8Array | undefined, { budget }: AgentTask, spent: Spent): AgentOutcome {
  const usage = { seconds: 0, ...spent };
  if (bytes === undefined) return { type: "missing", usage };
  if (bytes.length > budget.outputBytes) return failed(tooLarge(budget.outputBytes), usage);
  return { type: "document", bytes, usage };
}
