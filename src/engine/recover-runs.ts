import type { RunName } from "../mediator/effect.ts";
import { isRunning, runsOf } from "../mediator/queries.ts";
import { attemptPath, scratchFolder } from "../mediator/session-paths.ts";
import type { Run, State } from "../mediator/state.ts";
import { findAnswer } from "./attempt-file.ts";
import type { EngineParts } from "./engine-parts.ts";
import { judgeOutcome } from "./judge-outcome.ts";
import { record } from "./record.ts";
import { recordEnd } from "./run-end.ts";

/**
 * Runs that the journal has as started and not as ended belong to a process that died. One whose answer stands whole
 * in `attempts/` is used, not bought again; the others are given up: the Mediator says whether and when they start
 * anew, since a question may stand before them (SPEC 15.2).
 */
export async function recoverRuns(parts: EngineParts): Promise<void> {
  const { store } = parts;
  const lost: string[] = [];
  for (const run of runsOf(store.state).filter(isRunning)) {
    const name = nameOf(store.state, run);
    const bytes = await findAnswer(store.files, attemptPath(name), run.answered?.sha256);
    if (bytes === undefined) lost.push(run.id);
    else await recover(parts, name, bytes, run.answered);
  }
  await abandon(parts, lost);
}

/** Gives up what was under way when the person interrupted it: up to here the session worked. */
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

async function recover(parts: EngineParts, name: RunName, bytes: Uint8Array, answered: Run["answered"]): Promise<void> {
  const outcome = { type: "document", bytes, usage: answered?.usage ?? { seconds: 0 } } as const;
  const judgement = await judgeOutcome(parts, parts.store.state, name, outcome);
  await parts.store.files.removeTree(scratchFolder(name));
  await recordEnd(parts, name, outcome, judgement, { sha256: answered?.sha256, recovered: true });
}

function nameOf(state: State, { id, role, gaps, attempt }: Run): RunName {
  return { id, role, round: state.round?.number ?? state.records.length, gaps, attempt };
}
