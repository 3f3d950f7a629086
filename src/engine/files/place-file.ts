import {
  closeSync,
  fchmodSync,
  fdatasync,
  fstatSync,
  fsync,
  mkdirSync,
  openSync,
  renameSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import type { FileData } from "../../ports/files.ts";
import { errorCode, lookAt } from "./file-errors.ts";

/** The steps of a write, so that a test can stop between them. */
export type FileStep = "emptied" | "temporary-written" | "temporary-synced" | "placed";

export interface Placing {
  readonly folders: FolderSync;
  /** The files whose names are durable, by path. */
  readonly named: Map<string, number>;
  /** The absolute folder for temporary files; undefined means beside the target. */
  scratch(): string | undefined;
  /** `target` is the absolute path of the file that is being placed. */
  onStep(step: FileStep, target: string): void;
}

let temporaries = 0;

interface Placement {
  readonly target: string;
  readonly data: FileData;
  readonly sync: boolean;
}

export function replaceFile(placing: Placing, { target, data, sync }: Placement): Promise<void> {
  return withTemporary(placing, target, async (temporary) => {
    const handle = ensuringFolder(placing, temporary, () => openSync(temporary, "w"));
    try {
      keepMode(handle, target);
      writeFileSync(handle, data);
      placing.onStep("temporary-written", target);
      if (sync) {
        await syncData(handle);
        placing.onStep("temporary-synced", target);
      }
      retryBusy(() => ensuringFolder(placing, target, () => renameSync(temporary, target)));
      placing.onStep("placed", target);
      if (sync) await placing.folders.sync(dirname(target));
    } finally {
      closeSync(handle);
    }
  });
}

/** Who may read the file that is replaced may read the new one, and nobody else. */
function keepMode(handle: number, target: string): void {
  const there = statSync(target, { throwIfNoEntry: false });
  if (there?.isFile()) fchmodSync(handle, there.mode & 0o777);
}

/** Writes without a temporary file: content and name are synced at once instead of one after the other. */
export async function writeInPlace(placing: Placing, { target, data, sync }: Placement): Promise<void> {
  const handle = retryBusy(() => ensuringFolder(placing, target, () => openSync(target, "w")));
  placing.onStep("emptied", target);
  return fillFile(placing, handle, { target, data, sync });
}

async function fillFile(placing: Placing, handle: number, { target, data, sync }: Placement): Promise<void> {
  try {
    writeFileSync(handle, data);
    placing.onStep("placed", target);
    if (sync) await Promise.all([syncData(handle), placing.folders.sync(dirname(target))]);
  } finally {
    closeSync(handle);
  }
}

/** Adds to the end of a file. A small synchronous write is faster than passing it to a thread. */
export function appendToFile(placing: Placing, target: string, data: FileData): void {
  const handle = ensuringFolder(placing, target, () => openSync(target, "a"));
  try {
    writeFileSync(handle, data);
  } finally {
    closeSync(handle);
  }
}

/** Syncs the folder, too, unless the same file was synced before: then its name is durable. */
export async function syncFile({ folders, named }: Placing, target: string): Promise<void> {
  const handle = openSync(target, "r+");
  try {
    const { ino } = fstatSync(handle);
    if (named.get(target) === ino) return await syncData(handle);
    await Promise.all([syncData(handle), folders.sync(dirname(target))]);
    named.set(target, ino);
  } finally {
    closeSync(handle);
  }
}

/** Syncs content and length without other metadata: enough for reading after a power cut. */
function syncData(handle: number): Promise<void> {
  return new Promise((resolve, reject) => fdatasync(handle, (error) => (error ? reject(error) : resolve())));
}

/** Creates a file; false if it exists. Of several callers at once only one creates it. */
export async function createFile(placing: Placing, { target, data, sync }: Placement): Promise<boolean> {
  const handle = ensuringFolder(placing, target, () => openNew(target));
  if (handle === undefined) return false;
  try {
    await fillFile(placing, handle, { target, data, sync });
    return true;
  } catch (error) {
    discard(target);
    throw error;
  }
}

function openNew(target: string): number | undefined {
  try {
    return openSync(target, "wx");
  } catch (error) {
    if (errorCode(error) === "EEXIST") return undefined;
    throw error;
  }
}

/** Retries the call after creating the folder of `target`, if that was missing. */
function ensuringFolder<T>(placing: Placing, target: string, call: () => T): T {
  try {
    return call();
  } catch (error) {
    if (errorCode(error) !== "ENOENT") throw error;
    placing.folders.make(dirname(target));
    return call();
  }
}

const MOST_TRIES = 4;

/** Runs the work with a temporary file, removed if it fails; repeats it if another process deleted the folder. */
async function withTemporary(placing: Placing, target: string, work: (temporary: string) => Promise<void>) {
  for (let tries = 1; ; tries += 1) {
    const temporary = temporaryFor(placing, target);
    try {
      return await work(temporary);
    } catch (error) {
      const isSwept = errorCode(error) === "ENOENT" && lookAt(temporary) === undefined;
      discard(temporary);
      if (!isSwept || tries === MOST_TRIES) throw error;
    }
  }
}

/** Whether a file of this name is a temporary file that a process left when it died while writing `target`. */
export function isTemporaryOf(name: string, target: string): boolean {
  return name.startsWith(`.${target}.`) && /^\d+-\d+\.tmp$/.test(name.slice(target.length + 2));
}

function temporaryFor(placing: Placing, target: string): string {
  temporaries += 1;
  const mark = `${process.pid}-${temporaries}.tmp`;
  const scratch = placing.scratch();
  return scratch === undefined ? join(dirname(target), `.${basename(target)}.${mark}`) : join(scratch, mark);
}

function discard(temporary: string): void {
  try {
    unlinkSync(temporary);
  } catch {
    // it may be gone already, and the first error is the one to report
  }
}

/** Error codes of systems and network disks that cannot sync a folder. */
const CANNOT = new Set(["EINVAL", "ENOTSUP", "EOPNOTSUPP", "EISDIR", "EPERM", "EACCES", "EBADF"]);

/**
 * Makes file names durable. After a power cut a synced file is found only if its folder was synced too, and a new
 * folder only if its parent was: so parents of new folders are remembered until they are synced.
 */
interface FolderSync {
  make(folder: string): void;
  /** Syncs the folder and the parents that got a new folder. */
  sync(folder: string): Promise<void>;
}

export function folderSync(platform: NodeJS.Platform = process.platform): FolderSync {
  const changed = new Set<string>();
  return {
    make(folder) {
      const first = mkdirSync(folder, { recursive: true });
      if (first === undefined) return;
      for (let made = folder; made !== dirname(first); made = dirname(made)) changed.add(dirname(made));
    },
    async sync(folder) {
      if (platform === "win32") return; // Windows cannot sync folders; NTFS journals names itself
      const above = [...changed].filter((other) => folder.startsWith(other + sep));
      await Promise.all([folder, ...above].map(syncFolder));
      for (const other of [folder, ...above]) changed.delete(other);
    },
  };
}

async function syncFolder(folder: string): Promise<void> {
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

const BUSY = new Set(["EPERM", "EBUSY", "EACCES"]);
const WAITS = [10, 20, 40, 80, 160, 320, 640];

/** Windows refuses to replace a file while a virus scanner reads it: the call is retried for about a second there. */
export function retryBusy<T>(call: () => T, platform: NodeJS.Platform = process.platform, wait = sleep): T {
  for (const milliseconds of platform === "win32" ? WAITS : []) {
    try {
      return call();
    } catch (error) {
      if (!BUSY.has(errorCode(error))) throw error;
      wait(milliseconds);
    }
  }
  return call();
}

function sleep(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
