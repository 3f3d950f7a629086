import { closeSync, fsync, mkdirSync, openSync, renameSync, unlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import type { FileData } from "../../ports/files.ts";
import { errorCode, lookAt } from "./file-errors.ts";
import { syncData } from "./node-file-stream.ts";

/** The parts of a write, so that a test can stop between them. */
export type FileStep = "emptied" | "temporary-written" | "temporary-synced" | "placed";

export interface Placing {
  readonly folders: FolderSync;
  readonly platform: NodeJS.Platform;
  /** The absolute folder where files that are not whole yet stand; undefined for beside their target. */
  scratch(): string | undefined;
  /** `target` is the absolute path of the file that is being placed. */
  onStep(step: FileStep, target: string): void;
}

let temporaries = 0;

/** What goes where. */
export interface Placement {
  /** Absolute. */
  readonly target: string;
  readonly data: FileData;
  readonly sync: boolean;
}

/** Puts a file in the place of what stood there, all at once. */
export function replaceFile(placing: Placing, { target, data, sync }: Placement): Promise<void> {
  return withTemporary(placing, target, async (temporary) => {
    const handle = inFolder(placing, temporary, () => openSync(temporary, "w"));
    try {
      writeFileSync(handle, data);
      placing.onStep("temporary-written", target);
      if (sync) {
        await syncData(handle);
        placing.onStep("temporary-synced", target);
      }
      retryBusy(placing.platform, () => inFolder(placing, target, () => renameSync(temporary, target)));
      placing.onStep("placed", target);
      if (sync) await placing.folders.sync(dirname(target));
    } finally {
      closeSync(handle);
    }
  });
}

/** The same under its own name. The disk is asked for content and name in one turn instead of two. */
export async function writeInPlace(placing: Placing, { target, data, sync }: Placement): Promise<void> {
  const handle = retryBusy(placing.platform, () => inFolder(placing, target, () => openSync(target, "w")));
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

/** Makes a file where nothing stands; false when something does. Of several callers one makes it. */
export async function createFile(placing: Placing, { target, data, sync }: Placement): Promise<boolean> {
  const handle = inFolder(placing, target, () => openNew(target));
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

/** Runs it again after making the folder of `target`, if that was what it missed. */
export function inFolder<T>(placing: Placing, target: string, call: () => T): T {
  try {
    return call();
  } catch (error) {
    if (errorCode(error) !== "ENOENT") throw error;
    placing.folders.make(dirname(target));
    return call();
  }
}

const MOST_TRIES = 4;

/**
 * Works with the name of a file that is to be made and placed; where that fails it is removed. A process that opens the
 * session sweeps its scratch folder, also from under one that is just about to ask for it: then it is done again.
 */
async function withTemporary(
  placing: Placing,
  target: string,
  work: (temporary: string) => Promise<void>,
): Promise<void> {
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

/** Whether a file of this name is what a process that died left of placing `target` beside it. */
export function isLeftOf(name: string, target: string): boolean {
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
    // swept already; and the first error is the one to be told
  }
}

/** Systems and network disks that cannot sync a folder say so in these words. */
const CANNOT = new Set(["EINVAL", "ENOTSUP", "EOPNOTSUPP", "EISDIR", "EPERM", "EACCES", "EBADF"]);

/**
 * Makes names durable. A synced file is found again after a power cut only if its folder was synced as well, and the
 * folder only if its own parent was: so the parents of new folders are remembered until they are synced.
 */
interface FolderSync {
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

const BUSY = new Set(["EPERM", "EBUSY", "EACCES"]);
const WAITS = [10, 20, 40, 80, 160, 320, 640];

/**
 * Windows refuses to replace or remove a file for as long as a virus scanner or an indexer looks at it, so there
 * the same call is tried again for a second; elsewhere such an error means what it says.
 */
export function retryBusy<T>(platform: NodeJS.Platform, call: () => T, wait = sleep): T {
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

/** Nothing else goes on meanwhile. */
function sleep(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
