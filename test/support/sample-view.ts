import type { ProgressView, RunView } from "../../src/cli/progress/progress-view.ts";

/** A picture for tests, with what the test changes about it. */
export function sampleView(changes: Partial<ProgressView> = {}): ProgressView {
  return {
    title: "pathspec",
    round: 3,
    maxRounds: 12,
    phase: "Engineer",
    runs: [sampleRun()],
    startedAt: 0,
    retries: 0,
    open: { CRITICAL: 1, HIGH: 4, MEDIUM: 0, LOW: 2 },
    history: [12, 10, 7],
    convergence: "CONVERGING",
    spent: { tokens: 0, usd: 0, estimated: false },
    ...changes,
  };
}

export function sampleRun(changes: Partial<RunView> = {}): RunView {
  return {
    id: "R3-engineer-GAP-FLOW-001-1",
    role: "Engineer",
    gaps: ["GAP-FLOW-001"],
    agent: "command",
    attempt: 1,
    attempts: 3,
    startedAt: 200_000,
    characters: 0,
    ...changes,
  };
}
