import { WhetstoneError } from "../../errors/whetstone-error.ts";
import { renderArchivedDecisions } from "../../mediator/records/render-decisions.ts";
import { renderStatus } from "../../mediator/records/render-status.ts";
import { archiveName } from "../../mediator/rollback/rollback-targets.ts";
import { roundFolder } from "../../mediator/session-paths.ts";
import type { PendingRollback, State } from "../../mediator/state.ts";
import type { UndoneArchive } from "../../model/rollback.ts";
import type { Files } from "../../ports/files.ts";
import { type ArchiveFile, packArchive } from "./archive-format.ts";

/** Archives a round (SPEC 13.4). One that is there already belongs to a rollback that was never recorded. */
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

/** Writes an archive so that it stands: synced, and read back. */
export async function writeVerified(files: Files, path: string, bytes: Uint8Array): Promise<void> {
  await files.writeAtomic(path, bytes, { sync: true });
  if (Buffer.compare((await files.read(path)) ?? new Uint8Array(), bytes) === 0) return;
  throw new WhetstoneError("ARCHIVE_FAILED", "The archive does not read back as it was written; nothing was removed.", {
    target: path,
    fix: "Check the disk, then try again: what it holds is still in the session folder.",
  });
}

function text(path: string, content: string): ArchiveFile {
  return { path, bytes: new TextEncoder().encode(content) };
}
