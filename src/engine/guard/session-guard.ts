import { realpathSync } from "node:fs";
import { ASIDE, LOCK, TEMPORARY } from "../../mediator/session-paths.ts";
import type { Clock } from "../../ports/clock.ts";
import type { FileData, FileStream, Files } from "../../ports/files.ts";
import { type Difference, KeptFolder } from "./kept-folder.ts";

/** Something that a run changed in the session folder and that was not its to change (SPEC 2). It is put back already. */
export interface Violation extends Difference {
  readonly run: string;
  /** It is not put back: it may be the person's own doing. */
  readonly left?: true;
  /** Where the earlier text is, of the person's own spec. */
  readonly kept?: string;
}

/**
 * Keeps a session folder as we wrote it while programs run that could write there, too.
 *
 * Contract: while a program runs, only `files` may change the folder; what anybody else changes is put back when it ends,
 * and earlier where our own work needs it, except in the scratch folders of runs under way. What is taken away lies in
 * `aside/` then: a person may have put it there. In between, a person may change what they like. A session without
 * programs is left alone.
 */
export interface SessionGuard {
  /** The session's files: what they do is kept; while a program runs, what is ours is read from there. */
  readonly files: Files;
  /** A run starts that may write below `scratch` until that is removed; `program` when it could write elsewhere. */
  enter(run: string, scratch: string, program: boolean): Promise<void>;
  /** The run has ended: tells what it changed, which is put back. */
  leave(run: string): Promise<readonly Violation[]>;
}

/** As long as the lock was touched so lately, nobody can have taken it over (docs/journal.md). */
const LOCK_HELD_MILLISECONDS = 30_000;
/** More than a person would read; the rest is counted. */
const MOST_TOLD = 50;
const MOST_TRIES = 4;

type Deed = "wrote" | "appended" | "opened" | "made" | "removed";

export function guardSession(inner: Files, clock: Clock): SessionGuard {
  const free = new Set([TEMPORARY, ASIDE]);
  const programs = new Set<string>();
  const underWay = new Set<Promise<unknown>>();
  /** Files that were put back since a stream was opened into the one before. */
  const replaced = new Set<string>();
  const found: Difference[] = [];
  let folder: KeptFolder | undefined;
  let touched = clock.elapsed();

  const kept = (): KeptFolder | undefined => {
    // Another process has the session now: what it writes is not ours to put back.
    const isLost = clock.elapsed() - touched > LOCK_HELD_MILLISECONDS && folder?.isRight(LOCK) === false;
    return isLost ? undefined : folder;
  };
  const whenQuiet = async (work: () => void): Promise<void> => {
    while (underWay.size > 0) await Promise.allSettled(underWay);
    work();
  };
  const putRight = () => whenQuiet(() => void found.push(...(kept()?.putRight() ?? [])));

  /** Does something of ours and keeps it. What fails while a program runs may be its doing: put right, and again. */
  const ours = async <T>(deed: Deed, path: string, work: () => Promise<T>, data: FileData = ""): Promise<T> => {
    for (let tries = 1; ; tries += 1) {
      const running = work().then((result) => {
        if (result !== false) kept()?.[deed](path, data); // of a file that was to be made there is one already
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
  };

  /** A stream goes on in the file that was put back when somebody took its own away. */
  const guarded = (path: string, first: FileStream): FileStream => {
    let stream = first;
    const use = <T>(work: () => Promise<T>, added?: FileData) => {
      const standing = async () => {
        if (!replaced.delete(path)) return work();
        await stream.close();
        stream = await inner.openStream(path, "append");
        return work();
      };
      return ours("appended", path, standing, added);
    };
    return {
      write: (data) => use(() => stream.write(data), data),
      sync: () => use(() => stream.sync()),
      async length() {
        const bytes = await use(() => stream.length());
        const known = kept()?.contentOf(path)?.length ?? bytes;
        if (known === bytes) return bytes;
        await putRight();
        return use(() => stream.length());
      },
      close: () => stream.close(),
    };
  };

  const files: Files = {
    ...inner,
    read: async (path) => kept()?.contentOf(path) ?? inner.read(path),
    readText: async (path) => kept()?.contentOf(path)?.toString() ?? inner.readText(path),
    async list(path, options) {
      await putRight();
      return inner.list(path, options);
    },
    writeAtomic: (path, data, options) => ours("wrote", path, () => inner.writeAtomic(path, data, options), data),
    createExclusive: (path, data, options) =>
      ours("wrote", path, () => inner.createExclusive(path, data, options), data),
    openStream(path, mode) {
      const open = async () => guarded(path, await inner.openStream(path, mode));
      return ours(mode === "append" ? "opened" : "wrote", path, open);
    },
    async touch(path) {
      if (path === LOCK) touched = clock.elapsed();
      return inner.touch(path);
    },
    makeFolder: (path) => ours("made", path, () => inner.makeFolder(path)),
    remove: (path) => ours("removed", path, () => inner.remove(path)),
    async removeTree(path) {
      await ours("removed", path, () => inner.removeTree(path));
      if (path !== TEMPORARY) free.delete(path);
    },
  };
  return {
    files,
    async enter(run, scratch, program) {
      free.add(scratch);
      if (!program) return;
      await putRight(); // what it is given to read is as it ought to be
      await whenQuiet(() => {
        programs.add(run);
        if (folder) return;
        folder = new KeptFolder(realpathSync(inner.root), free, replaced);
        touched = clock.elapsed();
      });
    },
    async leave(run) {
      if (!programs.has(run)) return [];
      await putRight();
      programs.delete(run);
      if (programs.size === 0) folder = undefined;
      // Which of several runs it was cannot be known: the others are named, too.
      const beside = programs.size === 0 ? "" : ` (while ${[...programs].join(", ")} ran as well)`;
      return told(found.splice(0), run, beside);
    },
  };
}

function told(differences: readonly Difference[], run: string, circumstance: string): Violation[] {
  const shown = differences.slice(0, MOST_TOLD).map((one) => ({ ...one, run, what: one.what + circumstance }));
  const more = differences.length - shown.length;
  return more > 0 ? [...shown, { run, path: ".", what: `${more} more changes${circumstance}` }] : shown;
}
