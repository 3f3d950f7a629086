import { InternalError, WhetstoneError } from "../errors/whetstone-error.ts";
import { openJournal } from "../journal/journal.ts";
import { EventProblem, timestamp } from "../journal/line.ts";
import { parseStep } from "../journal/parse-step.ts";
import { readJournal } from "../journal/read-journal.ts";
import { acquireLock, lockHolder } from "../journal/session-lock.ts";
import { evolve, fold } from "../mediator/evolve/evolve.ts";
import type { Admission } from "../mediator/gate/judge.ts";
import { JOURNAL, LOCK, TEMPORARY } from "../mediator/session-paths.ts";
import type { State } from "../mediator/state.ts";
import type { Entry, SessionEvent, Step } from "../model/events.ts";
import type { Clock } from "../ports/clock.ts";
import type { Files } from "../ports/files.ts";
import type { Processes, ProcessIdentity } from "../ports/processes.ts";
import type { SessionGuard } from "./guard/session-guard.ts";

/** A session that is open for writing: its state, and the only way to change it. */
export interface SessionStore {
  /** The session folder. */
  readonly files: Files;
  readonly state: State;
  /** The incomplete last line of the journal, which was moved to another file. */
  readonly torn?: { readonly line: number; readonly bytes: number; readonly keptAt?: string };
  /** Restores what programs change in the folder; absent if no program can. */
  readonly guard: SessionGuard | undefined;
  /** The folder where other processes leave commands; absent if none can. */
  readonly inbox: Files | undefined;
  /** The judged answers of this round, by run, so that joining need not read them again. Empty after a resume. */
  readonly admitted: Map<string, AdmittedAnswer>;
  /** Aborts when another process took the session over. */
  readonly lost: AbortSignal;
  /** ISO 8601 UTC to the second. */
  now(): string;
  /** Journals the events as one step, then folds them in. `sync` is for what cannot be computed again. */
  record(events: readonly SessionEvent[], options?: RecordOptions): Promise<State>;
  /** Resolves when everything recorded with `sync: "soon"` survives a power cut; rejects if the disk refused. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** An answer as the gate judged it, and the state that it was judged against. */
interface AdmittedAnswer {
  readonly against: State;
  readonly admission: Admission;
  readonly bytes: Uint8Array;
}

export interface RecordOptions {
  /** `soon`: the sync is started but not awaited. Nothing outside may depend on the events before `settled`. */
  readonly sync?: boolean | "soon";
}

export interface StoreParts {
  /** The session folder. */
  readonly files: Files;
  readonly clock: Clock;
  readonly processes: Processes;
  /** The guard that `files` belong to. */
  readonly guard?: SessionGuard;
  /** A folder for commands between processes; outside the folders that agents are given (ADR 0006). */
  readonly inbox?: Files;
}

/** Opens a session that exists. Throws when there is none, when it is damaged, or when another process holds it. */
export async function openStore(parts: StoreParts): Promise<SessionStore> {
  if (!(await parts.files.exists(JOURNAL))) throw noSession(parts.files.root);
  return lockedStore(parts);
}

interface Beginning {
  readonly first: Step;
  /** Synced before the first entry is written. */
  readonly documents: Readonly<Record<string, string>>;
}

/** Creates a session with its first documents. Throws if one exists. */
export async function createStore(
  parts: StoreParts,
  documents: Readonly<Record<string, string>>,
  events: readonly SessionEvent[],
): Promise<SessionStore> {
  return lockedStore(parts, { first: readableStep(events), documents });
}

/** Every entry of the journal, for a process that only reads. */
export async function readEntries(files: Files): Promise<readonly Entry[]> {
  return (await readJournal<Step>(files, JOURNAL, { parse: parseStep }))?.entries ?? [];
}

/** The state for a process that only reads; undefined if there is no session. */
export async function readState(files: Files): Promise<State | undefined> {
  return fold(await readEntries(files));
}

/** The process that has the session open, if it is known to be alive. */
export function sessionHolder({
  files,
  processes,
}: Pick<StoreParts, "files" | "processes">): Promise<ProcessIdentity | undefined> {
  return lockHolder(files, LOCK, processes);
}

async function lockedStore(parts: StoreParts, beginning?: Beginning): Promise<SessionStore> {
  const { clock, files, processes } = parts;
  const lock = await acquireLock(files, LOCK, { processes, clock });
  try {
    await files.removeTree(TEMPORARY); // temporary files of a process that died
    const { record, journal, ...opened } = await openRecord(parts, beginning);
    return {
      ...opened,
      files,
      guard: parts.guard,
      inbox: parts.inbox,
      admitted: new Map(),
      get state() {
        return record.state();
      },
      lost: lock.lost,
      now: () => timestamp(clock.now()),
      record: record.append,
      settled: record.settled,
      async close() {
        try {
          await journal.close();
        } finally {
          await lock.release();
        }
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function openRecord({ files, clock }: StoreParts, beginning: Beginning | undefined) {
  let state: State | undefined;
  const onEntry = (entry: Entry) => {
    state = evolve(state, entry);
  };
  // Runs before anything is changed. A journal without entries is not a session yet.
  const accept = async (lastSeq: number) => {
    if (beginning && lastSeq > 0) throw sessionExists(files.root);
    if (!beginning && lastSeq === 0) throw noSession(files.root);
    for (const [path, text] of Object.entries(beginning?.documents ?? {})) {
      await files.writeAtomic(path, text, { sync: true });
    }
  };
  const options = { parse: parseStep, clock, accept, onEntry, ...(beginning && { first: beginning.first }) };
  const { journal, torn } = await openJournal<Step>(files, JOURNAL, options);
  const currentState = () => {
    if (state) return state;
    throw noSession(files.root);
  };
  // Recorded with the first step, so that a process that only looks writes nothing.
  let first: readonly SessionEvent[] = beginning ? [] : [{ type: "session_opened" }];
  let durable: Promise<void> = Promise.resolve();
  const secondsSince = stepSeconds(clock);
  const append: SessionStore["record"] = async (events, { sync } = {}) => {
    if (events.length === 0) return currentState();
    const step = { ...readableStep([...first, ...events]), ...secondsSince() };
    first = [];
    onEntry(await journal.append(step, { sync: sync === true }).catch(rethrowCause));
    if (sync === "soon") {
      // A failed sync is reported even if a later one succeeds.
      durable = Promise.all([durable, journal.sync().catch(rethrowCause)]).then(() => {});
      durable.catch(() => {}); // `settled` rejects with it
    }
    return currentState();
  };
  return { journal, record: { state: currentState, append, settled: () => durable }, ...(torn && { torn }) };
}

function sessionExists(place: string): WhetstoneError {
  return new WhetstoneError("SESSION_EXISTS", "a session already exists", {
    target: place,
    fix: "Continue it with `whetstone resume`, or start over with `whetstone refine --new SPEC.md`.",
  });
}

export function noSession(place: string): WhetstoneError {
  return new WhetstoneError("NO_SESSION", "no session here", {
    target: place,
    fix: "Start one with `whetstone refine SPEC.md`.",
  });
}

/** Returns the whole seconds since the last call; the remainder counts for the next. */
function stepSeconds(clock: Clock): () => Pick<Step, "seconds"> {
  let counted = clock.elapsed();
  return () => {
    const seconds = Math.floor((clock.elapsed() - counted) / 1000);
    counted += seconds * 1000;
    return { seconds };
  };
}

/** Checks that a step can be read back: a bug may stop the process, but must not write an unreadable journal. */
function readableStep(events: readonly SessionEvent[]): Step {
  const step = parseStep({ type: "step", events });
  if (step instanceof EventProblem) throw new InternalError(`a step could not be read back: ${step.message}`);
  return step;
}

/** When several runs write at once, each gets the error that broke the journal. */
function rethrowCause(error: unknown): never {
  const isBroken = error instanceof WhetstoneError && error.code === "JOURNAL_BROKEN";
  throw isBroken && error.cause instanceof WhetstoneError ? error.cause : error;
}
