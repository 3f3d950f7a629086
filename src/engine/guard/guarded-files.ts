import type { FileData, FileStream, Files } from "../../ports/files.ts";
import type { BusyPaths } from "./busy-paths.ts";
import type { FolderWatch } from "./folder-watch.ts";

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

function reading(files: Files, { suspecting }: Guarding) {
  /** What is ours is read from the copy, so that it does not matter what stands there meanwhile. */
  const read = async (path: string): Promise<Uint8Array | undefined> => {
    const watch = suspecting();
    watch?.inspect(path);
    const kept = watch?.kept(path);
    return kept?.kind === "file" ? Uint8Array.from(kept.content.whole()) : files.read(path);
  };
  const inspected = (path: string): Files => {
    suspecting()?.inspect(path);
    return files;
  };
  return {
    read,
    readText: async (path) => {
      if (suspecting() === undefined) return files.readText(path);
      const bytes = await read(path);
      return bytes === undefined ? undefined : Buffer.from(bytes).toString("utf8");
    },
    stat: async (path) => inspected(path).stat(path),
    exists: async (path) => inspected(path).exists(path),
    list: async (folder, options) => {
      const watch = suspecting();
      if (watch && !watch.isOpen(folder)) watch.check();
      return inspected(folder).list(folder, options);
    },
  } satisfies Partial<Files>;
}

/**
 * Does something of ours at these paths and tells the watch when it is done. Where it failed it may be done in part, and
 * where the watch took everything as it is meanwhile it may have seen a part: then it looks again.
 */
async function doing<T>(
  { busy, watch, suspecting }: Guarding,
  paths: readonly string[],
  work: () => Promise<T>,
  done: (watch: FolderWatch, result: T) => void,
): Promise<T> {
  const suspicious = suspecting();
  for (const path of paths) suspicious?.inspect(path);
  const generation = watch()?.generation;
  const lookAgain = () => {
    for (const path of paths) watch()?.adopt(path);
  };
  busy.enter(paths);
  try {
    const result = await work();
    const now = watch();
    if (now && now.generation === generation) done(now, result);
    else lookAgain();
    return result;
  } catch (error) {
    lookAgain();
    throw error;
  } finally {
    busy.leave(paths);
  }
}

function writing(files: Files, guarding: Guarding) {
  return {
    writeAtomic: (path, data, options) =>
      doing(
        guarding,
        [path],
        () => files.writeAtomic(path, data, options),
        (watch) => watch.wrote(path, data),
      ),
    createExclusive: (path, data, options) =>
      doing(
        guarding,
        [path],
        () => files.createExclusive(path, data, options),
        (watch, made) => made && watch.wrote(path, data),
      ),
    openStream: async (path, mode) => {
      const stream = await doing(
        guarding,
        [path],
        () => files.openStream(path, mode),
        (watch) => watch.opened(path, mode),
      );
      return guardedStream(files, path, stream, guarding);
    },
    truncate: (path, bytes, options) =>
      doing(
        guarding,
        [path],
        () => files.truncate(path, bytes, options),
        (watch) => watch.adopt(path),
      ),
    touch: (path) =>
      doing(
        guarding,
        [path],
        () => files.touch(path),
        (watch) => watch.touched(path),
      ),
    makeFolder: (path) =>
      doing(
        guarding,
        [path],
        () => files.makeFolder(path),
        (watch) => watch.madeFolder(path),
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
        (watch) => watch.moved(from, to),
      ),
    remove: (path) =>
      doing(
        guarding,
        [path],
        () => files.remove(path),
        (watch) => watch.removed(path),
      ),
    removeTree: (path) =>
      doing(
        guarding,
        [path],
        () => files.removeTree(path),
        (watch) => watch.removed(path),
      ),
  } satisfies Partial<Files>;
}

/** A stream goes on in the file that was put back when somebody took its own away. */
function guardedStream(files: Files, path: string, first: FileStream, guarding: Guarding): FileStream {
  let stream = first;
  let isClosed = false;
  const restored = () => guarding.watch()?.timesRestored(path) ?? 0;
  let known = restored();
  const standing = async (): Promise<FileStream> => {
    const watch = guarding.suspecting();
    if (watch === undefined || isClosed) return stream;
    watch.inspect(path);
    if (restored() === known) return stream;
    known = restored();
    await stream.close();
    stream = await files.openStream(path, "append");
    return stream;
  };
  return {
    write: async (data: FileData) => {
      const open = await standing();
      await doing(
        guarding,
        [path],
        () => open.write(data),
        (watch) => watch.appended(path, data),
      );
    },
    sync: async () => (await standing()).sync(),
    length: async () => (await standing()).length(),
    close: async () => {
      isClosed = true;
      await stream.close();
    },
  };
}
