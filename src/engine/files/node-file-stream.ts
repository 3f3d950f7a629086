import { type BigIntStats, closeSync, fdatasync, fstatSync, statSync, writeFileSync } from "node:fs";
import type { FileStream } from "../../ports/files.ts";
import { fileError, unlessMissing } from "./file-errors.ts";

export interface NodeStreamPlace {
  /** An open file, which the stream closes. */
  readonly handle: number;
  /** Absolute. */
  readonly absolute: string;
  /** As messages name it. */
  readonly path: string;
  /** Makes the file's name durable; called once, at the first sync. */
  syncFolder(): Promise<void>;
}

/**
 * Writes are synchronous: a small one takes less time than handing it to a thread. Syncs are not: they wait for the
 * disk, and agents go on meanwhile.
 */
export function nodeFileStream(place: NodeStreamPlace): FileStream {
  let closed = false;
  let named = false;
  let ours: BigIntStats | undefined;
  const handle = () => {
    if (closed) throw new Error("it was closed");
    return place.handle;
  };
  return {
    write: (data) => told("Writing", place.path, () => writeFileSync(handle(), data)),
    sync: () =>
      told("Syncing", place.path, async () => {
        await syncData(handle());
        if (!named) await place.syncFolder();
        named = true;
      }),
    length: () =>
      told("Looking at", place.path, () => {
        const open = handle();
        ours ??= fstatSync(open, { bigint: true }); // asked before each append, and always the same
        return lengthAt(place.absolute, ours);
      }),
    async close() {
      if (closed) return;
      closed = true;
      closeSync(place.handle);
    },
  };
}

/** Runs it, and says in our words what the system refused. */
export async function told<T>(doing: string, path: string, call: () => T | Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw fileError(doing, path, error);
  }
}

/** Content and length, which is all that a reader needs after a power cut. */
export function syncData(handle: number): Promise<void> {
  return new Promise((resolve, reject) => fdatasync(handle, (error) => (error ? reject(error) : resolve())));
}

/** The length of what stands at a path, if that is our file still. */
function lengthAt(absolute: string, ours: BigIntStats): number | undefined {
  const there = unlessMissing(() => statSync(absolute, { bigint: true }));
  return there?.ino === ours.ino && there.dev === ours.dev ? Number(there.size) : undefined;
}
