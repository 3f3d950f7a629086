import type { FileData, FileStream, Files } from "../../ports/files.ts";
import type { BusyPaths } from "./busy-paths.ts";
import type { FolderWatch } from "./folder-watch.ts";
import type { OwnCopy } from "./own-copy.ts";

export interface Guarding {
  readonly busy: BusyPaths;
  /** The watch, once there is one: it is told of everything that we do. */
  watch(): FolderWatch | undefined;
  /** The watch while somebody else may be writing. Asked anew before each use: that may end at any time. */
  suspecting(): FolderWatch | undefined;
}

/** The same files, which tell the watch what they do, and use nothing that somebody else has changed. */
export function guardedFiles(files: Files, guarding: Guarding): Files {
  return {
    root: files.root,
    absolute: (path) => {
      guarding.suspecting()?.inspect(path);
      return files.absolute(path);
    },
    ...reading(files, guarding),
    ...writing(files, guarding),
    ...removing(files, guarding),
  };
}

function reading(files: Files, guarding: Guarding) {
  const { suspecting } = guarding;
  /** What is ours is read from the copy, so that it does not matter what stands there meanwhile. */
  const read = (path: string): Promise<Uint8Array | undefined> =>
    steadily(guarding, [path], async () => {
      const kept = suspecting()?.own.get(path);
      return kept?.kind === "file" ? Uint8Array.from(kept.content.whole()) : files.read(path);
    });
  return {
    read,
    readText: async (path) => {
      if (suspecting() === undefined) return files.readText(path);
      const bytes = await read(path);
      return bytes === undefined ? undefined : Buffer.from(bytes).toString("utf8");
    },
    stat: (path) => steadily(guarding, [path], () => files.stat(path)),
    exists: (path) => steadily(guarding, [path], () => files.exists(path)),
    list: (folder, options) =>
      steadily(guarding, [folder], () => {
        const watch = suspecting();
        if (watch && !watch.own.isOpen(folder)) watch.check();
        return files.list(folder, options);
      }),
  } satisfies Partial<Files>;
}

const MOST_TRIES = 4;

/** Sees to the paths first; what then fails because somebody changed them meanwhile is put right and done again. */
async function steadily<T>({ suspecting }: Guarding, paths: readonly string[], work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    for (const path of paths) suspecting()?.inspect(path);
    try {
      return await work();
    } catch (error) {
      if (tries === MOST_TRIES || !isPutRight(suspecting(), paths)) throw error;
    }
  }
}

function isPutRight(watch: FolderWatch | undefined, paths: readonly string[]): boolean {
  const before = watch?.changesSeen;
  for (const path of paths) watch?.inspect(path);
  return watch?.changesSeen !== before;
}

/**
 * Does something of ours at these paths and tells the watch when it is done. Where it failed it may be done in part, and
 * where the watch took everything as it is meanwhile it may have seen a part: then it looks again, unless somebody else
 * may be writing, too: what failed then is put back to what it was.
 */
async function doing<T>(
  guarding: Guarding,
  paths: readonly string[],
  work: () => Promise<T>,
  done: (own: OwnCopy, result: T) => void,
): Promise<T> {
  const { busy, watch, suspecting } = guarding;
  const lookAgain = () => {
    for (const path of paths) watch()?.own.adopt(path);
  };
  const seen = watch()?.changesSeen ?? 0;
  const result = await steadily(guarding, paths, async () => {
    const generation = watch()?.generation;
    busy.enter(paths);
    try {
      const result = await work();
      const now = watch();
      if (now && now.generation === generation) done(now.own, result);
      else lookAgain();
      return result;
    } catch (error) {
      if (suspecting() === undefined) lookAgain();
      throw error;
    } finally {
      busy.leave(paths);
    }
  });
  // What was put back meanwhile left these paths out, also where the last program has ended since.
  if ((watch()?.changesSeen ?? 0) !== seen) for (const path of paths) watch()?.inspect(path);
  return result;
}

function writing(files: Files, guarding: Guarding) {
  return {
    writeAtomic: (path, data, options) =>
      doing(
        guarding,
        [path],
        () => files.writeAtomic(path, data, options),
        (own) => own.wrote(path, data),
      ),
    createExclusive: (path, data, options) =>
      doing(
        guarding,
        [path],
        () => files.createExclusive(path, data, options),
        (own, made) => made && own.wrote(path, data),
      ),
    openStream: async (path, mode) => {
      const stream = await doing(
        guarding,
        [path],
        () => files.openStream(path, mode),
        (own) => own.opened(path, mode),
      );
      return guardedStream(files, path, stream, guarding);
    },
    truncate: (path, bytes, options) =>
      doing(
        guarding,
        [path],
        () => files.truncate(path, bytes, options),
        (own) => own.adopt(path),
      ),
    touch: (path) =>
      doing(
        guarding,
        [path],
        () => files.touch(path),
        (own) => own.touched(path),
      ),
    makeFolder: (path) =>
      doing(
        guarding,
        [path],
        () => files.makeFolder(path),
        (own) => own.madeFolder(path),
      ),
  } satisfies Partial<Files>;
}

function removing(files: Files, guarding: Guarding) {
  return {
    rename: (from, to, options) =>
      doing(
        guarding,
        [from, to],
        () => files.rename(from, to, options),
        (own) => own.moved(from, to),
      ),
    remove: (path) =>
      doing(
        guarding,
        [path],
        () => files.remove(path),
        (own) => own.removed(path),
      ),
    removeTree: (path) =>
      doing(
        guarding,
        [path],
        () => files.removeTree(path),
        (own) => own.removed(path),
      ),
  } satisfies Partial<Files>;
}

/** A stream goes on in the file that was put back when somebody took its own away. */
function guardedStream(files: Files, path: string, first: FileStream, guarding: Guarding): FileStream {
  let stream = Promise.resolve(first);
  let isClosed = false;
  const restored = () => guarding.watch()?.timesRestored(path) ?? 0;
  let known = restored();
  const standing = async (): Promise<FileStream> => {
    const isOurs = guarding.watch()?.own.get(path)?.kind === "file";
    if (restored() === known || isClosed || !isOurs) return stream;
    known = restored();
    const before = stream;
    // Opened before anything is waited for: after a rename of ours that follows it would make a new file.
    stream = files.openStream(path, "append");
    await (await before).close();
    return stream;
  };
  return {
    write: (data: FileData) =>
      doing(
        guarding,
        [path],
        async () => (await standing()).write(data),
        (own) => own.appended(path, data),
      ),
    sync: (what) => steadily(guarding, [path], async () => (await standing()).sync(what)),
    length: async () => {
      for (let tries = 1; ; tries += 1) {
        const bytes = await steadily(guarding, [path], async () => (await standing()).length());
        const kept = guarding.suspecting()?.own.get(path);
        const isRight = kept?.kind !== "file" || kept.content.bytes === bytes;
        // Somebody came between the look at the file and its length.
        if (isRight || tries === MOST_TRIES || !isPutRight(guarding.suspecting(), [path])) return bytes;
      }
    },
    close: async () => {
      isClosed = true;
      await (await stream).close();
    },
  };
}
