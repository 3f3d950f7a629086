import { WhetstoneError } from "../../errors/whetstone-error.ts";
import { renderArchivedDecisions } from "../../mediator/records/render-decisions.ts";
import { renderStatus } from "../../mediator/records/render-status.ts";
import { archiveName } from "../../mediator/rollback/rollback-targets.ts";
import { roundFolder } from "../../mediator/session-paths.ts";
import type { PendingRollback, State } from "../../mediator/state.ts";
import type { UndoneArchive } from "../../model/rollback.ts";
import type { Files } from "../../ports/files.ts";
import { type ArchiveFile, folded, packArchive, pathProblem, unpackArchive } from "./archive-format.ts";

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
  const { reason, retry } = pending;
  const path = archiveName(round, attempt);
  const { contents, renamed } = await folderContents(files, roundFolder(round));
  const metadata = {
    original_round: round,
    rollback_timestamp: at,
    reason,
    attempt_number: attempt,
    user_adjustments: [...retry.adjustments, ...(retry.context === undefined ? [] : [retry.context])],
    session: state.session.id,
    spec: state.session.name,
    back_to_round: pending.to,
    asked_by: pending.by,
    mode: state.config.rollback.mode,
    way_on: retry.way,
    ...(Object.keys(renamed).length === 0 ? {} : { renamed }),
  };
  const all = [
    ...contents,
    text(`decisions_from_round_${round}.md`, renderArchivedDecisions(state, pending.to, round)),
    text("status_at_rollback.md", renderStatus(state)),
    text("rollback_metadata.json", `${JSON.stringify(metadata, null, 2)}\n`),
  ];
  const packed = await packArchive(all);
  await files.writeAtomic(path, packed, { sync: true });
  await readBack(files, path, packed);
  return { round, attempt, path, bytes: packed.byteLength };
}

/** What a person put there must not keep the round from being undone: a name that not every system can hold is replaced. */
async function folderContents(files: Files, folder: string) {
  const contents = new Map<string, ArchiveFile>();
  const renamed: Record<string, string> = {};
  for (const { path, kind } of await files.list(folder, { recursive: true })) {
    const bytes = kind === "file" ? await files.read(path) : undefined;
    if (bytes === undefined) continue;
    let name = pathProblem(path) === undefined ? path : `${folder}/renamed`;
    for (let number = 2; contents.has(folded(name)); number++) name = `${folder}/renamed_${number}`;
    if (name !== path) renamed[name] = path;
    contents.set(folded(name), { path: name, bytes });
  }
  return { contents: [...contents.values()], renamed };
}

/** What the disk has unpacks, and packs to the same bytes again. */
async function readBack(files: Files, path: string, packed: Uint8Array): Promise<void> {
  const found = await unpackArchive((await files.read(path)) ?? new Uint8Array(), path);
  if (Buffer.compare(await packArchive(found), packed) === 0) return;
  throw new WhetstoneError("ARCHIVE_FAILED", "The archive does not read back as it was written; nothing was undone.", {
    target: path,
    fix: "Check the disk, then try again: the round is still in place.",
  });
}

function text(path: string, content: string): ArchiveFile {
  return { path, bytes: new TextEncoder().encode(content) };
}
