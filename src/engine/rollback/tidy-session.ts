import { currentRound } from "../../mediator/queries.ts";
import { backupsOf } from "../../mediator/records/records-of.ts";
import type { State } from "../../mediator/state.ts";
import type { SessionStore } from "../session-store.ts";
import { writeChanged } from "../spec-files.ts";

/** Brings the session folder to what the journal says of rollbacks; also after a crash (SPEC 13.2). */
export async function tidySession({ files, state }: Pick<SessionStore, "files" | "state">): Promise<void> {
  const entries = await files.list("");
  const names = new Set(entries.map((entry) => entry.path));
  const backups = backupsOf(state);
  const isStale = (path: string) => BACKUP.test(path) && !backups.some((backup) => backup.path === path);
  for (const { path, kind } of entries) {
    if (kind === "folder" && isLeftOver(state, path, names)) await files.removeTree(path);
    if (kind === "file" && (isStale(path) || isSettled(state, path))) await files.remove(path);
  }
  // A process may have died between opening a round and backing up, or a disk have lost some of it.
  for (const { path, text } of backups) await writeChanged(files, path, text);
}

const BACKUP = /^(?:status|decisions)_backup_round_\d{1,6}\.md$/;

/** The folder of a round that the journal no longer has, and whose archive stands beside it. */
function isLeftOver(state: State, folder: string, names: ReadonlySet<string>): boolean {
  const round = Number(/^round_(\d{3,6})$/.exec(folder)?.[1] ?? 0);
  if (round <= currentRound(state)) return false;
  return state.rollbacks.some(({ archives }) =>
    archives.some((archive) => archive.round === round && names.has(archive.path)),
  );
}

/** The journal says that it is deleted, or stands in cold storage. */
function isSettled(state: State, path: string): boolean {
  return state.archives.settled?.some((fate) => fate.path === path && fate.became !== "kept") ?? false;
}
