import { InternalError } from "../../errors/whetstone-error.ts";
import { addUsage } from "../../model/usage.ts";
import { runsOf } from "../queries.ts";
import type { Run, RunEnd, State, Totals } from "../state.ts";
import { type Folds, withPart, withRound } from "./folds.ts";

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
    return withPart(withRun(state, { ...run, end: { ...end, at } }), "totals", counted(state.totals, run, end));
  },
  runs_abandoned: (state, { runs }) =>
    runs.reduce((current, id) => withRun(current, { ...findRun(current, id), abandoned: true }), state),
  violation_found: (state, { run, path, what, kept }) => {
    const shown = kept === undefined ? what : `${what}, your own spec; the earlier text is in ${kept}`;
    const violation = { run, path, what: shown, ...(kept === undefined ? {} : { kept }) };
    return withPart(state, "totals", { violations: [...state.totals.violations, violation] });
  },
} satisfies Partial<Folds>;

/** A run that starts again after a crash takes its own place. */
function withRun(state: State, run: Run): State {
  const { setup, finalReview, round } = state;
  if (run.role === "survey") return withPart(state, "setup", { runs: replaced(setup.runs, run) });
  if (run.role === "final-review" || !round) {
    return withPart(state, "finalReview", { runs: replaced(finalReview.runs, run) });
  }
  return withRound(state, { runs: replaced(round.runs, run) });
}

function replaced(runs: readonly Run[], run: Run): readonly Run[] {
  const at = runs.findIndex(({ id }) => id === run.id);
  return at < 0 ? [...runs, run] : runs.with(at, run);
}

function findRun(state: State, id: string): Run {
  const run = runsOf(state).find((started) => started.id === id);
  if (!run) throw new InternalError(`the run ${id} was never started`);
  return run;
}

function counted(totals: Totals, { role, attempt, notice, example }: Run, end: Omit<RunEnd, "at">): Partial<Totals> {
  const used = totals.usage[role];
  const succeeded = end.gate.success ? 1 : 0;
  const first = attempt === 1 ? 1 : 0;
  return {
    examples: example ? countExample(totals.examples, example.tier, succeeded) : totals.examples,
    attempts: totals.attempts + 1,
    retries: totals.retries + (notice === undefined ? 0 : 1),
    firstAttempts: totals.firstAttempts + first,
    validAtFirst: totals.validAtFirst + first * succeeded,
    usage: {
      ...totals.usage,
      [role]: { ...addUsage(used, end.usage), runs: used.runs + 1, failed: used.failed + 1 - succeeded },
    },
  };
}

function countExample(examples: Totals["examples"], tier: string, success: number): Totals["examples"] {
  const { used, succeeded } = examples[tier] ?? { used: 0, succeeded: 0 };
  return { ...examples, [tier]: { used: used + 1, succeeded: succeeded + success } };
}
