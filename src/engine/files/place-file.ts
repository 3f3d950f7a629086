import { closeSync, openSync, renameSync, unlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { FileData, PlaceOption } from "../../ports/files.ts";
import { errorCode, lookAt } from "./file-errors.ts";
import type { FolderSync } from "./folder-sync.ts";
import { syncData } from "./node-file-stream.ts";
import { retryBusy } from "./retry-busy.ts";

/** The parts of an atomic write, so that a test can stop between them. */
export type FileStep = "temporary-written" | "temporary-synced" | "placed";

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
  readonly sync: NonNullable<PlaceOption["sync"]>;
}

/** Puts a file in the place of what stood there, all at once. */
export function replaceFile(placing: Placing, { target, data, sync }: Placement): Promise<void> {
  return withTemporary(placing, target, async (temporary) => {
    const handle = inFolder(placing, temporary, () => openSync(temporary, "w"));
    try {
      writeFileSync(handle, data);
      placing.onStep("temporary-written", target);
      if (sync === true) {
        await syncData(handle);
        placing.onStep("temporary-synced", target);
      }
      retryBusy(placing.platform, () => inFolder(placing, target, () => renameSync(temporary, target)));
      placing.onStep("placed", target);
      const content = sync === "together" ? syncData(handle) : undefined;
      if (sync) await Promise.all([content, placing.folders.sync(dirname(target))]);
    } finally {
      closeSync(handle);
    }
  });
}

/** Makes a file where nothing stands; false when something does. Of several callers one makes it. */
export async function createFile(placing: Placing, { target, data, sync }: Placement): Promise<boolean> {
  const handle = inFolder(placing, target, () => openNew(target));
  if (handle === undefined) return false;
  try {
    writeFileSync(handle, data);
    placing.onStep("placed", target);
    if (sync) await Promise.all([syncData(handle), placing.folders.sync(dirname(target))]);
    return true;
  } catch (error) {
    discard(target);
    throw error;
  } finally {
    closeSync(handle);
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
