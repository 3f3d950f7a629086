import { closeSync, fsync, mkdirSync, openSync } from "node:fs";
import { dirname, sep } from "node:path";
import { errorCode } from "./file-errors.ts";

/** Systems and network disks that cannot sync a folder say so in these words. */
const CANNOT = new Set(["EINVAL", "ENOTSUP", "EOPNOTSUPP", "EISDIR", "EPERM", "EACCES", "EBADF"]);

/**
 * Makes names durable. A synced file is found again after a power cut only if its folder was synced as well, and the
 * folder only if its own parent was: so the parents of new folders are remembered until they are synced.
 */
export interface FolderSync {
  /** Makes the folder and what is missing above it. */
  make(folder: string): void;
  /** Syncs the folder, and those above it that got a new folder. */
  sync(folder: string): Promise<void>;
}

export function folderSync(platform: NodeJS.Platform): FolderSync {
  const changed = new Set<string>();
  return {
    make(folder) {
      const first = mkdirSync(folder, { recursive: true });
      if (first === undefined) return;
      for (let made = folder; made !== dirname(first); made = dirname(made)) changed.add(dirname(made));
    },
    async sync(folder) {
      if (platform === "win32") return; // folders cannot be synced there; NTFS keeps a journal of names itself
      const above = [...changed].filter((other) => folder.startsWith(other + sep));
      await Promise.all([folder, ...above].map(syncOne));
      for (const other of [folder, ...above]) changed.delete(other);
    },
  };
}

async function syncOne(folder: string): Promise<void> {
  let handle: number | undefined;
  try {
    handle = openSync(folder, "r");
    await syncHandle(handle);
  } catch (error) {
    if (!CANNOT.has(errorCode(error))) throw error;
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

function syncHandle(handle: number): Promise<void> {
  return new Promise((resolve, reject) => fsync(handle, (error) => (error ? reject(error) : resolve())));
}
