import { InternalError, WhetstoneError } from "../errors/whetstone-error.ts";
import { EventProblem, type Journal, type OpenedJournal, type TornLine } from "../journal/journal.ts";
import { timestamp } from "../journal/line.ts";
import { acquireLock } from "../journal/lock.ts";
import { openJournal } from "../journal/open-journal.ts";
import { readJournal } from "../journal/read-journal.ts";
import { parseStep } from "../journal/session-step.ts";
import { evolve, fold } from "../mediator/evolve/evolve.ts";
import { JOURNAL, LOCK, TEMPORARY } from "../mediator/session-paths.ts";
import type { State } from "../mediator/state.ts";
import type { Entry, SessionEvent, Step } from "../model/events.ts";
import type { Clock } from "../ports/clock.ts";
import type { Files } from "../ports/files.ts";
import type { Processes } from "../ports/processes.ts";
import { rememberingFiles } from "./files/remembering-files.ts";
import type { SessionGuard } from "./guard/session-guard.ts";

/** A session open for writing: its state, and the one way to change it. */
export interface SessionStore {
  readonly files: Files;
  readonly state: State;
  /** What was found at the end of the journal and set aside. */
  readonly torn: TornLine | undefined;
  /** Puts back what programs change in the folder; absent where none could. */
  readonly guard: SessionGuard | undefined;
  /** Where other processes leave commands; absent where none can. */
  readonly inbox: Files | undefined;
  /** Aborts when another process took the session over. */
  readonly lost: AbortSignal;
  /** ISO 8601 UTC to the second. */
  now(): string;
  /**
   * Journals the events as one step, then folds them in. With `sync` they outlive a power cut: for what cannot be
   * computed again, an agent's answer or a person's.
   */
  record(events: readonly SessionEvent[], options?: RecordOptions): Promise<State>;
  /** Resolves when what was to be synced soon outlives a power cut; rejects when the disk refused. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

export interface RecordOptions {
  /** `soon`: the disk is asked for it and not waited for. Nothing outside may depend on it before `settled`. */
  readonly sync?: boolean | "soon";
}

export interface StoreParts {
  readonly files: Files;
  readonly clock: Clock;
  readonly processes: Processes;
  /** Whose `files` these are. */
  readonly guard?: SessionGuard;
  /** For commands between processes: a folder of the person's own, outside of what agents are given (ADR 0006). */
  readonly inbox?: Files;
  /** Wraps the journal, for tests that break things. */
  readonly wrapJournal?: (journal: Journal<Step>) => Journal<Step>;
}

/** Opens a session that exists. Throws when there is none, when it is damaged, or when another process holds it. */
export async function openStore(parts: StoreParts): Promise<SessionStore> {
  if (!(await parts.files.exists(JOURNAL))) throw noSession(parts.files.root);
  return openedStore(parts, undefined);
}

/** How a session begins: the files that it stands on, and its first events. */
export interface Beginning {
  readonly files: Readonly<Record<string, string>>;
  readonly events: readonly SessionEvent[];
}

/**
 * Begins a session; its files are durable before the journal speaks of them, and it is there when the journal is, which
 * comes into being whole. Throws when there is one already.
 */
export async function createStore(parts: StoreParts, beginning: Beginning): Promise<SessionStore> {
  return openedStore(parts, beginning);
}

/** The state as the journal has it, for a process that only reads; `undefined` when there is no session. */
export async function readState(files: Files): Promise<State | undefined> {
  return fold(await readEntries(files));
}

/** Every entry of the journal, for a process that only reads. */
export async function readEntries(files: Files): Promise<readonly Entry[]> {
  return (await readJournal<Step>(files, JOURNAL, { parse: parseStep }))?.entries ?? [];
}

async function openedStore(parts: StoreParts, beginning: Beginning | undefined): Promise<SessionStore> {
  const { clock, files } = parts;
  const lock = await acquireLock(files, LOCK, { processes: parts.processes, clock });
  let opened: OpenedJournal<Step> | undefined;
  try {
    await files.removeTree(TEMPORARY); // the lock was made there, and what a dead process left is nothing
    let state: State | undefined;
    const onEntry = (entry: Entry) => {
      state = evolve(state, entry);
    };
    // Whatever is refused changes nothing; a journal without an entry has begun nothing.
    const accept = async (lastSeq: number) => {
      if (beginning && lastSeq > 0) throw sessionExists(files.root);
      if (!beginning && lastSeq === 0) throw noSession(files.root);
      for (const [path, text] of Object.entries(beginning?.files ?? {})) {
        await files.writeAtomic(path, text, { sync: true });
      }
    };
    const first = beginning ? { first: [readable(beginning.events)] } : {};
    opened = await openJournal<Step>(files, JOURNAL, { parse: parseStep, clock, onEntry, accept, ...first });
    const journal = parts.wrapJournal?.(opened.journal) ?? opened.journal;
    if (!state) throw noSession(files.root);
    return makeStore(parts, { journal, state, torn: opened.torn, lock, isNew: beginning !== undefined });
  } catch (error) {
    await opened?.journal.close().catch(() => {}); // the first error is the one to tell
    await lock.release();
    throw error;
  }
}

interface OpenSession {
  readonly journal: Journal<Step>;
  readonly state: State;
  readonly torn: TornLine | undefined;
  readonly lock: { readonly lost: AbortSignal; release(): Promise<void> };
  /** No other process had it before. */
  readonly isNew: boolean;
}

function makeStore(parts: StoreParts, { journal, torn, lock, ...opened }: OpenSession): SessionStore {
  let { state } = opened;
  /** Goes with the first step: a process that only looks writes nothing. */
  let first: readonly SessionEvent[] = opened.isNew ? [] : [{ type: "session_opened" }];
  let durable: Promise<void> = Promise.resolve();
  const secondsSince = stepSeconds(parts.clock);
  return {
    files: rememberingFiles(parts.files),
    guard: parts.guard,
    inbox: parts.inbox,
    get state() {
      return state;
    },
    torn,
    lost: lock.lost,
    now: () => timestamp(parts.clock.now()),
    async record(events, options = {}) {
      if (events.length === 0) return state;
      const step = { ...readable([...first, ...events]), ...secondsSince() };
      first = [];
      const entries = await journal.append([step], { sync: options.sync === true }).catch(rethrowFirst);
      for (const entry of entries) state = evolve(state, entry);
      if (options.sync === "soon") {
        // One that the disk refused is told, whatever comes after it.
        durable = Promise.all([durable, journal.sync().catch(rethrowFirst)]).then(() => {});
        durable.catch(() => {}); // told by `settled`
      }
      return state;
    },
    settled: () => durable,
    async close() {
      try {
        await journal.close();
      } finally {
        await lock.release();
      }
    },
  };
}

/** Whole seconds since it was last asked; what is left of one goes to the next. */
function stepSeconds(clock: Clock): () => Pick<Step, "seconds"> {
  let counted = clock.elapsed();
  return () => {
    const seconds = Math.floor((clock.elapsed() - counted) / 1000);
    counted += seconds * 1000;
    return { seconds };
  };
}

/** A journal that cannot be read again is a session lost, so that a bug may stop the process but not write one. */
function readable(events: readonly SessionEvent[]): Step {
  const step = parseStep({ type: "step", events });
  if (step instanceof EventProblem) throw new InternalError(`a step would not be read again: ${step.message}`);
  return step;
}

function sessionExists(folder: string): WhetstoneError {
  return new WhetstoneError("SESSION_EXISTS", "there is a session already", {
    target: folder,
    fix: "Go on with `whetstone resume`, or move that folder away to begin anew.",
  });
}

function noSession(folder: string): WhetstoneError {
  return new WhetstoneError("NO_SESSION", "there is no session here", {
    target: folder,
    fix: "Begin one with `whetstone refine SPEC.md`.",
  });
}

/** Where several runs write at once, each is told what broke the journal, and not only that it is broken. */
function rethrowFirst(error: unknown): never {
  const isBroken = error instanceof WhetstoneError && error.code === "JOURNAL_BROKEN";
  throw isBroken && error.cause instanceof WhetstoneError ? error.cause : error;
}
