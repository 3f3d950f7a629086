import type { UndoneAttempt } from "../../../model/rollback.ts";
import type { State } from "../../state.ts";
import type { FailedAttempt } from "./root-cause.ts";

/** The attempts at a round that were undone before, oldest first: what survives of them (SPEC 13.6). */
export function earlierAttempts(state: State, round: number): FailedAttempt[] {
  return state.rollbacks.flatMap(({ analyses, reason }) =>
    analyses.filter((attempt) => attempt.round === round).map((attempt) => ({ attempt, reason })),
  );
}

/** The attempt with the highest score; of equals the newest (SPEC 13.7). */
export function bestAttempt(attempts: readonly UndoneAttempt[]): UndoneAttempt | undefined {
  return attempts.reduce<UndoneAttempt | undefined>(
    (best, one) => (best === undefined || one.score >= best.score ? one : best),
    undefined,
  );
}
