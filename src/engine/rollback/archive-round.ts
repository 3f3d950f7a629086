import { WhetstoneError } from "../../errors/whetstone-error.ts";
import { renderStatus } from "../../mediator/records/render-status.ts";
import { renderArchivedDecisions, renderMetadata } from "../../mediator/rollback/render-archived.ts";
import { archiveName } from "../../mediator/rollback/rollback-targets.ts";
import { roundFolder } from "../../mediator/session-paths.ts";
import type { PendingRollback, State } from "../../mediator/state.ts";
import type { UndoneArchive } from "../../model/rollback.ts";
import type { Files } from "../../ports/files.ts";
import { type ArchiveFile, packArchive } from "./pack-archive.ts";
import { portablePaths } from "./portable-paths.ts";
import { unpackArchive } from "./unpack-archive.ts";

export interface ArchivedRound {
  readonly round: number;
  readonly attempt: number;
  readonly at: string;
}

/**
 * Writes the archive of a round: its folder, its decisions, what the session looked like, and why (SPEC 13.4). Synced,
 * then read back and compared: only then may the folder go. An archive that is there already is one whose rollback was
 * never recorded, and is replaced.
 */
export async function archiveRound(
  files: Files,
  state: State,
  pending: PendingRollback,
  { round, attempt, at }: ArchivedRound,
): Promise<UndoneArchive> {
  const path = archiveName(round, attempt);
  const { contents, renamed } = await folderContents(files, roundFolder(round));
  const all = [
    ...contents,
    text(`decisions_from_round_${round}.md`, renderArchivedDecisions(state, pending.to, round)),
    text("status_at_rollback.md", renderStatus(state)),
    text("rollback_metadata.json", renderMetadata(state, pending, { round, attempt, at, renamed })),
  ];
  const packed = await packArchive(all);
  await files.writeAtomic(path, packed, { sync: true });
  await readBack(files, path, all);
  return { round, attempt, path, bytes: packed.byteLength };
}

async function folderContents(
  files: Files,
  folder: string,
): Promise<{ contents: ArchiveFile[]; renamed: Record<string, string> }> {
  const paths = (await files.list(folder, { recursive: true }))
    .filter((entry) => entry.kind === "file")
    .map((entry) => entry.path);
  const contents: ArchiveFile[] = [];
  const renamed: Record<string, string> = {};
  for (const [path, portable] of portablePaths(paths)) {
    const bytes = await files.read(path);
    if (bytes !== undefined) contents.push({ path: portable, bytes });
    if (portable !== path) renamed[portable] = path;
  }
  return { contents, renamed };
}

async function readBack(files: Files, path: string, expected: readonly ArchiveFile[]): Promise<void> {
  const found = new Map((await unpackArchive((await files.read(path)) ?? new Uint8Array(), path)).map(byPath));
  const same = expected.every(
    ({ path: name, bytes }) => Buffer.compare(found.get(name) ?? Buffer.alloc(0), bytes) === 0,
  );
  if (same && found.size === expected.length) return;
  throw new WhetstoneError("ARCHIVE_FAILED", "The archive does not read back as it was written; nothing was undone.", {
    target: path,
    fix: "Check the disk, then try again: the round is still in place.",
  });
}

function byPath({ path, bytes }: ArchiveFile): [string, Uint8Array] {
  return [path, bytes];
}

function text(path: string, content: string): ArchiveFile {
  return { path, bytes: new TextEncoder().encode(content) };
}
