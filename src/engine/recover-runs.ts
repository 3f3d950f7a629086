import type { RunOrder } from "../mediator/effect.ts";
import { attemptPath, scratchFolder } from "../mediator/session-paths.ts";
import type { Run, State } from "../mediator/state.ts";
import type { Usage } from "../ports/agent.ts";
import { findAnswer } from "./attempt-file.ts";
import type { EngineParts } from "./engine-parts.ts";
import { judgeOutcome } from "./judge-outcome.ts";
import { recordEnd } from "./run-end.ts";

/**
 * Runs that the journal has as started and not as ended belong to a process that died. One whose answer stands whole
 * in `attempts/` is used, not bought again; the others are returned, to start anew under the same name.
 */
export async function recoverRuns(parts: EngineParts): Promise<RunOrder[]> {
  const again: RunOrder[] = [];
  for (const run of orphans(parts.store.state)) {
    const order = orderOf(parts.store.state, run);
    const bytes = await findAnswer(parts.store.files, attemptPath(order), run.answered?.sha256);
    if (bytes === undefined) again.push(order);
    else await recover(parts, order, bytes, run.answered?.usage ?? { seconds: 0 });
  }
  return again;
}

async function recover(parts: EngineParts, order: RunOrder, bytes: Uint8Array, usage: Usage): Promise<void> {
  const outcome = { type: "document", bytes, usage } as const;
  const judgement = await judgeOutcome(parts, parts.store.state, order, outcome);
  await parts.store.files.removeTree(scratchFolder(order));
  await recordEnd(parts, order, outcome, judgement, true);
}

function orphans(state: State): Run[] {
  return [...(state.round?.runs ?? []), ...state.finalReview.runs, ...state.setup.runs].filter(
    (run) => run.end === undefined,
  );
}

/** The order that led to the run, read off the state before it. */
function orderOf(state: State, run: Run): RunOrder {
  const runs =
    run.role === "survey"
      ? state.setup.runs
      : run.role === "final-review"
        ? state.finalReview.runs
        : (state.round?.runs ?? []);
  const before = runs.filter((one) => one.role === run.role && one.attempt < run.attempt && sameGaps(one, run)).at(-1);
  const slot = state.round?.slots.find((one) => run.role === "engineer" && run.gaps.includes(one.gap));
  const failure = before?.end?.gate.success === false ? before.end.gate : undefined;
  return {
    id: run.id,
    role: run.role,
    round: state.round?.number ?? state.records.length,
    gaps: run.gaps,
    attempt: run.attempt,
    uncertain: before?.end?.blocked.some((blocked) => blocked.kind === "UNCERTAINTY") ?? false,
    condensed: slot?.condensed ?? false,
    ...(failure === undefined ? {} : { failure }),
    ...(slot?.revision === undefined ? {} : { revision: slot.revision }),
    ...(slot?.given === undefined ? {} : { given: slot.given }),
  };
}

function sameGaps(a: Run, b: Run): boolean {
  return a.gaps.join() === b.gaps.join();
}
