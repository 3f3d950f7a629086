import { InternalError, WhetstoneError } from "../errors/whetstone-error.ts";
import { EventProblem, timestamp } from "../journal/line.ts";
import { parseStep } from "../journal/session-step.ts";
import { evolve, fold } from "../mediator/evolve/evolve.ts";
import type { Admission } from "../mediator/gate/judge.ts";
import type { State } from "../mediator/state.ts";
import type { Entry, SessionEvent, Step } from "../model/events.ts";
import type { Clock } from "../ports/clock.ts";
import type { Files } from "../ports/files.ts";
import type { OnEntry, SessionHome, SessionLease } from "../ports/session-home.ts";
import type { SessionInbox } from "../ports/session-inbox.ts";
import { type FolderHomeParts, folderHome, noSession, readEntries } from "./folder-home.ts";
import type { SessionGuard } from "./guard/session-guard.ts";
import { isWorthKeeping, type KeptState, keepState, readKeptState } from "./kept-state.ts";

/** A session open for writing: its state, and the one way to change it. */
export interface SessionStore {
  readonly home: SessionHome;
  /** Documents by name are the home's; paths and streams are this process's own. */
  readonly files: Files;
  /** The folder that this process works in: what runs stream and leave behind until it is whole. */
  readonly work: Files;
  readonly state: State;
  /** What was found at the end of the record and set aside. */
  readonly torn: SessionLease["torn"];
  /** Puts back what programs change in the folder; absent where none could. */
  readonly guard: SessionGuard | undefined;
  /** Where other processes leave commands; absent where none can. */
  readonly inbox: SessionInbox | undefined;
  /** Answers of the running round, by run, so that joining them need not read each again. A resumed process has none. */
  readonly admitted: Map<string, AdmittedAnswer>;
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
  /** Spares whoever opens the session next the reading of a long journal. */
  keepState(): Promise<void>;
  close(): Promise<void>;
}

/** What the gate made of an answer, against the state of then. */
export interface AdmittedAnswer {
  readonly against: State;
  readonly admission: Admission;
  readonly bytes: Uint8Array;
}

export interface RecordOptions {
  /** `soon`: the disk is asked for it and not waited for. Nothing outside may depend on it before `settled`. */
  readonly sync?: boolean | "soon";
}

export interface StoreParts extends FolderHomeParts {
  /** Where the session lives, unless in the folder of `files`. */
  readonly home?: SessionHome;
  readonly clock: Clock;
  /** Whose `files` these are. */
  readonly guard?: SessionGuard;
  /** For commands between processes: outside of what agents are given (ADR 0006). */
  readonly inbox?: SessionInbox;
}

/** Opens a session that exists. Throws when there is none, when it is damaged, or when another process holds it. */
export async function openStore(parts: StoreParts): Promise<SessionStore> {
  const home = homeOf(parts);
  const kept = await readKeptState(home.documents);
  const take = (onEntry: OnEntry) => home.open(onEntry, kept?.print);
  return makeStore(parts, home, { take, kept, opening: [{ type: "session_opened" }] });
}

/** Begins a session with the documents that it stands on. Throws when there is one already. */
export async function createStore(
  parts: StoreParts,
  documents: Readonly<Record<string, string>>,
  events: readonly SessionEvent[],
): Promise<SessionStore> {
  const home = homeOf(parts);
  const beginning = { first: readable(events), documents };
  return makeStore(parts, home, { take: (onEntry) => home.create(beginning, onEntry), kept: undefined, opening: [] });
}

export function homeOf(parts: StoreParts): SessionHome {
  return parts.home ?? folderHome(parts);
}

/** The state as the journal has it, for a process that only reads; `undefined` when there is no session. */
export async function readState(files: Files): Promise<State | undefined> {
  return fold(await readEntries(files));
}

interface Taking {
  take(onEntry: OnEntry): Promise<SessionLease>;
  /** Given up where the entries are others: they come from the first one then. */
  readonly kept: KeptState | undefined;
  /** Goes with the first step: a process that only looks writes nothing. */
  readonly opening: readonly SessionEvent[];
}

async function makeStore(parts: StoreParts, home: SessionHome, { take, kept, opening }: Taking): Promise<SessionStore> {
  let state = kept?.state;
  let keptSeq = state?.seq ?? 0;
  const onEntry = (entry: Entry) => {
    if (entry.seq === 1) {
      state = undefined;
      keptSeq = 0;
    }
    state = evolve(state, entry);
  };
  const lease = await take(onEntry);
  const current = () => {
    if (state) return state;
    throw noSession(home.place);
  };
  let after = lease.lastSeq;
  let first = opening;
  let durable: Promise<void> = Promise.resolve();
  const secondsSince = stepSeconds(parts.clock);
  return {
    home,
    files: { ...parts.files, ...home.documents },
    work: parts.files,
    guard: parts.guard,
    inbox: parts.inbox,
    admitted: new Map(),
    get state() {
      return current();
    },
    torn: lease.torn,
    lost: lease.lost,
    now: () => timestamp(parts.clock.now()),
    async record(events, options = {}) {
      if (events.length === 0) return current();
      const step = { ...readable([...first, ...events]), ...secondsSince() };
      first = [];
      after += 1;
      onEntry(await lease.append(step, { after: after - 1, sync: options.sync === true }).catch(rethrowFirst));
      if (options.sync === "soon") {
        // One that the disk refused is told, whatever comes after it.
        durable = Promise.all([durable, lease.sync().catch(rethrowFirst)]).then(() => {});
        durable.catch(() => {}); // told by `settled`
      }
      return current();
    },
    settled: () => durable,
    async keepState() {
      const now = current();
      const print = isWorthKeeping(now, keptSeq) ? lease.fingerprint(now.seq) : undefined;
      if (print === undefined) return;
      await keepState(home.documents, { print, state: now });
      keptSeq = now.seq;
    },
    close: () => lease.close(),
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
  if (step instanceof EventProblem) throw new InternalError(`a step could not be read back: ${step.message}`);
  return step;
}

/** Where several runs write at once, each is told what broke the journal, and not only that it is broken. */
function rethrowFirst(error: unknown): never {
  const isBroken = error instanceof WhetstoneError && error.code === "JOURNAL_BROKEN";
  throw isBroken && error.cause instanceof WhetstoneError ? error.cause : error;
}
