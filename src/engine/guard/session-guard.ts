import { realpathSync } from "node:fs";
import { ASIDE, LOCK } from "../../mediator/session-paths.ts";
import type { Spec } from "../../model/change.ts";
import type { Clock } from "../../ports/clock.ts";
import type { FileData, Files } from "../../ports/files.ts";
import { hashOf } from "../files/exact-text.ts";
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
  enter(run: string, scratch: string | undefined, program: boolean): Promise<void>;
  /** The run has ended: undoes and returns what it changed. */
  leave(run: string): Promise<readonly Violation[]>;
}

/** If the lock was touched this recently, no other process can have taken it over (docs/journal.md). */
const LOCK_HELD_MILLISECONDS = 30_000;
/** The most changes that are listed; the rest is counted. */
const MOST_TOLD = 50;
const MOST_TRIES = 4;

type Note = "noteWrite" | "noteAppend" | "noteFolder" | "noteRemoval";

export function guardSession(inner: Files, clock: Clock): SessionGuard {
  const free = new Set<string>();
  const programs = new Set<string>();
  const underWay = new Set<Promise<unknown>>();
  const found: Difference[] = [];
  let snapshot: FolderSnapshot | undefined;
  let touched = clock.elapsed();

  const untilQuiet = async () => {
    while (underWay.size > 0) await Promise.allSettled(underWay);
  };
  const restore = async () => {
    await untilQuiet();
    // If another process has taken the session over, its writes must not be undone.
    const isLost = clock.elapsed() - touched > LOCK_HELD_MILLISECONDS && snapshot?.isIntact(LOCK) === false;
    if (!isLost) found.push(...(snapshot?.restore() ?? []));
  };

  const tracked = async <T>(work: Promise<T>): Promise<T> => {
    underWay.add(work);
    try {
      return await work;
    } finally {
      underWay.delete(work);
    }
  };
  /** Does and notes a write of ours. A failure may be a program's doing: the folder is restored, the write repeated. */
  const writeOurs = async <T>(note: Note, path: string, write: () => Promise<T>, data: FileData = ""): Promise<T> => {
    const writeAndNote = async () => {
      const result = await write();
      if (result !== false) snapshot?.[note](path, data); // false: the file to create exists already
      return result;
    };
    for (let tries = 1; ; tries += 1) {
      try {
        return await tracked(writeAndNote());
      } catch (error) {
        if (snapshot === undefined || tries === MOST_TRIES) throw error;
      }
      await restore();
    }
  };

  const files: Files = {
    ...inner,
    read: async (path) => snapshot?.contentOf(path) ?? inner.read(path),
    readText: async (path) => snapshot?.contentOf(path)?.toString() ?? inner.readText(path),
    async stat(path) {
      const ours = snapshot?.contentOf(path);
      const there = await inner.stat(path);
      return ours ? { modified: 0, ...there, path, kind: "file", bytes: ours.length } : there;
    },
    async append(path, data) {
      const ours = snapshot?.contentOf(path);
      if (ours && (await inner.stat(path))?.bytes !== ours.length) await restore();
      return writeOurs("noteAppend", path, () => inner.append(path, data), data);
    },
    sync: (path) => writeOurs("noteAppend", path, () => inner.sync(path)),
    writeAtomic: (path, data, options) =>
      writeOurs("noteWrite", path, () => inner.writeAtomic(path, data, options), data),
    createExclusive: (path, data, options) =>
      writeOurs("noteWrite", path, () => inner.createExclusive(path, data, options), data),
    async touch(path) {
      if (path === LOCK) touched = clock.elapsed();
      return inner.touch(path);
    },
    makeFolder: (path) => writeOurs("noteFolder", path, () => inner.makeFolder(path)),
    remove: (path) => writeOurs("noteRemoval", path, () => inner.remove(path)),
    async removeTree(path) {
      await writeOurs("noteRemoval", path, () => inner.removeTree(path));
      free.delete(path);
    },
  };
  return {
    files,
    async enter(run, scratch, program) {
      if (scratch !== undefined) free.add(scratch);
      if (!program) return;
      await restore(); // the program must read what we wrote
      await untilQuiet();
      programs.add(run);
      if (snapshot) return;
      snapshot = new FolderSnapshot(realpathSync(inner.root), free);
      touched = clock.elapsed();
    },
    async leave(run) {
      if (!programs.has(run)) return [];
      await restore();
      programs.delete(run);
      if (programs.size === 0) snapshot = undefined;
      // With several programs running it is unknown which one did it, so the others are named as well.
      const beside = programs.size === 0 ? "" : ` (while ${[...programs].join(", ")} ran as well)`;
      const differences = found.splice(0);
      const more = { path: ".", what: `${differences.length - MOST_TOLD} more changes` };
      const told = differences.length > MOST_TOLD ? [...differences.slice(0, MOST_TOLD), more] : differences;
      return told.map((difference) => ({ ...difference, run, what: difference.what + beside }));
    },
  };
}

/**
 * Watches the User's spec while a program runs that could write to it. Who changed it is unknown, so it is left as it
 * is; the earlier text is kept in the session folder, and the User is told of both.
 */
export async function watchSpec(userFiles: Files, session: Files, spec: Spec) {
  const before = await Promise.all(spec.map(async ({ path }) => ({ path, bytes: await userFiles.read(path) })));
  return async (run: string): Promise<Violation[]> => {
    const found: Violation[] = [];
    for (const { path, bytes } of before) {
      const after = await userFiles.read(path);
      if (bytes === undefined || (after && hashOf(after) === hashOf(bytes))) continue;
      const kept = `${ASIDE}/${hashOf(bytes).slice(0, 8)}_${path.replaceAll("/", "_")}`;
      await session.writeAtomic(kept, bytes);
      found.push({ run, path, what: after ? "changed" : "was deleted", left: true, kept });
    }
    return found;
  };
}
