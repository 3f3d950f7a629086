import { realpathSync } from "node:fs";
import { ASIDE, LOCK, TEMPORARY } from "../../mediator/session-paths.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Files } from "../../ports/files.ts";
import { type Change, FolderWatch } from "./folder-watch.ts";
import { type Guarding, guardedFiles, putRight } from "./guarded-files.ts";
import { Turns } from "./turns.ts";

/** Something that a run changed in the session folder and that was not its to change (SPEC 2). It is put back already. */
export interface Violation extends Change {
  readonly run: string;
  /** It is not put back: it may be the person's own doing. */
  readonly left?: true;
}

/**
 * Keeps a session folder as we wrote it while programs run that could write there, too.
 *
 * Contract: while a program runs, only `files` may change the folder; what anybody else changes is put back, except in
 * the scratch folders of runs under way. What is taken away lies in `aside/` then: a person may have put it there. In
 * between, a person may change what they like. A session without programs is left alone.
 */
export interface SessionGuard {
  /** The session's files. */
  readonly files: Files;
  /** A run starts that may write below `scratch` until that is removed; `program` when it could write elsewhere. */
  enter(run: string, scratch: string, program: boolean): Promise<void>;
  /** What was changed since the last program ended, by a process that it left behind or by a person: told, and left. */
  afterwards(): Promise<readonly Violation[]>;
  /** The run has ended: tells what it changed, which is put back. */
  leave(run: string): Promise<readonly Violation[]>;
}

/** As long as the lock was touched so lately, nobody can have taken it over (docs/journal.md). */
const LOCK_HELD_MILLISECONDS = 30_000;

/** More than a person would read; the rest is counted. */
const MOST_TOLD = 50;

/** What other processes may make at the root: claims on the lock. */
const CLAIMS = /^lock\..*\.json$/;

export function guardSession(inner: Files, clock: Clock): SessionGuard {
  const turns = new Turns();
  const programs = new Set<string>();
  const scratches = new Map<string, string>();
  let last: string | undefined;
  let watch: FolderWatch | undefined;
  let touched = clock.elapsed();

  const suspecting = (): FolderWatch | undefined => {
    if (programs.size === 0 || watch === undefined) return undefined;
    // Another process has the session now: what it writes is not ours to put back.
    const isLost = !watch.own.isRight(LOCK) && clock.elapsed() - touched > LOCK_HELD_MILLISECONDS;
    return isLost ? undefined : watch;
  };
  const begin = () => {
    watch ??= new FolderWatch(realpathSync(inner.root), { temporary: TEMPORARY, aside: ASIDE, ignored: CLAIMS });
    for (const scratch of scratches.values()) watch.own.openFolder(scratch);
    watch.refresh();
    touched = clock.elapsed();
  };
  const guarding: Guarding = { turns, suspecting, watch: () => watch };
  const files = guardedFiles(inner, guarding);
  return {
    files: {
      ...files,
      async touch(path) {
        const there = await files.touch(path);
        if (path === LOCK) touched = clock.elapsed();
        return there;
      },
    },
    enter: (run, scratch, program) =>
      turns.alone(() => {
        scratches.set(run, scratch);
        watch?.own.openFolder(scratch);
        if (program && programs.size === 0) begin();
        else if (program) suspecting()?.check(); // what it is given to read is as it ought to be
        if (program) programs.add(run);
      }),
    async afterwards() {
      const found: Violation[] = [];
      await turns.alone(() => {
        if (watch === undefined || last === undefined || programs.size > 0) return;
        found.push(...told(watch.differences(), last, []));
        watch.refresh();
      });
      return found.map((violation) => ({ ...violation, left: true }));
    },
    async leave(run) {
      scratches.delete(run);
      if (!programs.has(run)) return [];
      const held = suspecting();
      await putRight(guarding);
      programs.delete(run);
      last = run;
      return told(held?.takeChanges() ?? [], run, [...programs]);
    },
  };
}

/** Which of several runs it was cannot be known: the others are named, too. */
function told(changes: readonly Change[], run: string, others: readonly string[]): Violation[] {
  const beside = others.length === 0 ? "" : ` (while ${others.join(", ")} ran as well)`;
  const shown = changes.slice(0, MOST_TOLD).map(({ path, what }) => ({ run, path, what: `${what}${beside}` }));
  const more = changes.length - shown.length;
  return more > 0 ? [...shown, { run, path: ".", what: `${more} more changes${beside}` }] : shown;
}
