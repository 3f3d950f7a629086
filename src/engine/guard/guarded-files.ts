import type { FileData, FileStream, Files } from "../../ports/files.ts";
import type { KeptFolder } from "./kept-folder.ts";

export interface Guarding {
  /** What the folder ought to be, while a program runs: it follows all that we do. */
  kept(): KeptFolder | undefined;
  /** Puts the folder right, once nothing of ours is under way. */
  putRight(): Promise<void>;
  /** What we are doing. */
  readonly underWay: Set<Promise<unknown>>;
  /** Files that were put back since a stream was opened into the one before. */
  readonly replaced: Set<string>;
}

const MOST_TRIES = 4;

/** The same files, and what they do is kept; while a program runs, what is ours is read from there. */
export function guardedFiles(files: Files, guarding: Guarding): Files {
  const { kept, putRight } = guarding;
  const ours = <T>(paths: readonly string[], work: () => Promise<T>, data?: FileData) =>
    doing(guarding, work, (folder) => {
      for (const path of paths)
        if (data === undefined) folder.take(path);
        else folder.wrote(path, data);
    });
  return {
    ...files,
    read: async (path) => kept()?.contentOf(path) ?? files.read(path),
    readText: async (path) => kept()?.contentOf(path)?.toString() ?? files.readText(path),
    async list(folder, options) {
      await putRight();
      return files.list(folder, options);
    },
    writeAtomic: (path, data, options) => ours([path], () => files.writeAtomic(path, data, options), data),
    createExclusive: (path, data, options) => ours([path], () => files.createExclusive(path, data, options), data),
    openStream: (path, mode) =>
      ours([path], async () => guardedStream(files, path, await files.openStream(path, mode), guarding)),
    touch: (path) => ours([], () => files.touch(path)),
    makeFolder: (path) => ours([path], () => files.makeFolder(path)),
    remove: (path) => ours([path], () => files.remove(path)),
    removeTree: (path) => ours([path], () => files.removeTree(path)),
  };
}

/** Does something of ours and keeps it. What fails while a program runs may be its doing: put right, and again. */
async function doing<T>(
  { kept, putRight, underWay }: Guarding,
  work: () => Promise<T>,
  keep: (kept: KeptFolder) => void,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    const running = work().then((result) => {
      const isDone = result !== false; // of a file that was to be made there is one already
      const folder = kept();
      if (isDone && folder) keep(folder);
      return result;
    });
    underWay.add(running);
    try {
      return await running;
    } catch (error) {
      if (kept() === undefined || tries === MOST_TRIES) throw error;
    } finally {
      underWay.delete(running);
    }
    await putRight();
  }
}

/** A stream goes on in the file that was put back when somebody took its own away. */
function guardedStream(files: Files, path: string, first: FileStream, guarding: Guarding): FileStream {
  let stream = first;
  const standing = async () => {
    if (!guarding.replaced.delete(path)) return stream;
    await stream.close();
    stream = await files.openStream(path, "append");
    return stream;
  };
  const use = <T>(work: (stream: FileStream) => Promise<T>, added?: FileData) =>
    doing(
      guarding,
      async () => work(await standing()),
      (kept) => added !== undefined && kept.appended(path, added),
    );
  return {
    write: (data) => use((open) => open.write(data), data),
    sync: () => use((open) => open.sync()),
    async length() {
      const bytes = await use((open) => open.length());
      const ours = guarding.kept()?.contentOf(path)?.length ?? bytes;
      if (ours === bytes) return bytes;
      await guarding.putRight();
      return use((open) => open.length());
    },
    close: () => stream.close(),
  };
}
