import type { RunName } from "../mediator/effect.ts";
import { isRunning, runsOf } from "../mediator/queries.ts";
import { attemptPath, SCRATCH } from "../mediator/session-paths.ts";
import type { Run, State } from "../mediator/state.ts";
import { findAnswer } from "./attempt-file.ts";
import { type EngineParts, record } from "./engine-parts.ts";
import { judgeOutcome } from "./judge-outcome.ts";
import { recordEnd } from "./record-end.ts";
import { adoptRun, type StartedRun } from "./run-agent.ts";

/**
 * Runs that started and never ended belong to a process that died. A complete answer in `attempts/` is used instead of
 * being paid for again; a run whose program still works, or has finished since, is adopted and returned; the others are
 * abandoned. The Mediator decides whether they start again (SPEC 15.2).
 */
export async function recoverRuns(parts: EngineParts): Promise<ReadonlyMap<string, StartedRun>> {
  const { store } = parts;
  const adopted = new Map<string, StartedRun>();
  const lost: string[] = [];
  for (const run of runsOf(store.state).filter(isRunning)) {
    const name = nameOf(store.state, run);
    const bytes = await findAnswer(store.files, attemptPath(name), run.answered?.sha256);
    const adoptedRun = bytes === undefined ? adoptRun(parts, name, run) : undefined;
    if (bytes !== undefined) await recover(parts, name, bytes, run);
    else if (adoptedRun !== undefined) adopted.set(run.id, adoptedRun);
    else lost.push(run.id);
  }
  await abandon(parts, lost);
  await removeScratch(parts);
  return adopted;
}

/** The process may have died between the end of a run and the removal of its folder. What a person began to write stays. */
async function removeScratch({ store }: EngineParts): Promise<void> {
  const unfinished = runsOf(store.state).filter((run) => run.end === undefined);
  const inUse = new Set(unfinished.map((run) => run.folder));
  for (const { path } of await store.work.list(SCRATCH)) if (!inUse.has(path)) await store.work.removeTree(path);
}

/** Records that the runs under way were interrupted by the User. */
export async function abandonRuns(parts: Pick<EngineParts, "store" | "observe">): Promise<void> {
  const running = runsOf(parts.store.state).filter(isRunning);
  await abandon(
    parts,
    running.map((run) => run.id),
  );
}

async function abandon(parts: Pick<EngineParts, "store" | "observe">, runs: readonly string[]): Promise<void> {
  if (runs.length > 0) await record(parts, [{ type: "runs_abandoned", runs }]);
}

async function recover(parts: EngineParts, name: RunName, bytes: Uint8Array, run: Run): Promise<void> {
  const { answered } = run;
  const outcome = { type: "document", bytes, usage: answered?.usage ?? { seconds: 0 } } as const;
  const judgement = await judgeOutcome(parts, parts.store.state, name, outcome);
  await recordEnd(parts, name, outcome, judgement, { sha256: answered?.sha256, recovered: true });
}

function nameOf(state: State, { id, role, gaps, attempt }: Run): RunName {
  return { id, role, round: state.round?.number ?? state.records.length, gaps, attempt };
}
