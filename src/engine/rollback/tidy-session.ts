import { currentRound } from "../../mediator/queries.ts";
import { renderDecisions } from "../../mediator/records/render-decisions.ts";
import { renderStatus } from "../../mediator/records/render-status.ts";
import { backupPath } from "../../mediator/session-paths.ts";
import type { State } from "../../mediator/state.ts";
import type { SessionStore } from "../session-store.ts";
import { writeChanged } from "../spec-files.ts";

/** Brings the session folder to what the journal says of rollbacks; also after a crash (SPEC 13.2). */
export async function tidySession({ files, state }: Pick<SessionStore, "files" | "state">): Promise<void> {
  const entries = await files.list("");
  const names = new Set(entries.map((entry) => entry.path));
  for (const { path, kind } of entries) {
    if (kind === "folder" && isLeftOver(state, path, names)) await files.removeTree(path);
    if (kind === "file" && (isStaleBackup(state, path) || isSettled(state, path))) await files.remove(path);
  }
  // A process may have died between opening a round and backing up, or a disk have lost some of it.
  for (const { round, state: then } of state.checkpoints) {
    await writeChanged(files, backupPath("status", round), renderStatus(then));
    await writeChanged(files, backupPath("decisions", round), renderDecisions(then));
  }
}

/** The folder of a round that the journal no longer has, and whose archive stands beside it. */
function isLeftOver(state: State, folder: string, names: ReadonlySet<string>): boolean {
  const round = Number(/^round_(\d{3,6})$/.exec(folder)?.[1] ?? 0);
  if (round <= currentRound(state)) return false;
  return state.rollbacks.some(({ archives }) =>
    archives.some((archive) => archive.round === round && names.has(archive.path)),
  );
}

function isStaleBackup(state: State, path: string): boolean {
  const round = /^(?:status|decisions)_backup_round_(\d{1,6})\.md$/.exec(path)?.[1];
  return round !== undefined && !state.checkpoints.some((checkpoint) => checkpoint.round === Number(round));
}

/** The journal says that it is deleted, or stands in cold storage. */
function isSettled(state: State, path: string): boolean {
  return state.archives.settled?.some((fate) => fate.path === path && fate.became !== "kept") ?? false;
}
