import { type BigIntStats, closeSync, fdatasync, fstatSync, statSync, writeFileSync } from "node:fs";
import type { FileStream } from "../../ports/files.ts";
import { fileError, unlessMissing } from "./file-errors.ts";

interface NodeStreamPlace {
  /** An open file, which the stream closes. */
  readonly handle: number;
  /** Absolute. */
  readonly absolute: string;
  /** The path for messages. */
  readonly path: string;
  /** Syncs the folder so that the file's name is durable; called once, at the first sync. */
  syncFolder(): Promise<void>;
}

/** A small synchronous write is faster than passing it to a thread; syncs wait for the disk while agents continue. */
export function nodeFileStream(place: NodeStreamPlace): FileStream {
  let closed = false;
  let named = false;
  let ours: BigIntStats | undefined;
  const handle = () => {
    if (closed) throw new Error("it was closed");
    return place.handle;
  };
  return {
    write: (data) => withFileErrors("Writing", place.path, () => writeFileSync(handle(), data)),
    sync: () =>
      withFileErrors("Syncing", place.path, async () => {
        await syncData(handle());
        if (!named) await place.syncFolder();
        named = true;
      }),
    length: () =>
      withFileErrors("Looking at", place.path, () => {
        const open = handle();
        ours ??= fstatSync(open, { bigint: true }); // read once: it never changes, and is needed before each append
        return lengthAt(place.absolute, ours);
      }),
    async close() {
      if (closed) return;
      closed = true;
      closeSync(place.handle);
    },
  };
}

/** Turns what the system refuses into an error that a person can act on. */
export async function withFileErrors<T>(doing: string, path: string, call: () => T | Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw fileError(doing, path, error);
  }
}

/** Syncs content and length without other metadata: enough for reading after a power cut. */
export function syncData(handle: number): Promise<void> {
  return new Promise((resolve, reject) => fdatasync(handle, (error) => (error ? reject(error) : resolve())));
}

/** The length of the file at the path, if it is still the file that we opened. */
function lengthAt(absolute: string, ours: BigIntStats): number | undefined {
  const there = unlessMissing(() => statSync(absolute, { bigint: true }));
  return there?.ino === ours.ino && there.dev === ours.dev ? Number(there.size) : undefined;
}
