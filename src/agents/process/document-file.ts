import { constants } from "node:fs";
import { lstat, open, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { type Failure, failure, tooLarge } from "../outcomes.ts";

/** Neither bytes nor a failure where there is none. */
export interface DocumentFile {
  readonly bytes?: Uint8Array;
  readonly failure?: Failure;
}

/** A link, a folder, a pipe: reading it would be reading something else. */
const REFUSED = { failure: failure("crashed", "What stands in the document's place is not a plain file.") };

/** Reads a document that an agent was to write: a plain file, since a link could lead to one that it must not read. */
export async function readDocumentFile(path: string, limit: number): Promise<DocumentFile> {
  const entry = await lstat(path).catch(() => undefined);
  if (!entry) return {};
  const folder = await lstat(dirname(path)).catch(() => undefined);
  if (!entry.isFile() || !folder?.isDirectory()) return REFUSED;
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const file = await open(path, flags).catch(() => undefined);
  if (!file) return REFUSED;
  try {
    const { ino, size } = await file.stat();
    if (ino !== entry.ino) return REFUSED;
    const bytes = size > limit ? undefined : await file.readFile();
    return bytes && bytes.length <= limit ? { bytes } : { failure: tooLarge(limit) };
  } finally {
    await file.close();
  }
}

/** A document left by an earlier run must not be taken for this one's. Removes a file or a link, never a folder. */
export async function clearDocumentFile(path: string): Promise<void> {
  await rm(path, { force: true }).catch(() => undefined);
}
