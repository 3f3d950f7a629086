import { constants } from "node:fs";
import { lstat, open, rm } from "node:fs/promises";
import { dirname } from "node:path";

export type DocumentFile =
  | { readonly type: "none" }
  | { readonly type: "found"; readonly bytes: Uint8Array }
  | { readonly type: "too-large" }
  /** A link, a folder, a pipe: reading it would be reading something else. */
  | { readonly type: "refused" };

/** Reads a document that an agent was to write: a plain file, since a link could lead to one that it must not read. */
export async function readDocumentFile(path: string, limit: number): Promise<DocumentFile> {
  const entry = await lstat(path).catch(() => undefined);
  if (!entry) return { type: "none" };
  const folder = await lstat(dirname(path)).catch(() => undefined);
  if (!entry.isFile() || !folder?.isDirectory()) return { type: "refused" };
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const file = await open(path, flags).catch(() => undefined);
  if (!file) return { type: "refused" };
  try {
    const opened = await file.stat();
    if (!opened.isFile() || opened.ino !== entry.ino) return { type: "refused" };
    if (opened.size > limit) return { type: "too-large" };
    const bytes = await file.readFile();
    return bytes.length > limit ? { type: "too-large" } : { type: "found", bytes };
  } finally {
    await file.close();
  }
}

/** A document left by an earlier run must not be taken for this one's. Removes a file or a link, never a folder. */
export async function clearDocumentFile(path: string): Promise<void> {
  await rm(path, { force: true }).catch(() => undefined);
}
