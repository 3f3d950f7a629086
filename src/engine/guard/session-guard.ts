import { realpathSync } from "node:fs";
import { ASIDE, LOCK, TEMPORARY } from "../../mediator/session-paths.ts";
import type { Clock } from "../../ports/clock.ts";
import type { FileData, FileStream, Files } from "../../ports/files.ts";
import { type Difference, FolderSnapshot } from "./folder-snapshot.ts";

/** Something that a run changed without permission (SPEC 2). It has been restored unless `left` is set. */
export interface Violation extends Difference {
  readonly run: string;
  /** Not restored, because the User may have changed it. */
  readonly left?: true;
  /** Where the earlier text of the User's spec is kept. */
  readonly kept?: string;
}

/**
 * Keeps a session folder as we wrote it while programs run that could write there.
 * Contract: while a program runs, only `files` may change the folder. Changes by anybody else are undone when it ends,
 * or earlier where our own work needs it, except in the scratch folders of runs under way; what they put there is moved
 * to `aside/`, since a person may want it. While no program runs, a person may change anything.
 */
export interface SessionGuard {
  /** The session's files. While a program runs, reads return what we last wrote. */
  readonly files: Files;
  /** A run starts that may write to `scratch` until that is removed; `program` if it could write elsewhere, too. */
  enter(run: string, scratch: string, program: boolean): Promise<void>;
  /** The run has ended: undoes and returns what it changed. */
  leave(run: string): Promise<readonly Violation[]>;
}

/** If the lock was touched this recently, no other process can have taken it over (docs/journal.md). */
const LOCK_HELD_MILLISECONDS = 30_000;
/** The most changes that are listed; the rest is counted. */
const MOST_TOLD = 50;
const MOST_TRIES = 4;

type Note = "noteWrite" | "noteAppend" | "noteOpen" | "noteFolder" | "noteRemoval";

export function guardSession(inner: Files, clock: Clock): SessionGuard {
  const free = new Set([TEMPORARY, ASIDE]);
  const programs = new Set<string>();
  const underWay = new Set<Promise<unknown>>();
  /** Restored files whose open streams still lead to the old file. */
  const replaced = new Set<string>();
  const found: Difference[] = [];
  let snapshot: FolderSnapshot | undefined;
  let touched = clock.elapsed();

  const heldSnapshot = (): FolderSnapshot | undefined => {
    // If another process has taken the session over, its writes must not be undone.
    const isLost = clock.elapsed() - touched > LOCK_HELD_MILLISECONDS && snapshot?.isIntact(LOCK) === false;
    return isLost ? undefined : snapshot;
  };
  const whenQuiet = async (work: () => void): Promise<void> => {
    while (underWay.size > 0) await Promise.allSettled(underWay);
    work();
  };
  const restore = () => whenQuiet(() => void found.push(...(heldSnapshot()?.restore() ?? [])));

  /** Does and notes a write of ours. A failure may be a program's doing: the folder is restored, the write repeated. */
  const writeOurs = async <T>(note: Note, path: string, work: () => Promise<T>, data: FileData = ""): Promise<T> => {
    for (let tries = 1; ; tries += 1) {
      const running = work().then((result) => {
        if (result !== false) heldSnapshot()?.[note](path, data); // false: the file to create exists already
        return result;
      });
      underWay.add(running);
      try {
        return await running;
      } catch (error) {
        if (heldSnapshot() === undefined || tries === MOST_TRIES) throw error;
      } finally {
        underWay.delete(running);
      }
      await restore();
    }
  };

  /** A stream whose file was taken away continues in the restored file. */
  const guarded = (path: string, first: FileStream): FileStream => {
    let stream = first;
    const use = <T>(work: () => Promise<T>, added?: FileData) => {
      const reopened = async () => {
        if (!replaced.delete(path)) return work();
        await stream.close();
        stream = await inner.openStream(path, "append");
        return work();
      };
      return writeOurs("noteAppend", path, reopened, added);
    };
    return {
      write: (data) => use(() => stream.write(data), data),
      sync: () => use(() => stream.sync()),
      async length() {
        const bytes = await use(() => stream.length());
        const known = heldSnapshot()?.contentOf(path)?.length ?? bytes;
        if (known === bytes) return bytes;
        await restore();
        return use(() => stream.length());
      },
      close: () => stream.close(),
    };
  };

  const files: Files = {
    ...inner,
    read: async (path) => heldSnapshot()?.contentOf(path) ?? inner.read(path),
    readText: async (path) => heldSnapshot()?.contentOf(path)?.toString() ?? inner.readText(path),
    async list(path, options) {
      await restore();
      return inner.list(path, options);
    },
    writeAtomic: (path, data, options) =>
      writeOurs("noteWrite", path, () => inner.writeAtomic(path, data, options), data),
    createExclusive: (path, data, options) =>
      writeOurs("noteWrite", path, () => inner.createExclusive(path, data, options), data),
    openStream(path, mode) {
      const open = async () => guarded(path, await inner.openStream(path, mode));
      return writeOurs(mode === "append" ? "noteOpen" : "noteWrite", path, open);
    },
    async touch(path) {
      if (path === LOCK) touched = clock.elapsed();
      return inner.touch(path);
    },
    makeFolder: (path) => writeOurs("noteFolder", path, () => inner.makeFolder(path)),
    remove: (path) => writeOurs("noteRemoval", path, () => inner.remove(path)),
    async removeTree(path) {
      await writeOurs("noteRemoval", path, () => inner.removeTree(path));
      if (path !== TEMPORARY) free.delete(path);
    },
  };
  return {
    files,
    async enter(run, scratch, program) {
      free.add(scratch);
      if (!program) return;
      await restore(); // the program must read what we wrote
      await whenQuiet(() => {
        programs.add(run);
        if (snapshot) return;
        snapshot = new FolderSnapshot(realpathSync(inner.root), free, replaced);
        touched = clock.elapsed();
      });
    },
    async leave(run) {
      if (!programs.has(run)) return [];
      await restore();
      programs.delete(run);
      if (programs.size === 0) snapshot = undefined;
      // With several programs running it is unknown which one did it, so the others are named as well.
      const beside = programs.size === 0 ? "" : ` (while ${[...programs].join(", ")} ran as well)`;
      return violationsOf(found.splice(0), run, beside);
    },
  };
}

function violationsOf(differences: readonly Difference[], run: string, circumstance: string): Violation[] {
  const shown = differences
    .slice(0, MOST_TOLD)
    .map((difference) => ({ ...difference, run, what: difference.what + circumstance }));
  const more = differences.length - shown.length;
  return more > 0 ? [...shown, { run, path: ".", what: `${more} more changes${circumstance}` }] : shown;
}
