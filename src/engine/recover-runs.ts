import type { RunName } from "../mediator/effect.ts";
import { isRunning, runsOf } from "../mediator/queries.ts";
import { attemptPath, SCRATCH } from "../mediator/session-paths.ts";
import type { Run, State } from "../mediator/state.ts";
import { findAnswer } from "./attempt-file.ts";
import { type EngineParts, record } from "./engine-parts.ts";
import { judgeOutcome } from "./judge-outcome.ts";
import { recordEnd } from "./record-end.ts";

/**
 * Runs that started and never ended belong to a process that died. A complete answer in `attempts/` is used instead of
 * being paid for again; the others are abandoned, and the Mediator decides whether they start again (SPEC 15.2).
 */
export async function recoverRuns(parts: EngineParts): Promise<void> {
  const { store } = parts;
  const lost: string[] = [];
  for (const run of runsOf(store.state).filter(isRunning)) {
    const name = nameOf(store.state, run);
    const bytes = await findAnswer(store.files, attemptPath(name), run.answered?.sha256);
    if (bytes === undefined) lost.push(run.id);
    else await recover(parts, name, bytes, run);
  }
  await abandon(parts, lost);
  await removeScratch(parts);
}

/** The process may have died between the end of a run and the removal of its folder. What a person began to write stays. */
async function removeScratch({ store }: EngineParts): Promise<void> {
  const unfinished = runsOf(store.state).filter((run) => run.end === undefined);
  const inUse = new Set(unfinished.map((run) => run.folder));
  for (const { path } of await store.files.list(SCRATCH)) if (!inUse.has(path)) await store.files.removeTree(path);
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
