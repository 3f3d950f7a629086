import { InternalError } from "../../errors/whetstone-error.ts";
import { addUsage } from "../../model/usage.ts";
import type { Run, RunEnd, State, Totals } from "../state.ts";
import type { Folds } from "./folds.ts";

export const runFolds = {
  run_started: (state, { type: _, run, ...facts }, at) =>
    withRun(state, { ...facts, id: run, startedAt: at, repeats: [] }),
  run_repeated: (state, { run: id, reason, waitSeconds }) => {
    const run = findRun(state, id);
    return withRun(state, { ...run, repeats: [...run.repeats, { reason, waitSeconds }] });
  },
  run_answered: (state, { run, sha256, usage }) =>
    withRun(state, { ...findRun(state, run), answered: { sha256, usage } }),
  run_ended: (state, { type: _, run: id, ...end }, at) => {
    const { answered: _answered, ...run } = findRun(state, id);
    return { ...withRun(state, { ...run, end: { ...end, at } }), totals: counted(state.totals, run, end) };
  },
  runs_abandoned: (state, { runs }) =>
    runs.reduce((current, id) => withRun(current, { ...findRun(current, id), abandoned: true }), state),
  violation_found: (state, { run, path, what, kept }) => {
    const shown = kept === undefined ? what : `${what}, your own spec; the earlier text is in ${kept}`;
    const violations = [
      ...state.totals.violations,
      { run, path, what: shown, ...(kept === undefined ? {} : { kept }) },
    ];
    return { ...state, totals: { ...state.totals, violations } };
  },
} satisfies Partial<Folds>;

/** A run that starts again after a crash takes its own place. */
function withRun(state: State, run: Run): State {
  if (run.role === "survey") return { ...state, setup: { ...state.setup, runs: replaced(state.setup.runs, run) } };
  if (run.role === "final-review" || !state.round) {
    return { ...state, finalReview: { ...state.finalReview, runs: replaced(state.finalReview.runs, run) } };
  }
  return { ...state, round: { ...state.round, runs: replaced(state.round.runs, run) } };
}

function replaced(runs: readonly Run[], run: Run): readonly Run[] {
  const at = runs.findIndex(({ id }) => id === run.id);
  return at < 0 ? [...runs, run] : runs.with(at, run);
}

function findRun(state: State, id: string): Run {
  const isIt = (run: Run) => run.id === id;
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
