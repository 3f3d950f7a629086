import { InternalError } from "../../errors/whetstone-error.ts";
import type { SessionEvent } from "../../model/events.ts";
import { addUsage } from "../../model/usage.ts";
import type { Run, RunEnd, State, Totals } from "../state.ts";

type RunEvent = Extract<
  SessionEvent,
  { type: "run_started" | "run_repeated" | "run_answered" | "run_ended" | "runs_abandoned" | "violation_found" }
>;

export function evolveRun(state: State, event: RunEvent, at: string): State {
  switch (event.type) {
    case "run_started":
      return withRun(state, started(event, at));
    case "run_repeated": {
      const run = findRun(state, event.run);
      const repeats = [...run.repeats, { reason: event.reason, waitSeconds: event.waitSeconds }];
      return withRun(state, { ...run, repeats });
    }
    case "run_answered": {
      const { sha256, usage } = event;
      return withRun(state, { ...findRun(state, event.run), answered: { sha256, usage } });
    }
    case "run_ended": {
      const { answered: _answered, ...run } = findRun(state, event.run);
      const { type: _, run: __, ...end } = event;
      return { ...withRun(state, { ...run, end: { ...end, at } }), totals: counted(state.totals, run, end) };
    }
    case "runs_abandoned":
      return event.runs.reduce((current, id) => withRun(current, { ...findRun(current, id), abandoned: true }), state);
    case "violation_found": {
      const { run, path, what } = event;
      return { ...state, totals: { ...state.totals, violations: [...state.totals.violations, { run, path, what }] } };
    }
  }
}

function started(event: Extract<RunEvent, { type: "run_started" }>, at: string): Run {
  const { type: _, run, ...facts } = event;
  return { ...facts, id: run, startedAt: at, repeats: [] };
}

/** A run that starts again after a crash takes its own place. */
function withRun(state: State, run: Run): State {
  if (run.role === "survey") return { ...state, setup: { ...state.setup, runs: replaced(state.setup.runs, run) } };
  if (run.role === "final-review" || !state.round) {
    return { ...state, finalReview: { ...state.finalReview, runs: replaced(state.finalReview.runs, run) } };
  }
  return { ...state, round: { ...state.round, runs: replaced(state.round.runs, run) } };
}

function replaced(runs: readonly Run[], run: Run): readonly Run[] {
  const at = runs.findIndex((one) => one.id === run.id);
  return at < 0 ? [...runs, run] : runs.with(at, run);
}

function findRun(state: State, id: string): Run {
  const isIt = (one: Run) => one.id === id;
  const run = state.round?.runs.find(isIt) ?? state.finalReview.runs.find(isIt) ?? state.setup.runs.find(isIt);
  if (!run) throw new InternalError(`the run ${id} was never started`);
  return run;
}

function counted(totals: Totals, run: Run, end: Omit<RunEnd, "at">): Totals {
  const role = totals.usage[run.role];
  const examples = run.example ? countExample(totals.examples, run.example.tier, end.gate.success) : totals.examples;
  return {
    ...totals,
    examples,
    attempts: totals.attempts + 1,
    firstAttempts: totals.firstAttempts + (run.attempt === 1 ? 1 : 0),
    validAtFirst: totals.validAtFirst + (run.attempt === 1 && end.gate.success ? 1 : 0),
    usage: {
      ...totals.usage,
      [run.role]: {
        ...addUsage(role, end.usage),
        runs: role.runs + 1,
        failed: role.failed + (end.gate.success ? 0 : 1),
      },
    },
  };
}

function countExample(examples: Totals["examples"], tier: string, success: boolean): Totals["examples"] {
  const before = examples[tier] ?? { used: 0, succeeded: 0 };
  return { ...examples, [tier]: { used: before.used + 1, succeeded: before.succeeded + (success ? 1 : 0) } };
}
