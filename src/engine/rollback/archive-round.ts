import { WhetstoneError } from "../../errors/whetstone-error.ts";
import { currentRound } from "../../mediator/queries.ts";
import { renderArchivedDecisions } from "../../mediator/records/render-decisions.ts";
import { backupsOf, renderStatus } from "../../mediator/records/render-status.ts";
import { archiveName } from "../../mediator/rollback/request-rollback.ts";
import { roundFolder } from "../../mediator/session-paths.ts";
import type { PendingRollback, State } from "../../mediator/state.ts";
import type { UndoneArchive } from "../../model/rollback.ts";
import type { Files } from "../../ports/files.ts";
import type { SessionStore } from "../session-store.ts";
import { writeChanged } from "../spec-files.ts";
import { type ArchiveFile, packArchive } from "./archive-format.ts";

/** Archives a round (SPEC 13.4). An existing archive of that name is overwritten: its rollback was never recorded. */
export async function archiveRound(
  files: Files,
  state: State,
  pending: PendingRollback,
  { round, attempt }: Pick<UndoneArchive, "round" | "attempt">,
): Promise<UndoneArchive> {
  const { reason, retry } = pending;
  const path = archiveName(round, attempt);
  const metadata = {
    original_round: round,
    rollback_timestamp: state.at,
    reason,
    attempt_number: attempt,
    user_adjustments: [...retry.adjustments, ...(retry.context === undefined ? [] : [retry.context])],
  };
  const packed = await packArchive([
    ...(await folderContents(files, roundFolder(round))),
    text(`decisions_from_round_${round}.md`, renderArchivedDecisions(state, pending.to, round)),
    text("status_at_rollback.md", renderStatus(state)),
    text("rollback_metadata.json", `${JSON.stringify(metadata, null, 2)}\n`),
  ]);
  await writeVerified(files, path, packed);
  return { round, attempt, path, bytes: packed.byteLength };
}

async function folderContents(files: Files, folder: string): Promise<ArchiveFile[]> {
  const contents: ArchiveFile[] = [];
  for (const { path, kind } of await files.list(folder, { recursive: true })) {
    const bytes = kind === "file" ? await files.read(path) : undefined;
    if (bytes !== undefined) contents.push({ path, bytes });
  }
  return contents;
}

/** Writes an archive, syncs it, and reads it back. */
export async function writeVerified(files: Files, path: string, bytes: Uint8Array): Promise<void> {
  await files.writeAtomic(path, bytes, { sync: true });
  if (Buffer.compare((await files.read(path)) ?? new Uint8Array(), bytes) === 0) return;
  throw new WhetstoneError(
    "ARCHIVE_FAILED",
    "The archive does not read back as it was written, so nothing was removed.",
    {
      target: path,
      fix: "Check the disk, then try again. Everything in it is still in the session folder.",
    },
  );
}

function text(path: string, content: string): ArchiveFile {
  return { path, bytes: new TextEncoder().encode(content) };
}

/** Makes the session folder match the journal after rollbacks, also after a crash (SPEC 13.2). */
export async function tidySession({ files, state }: Pick<SessionStore, "files" | "state">): Promise<void> {
  const entries = await files.list("");
  const names = new Set(entries.map((entry) => entry.path));
  const backups = backupsOf(state.checkpoints);
  const isStale = (path: string) => BACKUP.test(path) && !backups.some((backup) => backup.path === path);
  for (const { path, kind } of entries) {
    if (kind === "folder" && isLeftOver(state, path, names)) await files.removeTree(path);
    if (kind === "file" && (isStale(path) || isSettled(state, path))) await files.remove(path);
  }
  // A process may have died between opening a round and writing its backups, or the disk may have lost them.
  for (const { path, text } of backups) await writeChanged(files, path, text);
}

const BACKUP = /^(?:status|decisions)_backup_round_\d{1,6}\.md$/;

/** Whether this is the folder of a rolled back round whose archive exists. */
function isLeftOver(state: State, folder: string, names: ReadonlySet<string>): boolean {
  const round = Number(/^round_(\d{3,6})$/.exec(folder)?.[1] ?? 0);
  if (round <= currentRound(state)) return false;
  return state.rollbacks.some(({ archives }) =>
    archives.some((archive) => archive.round === round && names.has(archive.path)),
  );
}

/** Whether the journal says that an archive was deleted or moved to cold storage. */
function isSettled(state: State, path: string): boolean {
  return state.archives.settled?.some((fate) => fate.path === path && fate.became !== "kept") ?? false;
}
