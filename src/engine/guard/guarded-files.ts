import type { FileData, FileStream, Files } from "../../ports/files.ts";
import type { FolderWatch } from "./folder-watch.ts";
import type { OwnCopy } from "./own-copy.ts";
import type { Turns } from "./turns.ts";

export interface Guarding {
  readonly turns: Turns;
  /** The watch, once there is one: it is told of everything that we do. */
  watch(): FolderWatch | undefined;
  /** The watch while somebody else may be writing. */
  suspecting(): FolderWatch | undefined;
}

/** The same files, which tell the watch what they do; what is ours is read from its copy while a program runs. */
export function guardedFiles(files: Files, guarding: Guarding): Files {
  return { ...files, ...reading(files, guarding), ...writing(files, guarding) };
}

function reading(files: Files, guarding: Guarding) {
  const kept = (path: string) => {
    const own = guarding.suspecting()?.own.get(path);
    return own?.kind === "file" ? own.content.whole() : undefined;
  };
  return {
    read: async (path) => {
      const bytes = kept(path);
      return bytes ? Uint8Array.from(bytes) : files.read(path);
    },
    readText: async (path) => kept(path)?.toString("utf8") ?? files.readText(path),
    list: async (folder, options) => {
      const watch = guarding.suspecting();
      if (watch && !watch.own.isOpen(folder)) await putRight(guarding);
      return files.list(folder, options);
    },
  } satisfies Partial<Files>;
}

/** Puts the folder right, once nothing of ours is under way. */
export function putRight({ turns, suspecting }: Guarding): Promise<void> {
  return turns.alone(() => suspecting()?.check());
}

const MOST_TRIES = 4;

/** Does something of ours and tells the watch. What fails while a program runs may be its doing: put right, and again. */
async function doing<T>(
  guarding: Guarding,
  paths: readonly string[],
  work: () => Promise<T>,
  done: (own: OwnCopy, result: T) => void,
): Promise<T> {
  const { turns, watch, suspecting } = guarding;
  for (let tries = 1; ; tries += 1) {
    try {
      return await turns.beside(async () => {
        const result = await work();
        const own = watch()?.own;
        if (own) done(own, result);
        return result;
      });
    } catch (error) {
      if (suspecting() === undefined) for (const path of paths) watch()?.own.adopt(path); // it may be done in part
      if (suspecting() === undefined || tries === MOST_TRIES) throw error;
      await putRight(guarding);
    }
  }
}

function writing(files: Files, guarding: Guarding) {
  const at = <T>(path: string, work: () => Promise<T>, done: (own: OwnCopy, result: T) => void) =>
    doing(guarding, [path], work, done);
  return {
    writeAtomic: (path, data, options) =>
      at(
        path,
        () => files.writeAtomic(path, data, options),
        (own) => own.wrote(path, data),
      ),
    createExclusive: (path, data, options) =>
      at(
        path,
        () => files.createExclusive(path, data, options),
        (own, made) => made && own.wrote(path, data),
      ),
    openStream: async (path, mode) => {
      const stream = await at(
        path,
        () => files.openStream(path, mode),
        (own) => own.opened(path, mode),
      );
      return guardedStream(files, path, stream, guarding);
    },
    truncate: (path, bytes, options) =>
      at(
        path,
        () => files.truncate(path, bytes, options),
        (own) => own.adopt(path),
      ),
    touch: (path) =>
      at(
        path,
        () => files.touch(path),
        (own) => own.touched(path),
      ),
    makeFolder: (path) =>
      at(
        path,
        () => files.makeFolder(path),
        (own) => own.madeFolder(path),
      ),
    rename: (from, to, options) =>
      doing(
        guarding,
        [from, to],
        () => files.rename(from, to, options),
        (own) => own.moved(from, to),
      ),
    remove: (path) =>
      at(
        path,
        () => files.remove(path),
        (own) => own.removed(path),
      ),
    removeTree: (path) =>
      at(
        path,
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
  const length = () => guarding.turns.beside(async () => (await standing()).length());
  return {
    write: (data: FileData) =>
      doing(
        guarding,
        [path],
        async () => (await standing()).write(data),
        (own) => own.appended(path, data),
      ),
    sync: (what) => guarding.turns.beside(async () => (await standing()).sync(what)),
    length: async () => {
      const bytes = await length();
      const kept = guarding.suspecting()?.own.get(path);
      if (kept?.kind !== "file" || kept.content.bytes === bytes) return bytes;
      await putRight(guarding);
      return length();
    },
    close: async () => {
      isClosed = true;
      await (await stream).close();
    },
  };
}
