import { convergenceNow, isRunning, runsOf } from "../../mediator/queries.ts";
import { spent } from "../../mediator/questions/cost-questions.ts";
import type { Run, State } from "../../mediator/state.ts";
import { openBySeverity } from "../../model/counting.ts";
import { secondsOf } from "../../model/timestamp.ts";

/** Everything that progress shows of a session, and nothing else. Times are milliseconds since the epoch. */
export type ProgressView = ReturnType<typeof progressView>;
export type RunView = ProgressView["runs"][number];

export function progressView(state: State, startedAt: number, chars: ReadonlyMap<string, number>) {
  const runs = runsOf(state);
  return {
    title: state.session.name,
    round: state.round?.number ?? state.records.length,
    maxRounds: state.limits.maxRounds,
    phase: phaseOf(state),
    runs: runs.filter(isRunning).map((run) => runView(state, run, failedBefore(runs, run) + 1, chars.get(run.id) ?? 0)),
    startedAt,
    retries: runs.filter((run) => failedBefore(runs, run) > 0).length,
    open: openBySeverity(state.gaps),
    /** Open gaps at the end of each round, setup first, as counted (SPEC 3.5). */
    history: [state.session.initialGaps, ...state.records.map((record) => record.openAtEnd)],
    convergence: convergenceNow(state) as string,
    spent: spent(state),
  };
}

function phaseOf(state: State): string {
  const { round } = state;
  if (!round && state.setup.runs.some(isRunning)) return "survey";
  if (!round) return state.stop.type === "ending" ? "final review" : "between rounds";
  if (!round.engineerDocument && !round.skipped.some(({ role }) => role === "engineer")) return "Engineer";
  if (!round.measured) return "disagreement";
  return round.reviewerDocument ? "synthesis" : "review";
}

/** A run that follows an answer of the person's is the next step, and no retry: only what failed counts. */
function failedBefore(runs: readonly Run[], run: Run): number {
  const before = runs.slice(0, runs.indexOf(run));
  const isSame = (other: Run) => other.role === run.role && other.gaps.join() === run.gaps.join();
  return before.filter((other) => isSame(other) && other.end?.gate.success === false).length;
}

function runView(state: State, { id, role, gaps, agent, startedAt }: Run, attempt: number, characters: number) {
  return {
    id,
    role: role === "engineer" ? "Engineer" : "Reviewer",
    gaps: gaps as readonly string[],
    agent,
    attempt,
    attempts: Math.max(attempt, state.config.maxRetries + 1),
    startedAt: (secondsOf(startedAt) ?? 0) * 1000,
    /** That came so far; 0 where the agent gives its document at the end. */
    characters,
  };
}
