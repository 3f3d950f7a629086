import { InternalError, WhetstoneError } from "../errors/whetstone-error.ts";
import { EventProblem, timestamp } from "../journal/line.ts";
import { parseStep } from "../journal/parse-step.ts";
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

/** A session that is open for writing: its state, and the only way to change it. */
export interface SessionStore {
  readonly home: SessionHome;
  /** Documents are read and written in the session's home; absolute paths and streams belong to this process. */
  readonly files: Files;
  /** The folder that this process works in: for what runs stream, and for their scratch folders. */
  readonly work: Files;
  readonly state: State;
  /** The incomplete last line of the journal, which was moved to another file. */
  readonly torn: SessionLease["torn"];
  /** Restores what programs change in the folder; absent if no program can. */
  readonly guard: SessionGuard | undefined;
  /** Where other processes leave commands; absent if none can. */
  readonly inbox: SessionInbox | undefined;
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
  /** Caches the state, so that the next process need not fold a long journal. */
  keepState(): Promise<void>;
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

export interface StoreParts extends FolderHomeParts {
  /** Where the session lives; by default the folder of `files`. */
  readonly home?: SessionHome;
  readonly clock: Clock;
  /** The guard that `files` belong to. */
  readonly guard?: SessionGuard;
  /** For commands between processes; outside the folders that agents are given (ADR 0006). */
  readonly inbox?: SessionInbox;
}

/** Opens a session that exists. Throws when there is none, when it is damaged, or when another process holds it. */
export async function openStore(parts: StoreParts): Promise<SessionStore> {
  const home = homeOf(parts);
  const kept = await readKeptState(home.documents);
  const take = (onEntry: OnEntry) => home.open(onEntry, kept?.print);
  return makeStore(parts, home, { take, kept, openingEvents: [{ type: "session_opened" }] });
}

/** Creates a session with its first documents. Throws if one exists. */
export async function createStore(
  parts: StoreParts,
  documents: Readonly<Record<string, string>>,
  events: readonly SessionEvent[],
): Promise<SessionStore> {
  const home = homeOf(parts);
  const beginning = { first: readableStep(events), documents };
  return makeStore(parts, home, {
    take: (onEntry) => home.create(beginning, onEntry),
    kept: undefined,
    openingEvents: [],
  });
}

export function homeOf(parts: StoreParts): SessionHome {
  return parts.home ?? folderHome(parts);
}

/** The state for a process that only reads; undefined if there is no session. */
export async function readState(files: Files): Promise<State | undefined> {
  return fold(await readEntries(files));
}

interface Taking {
  take(onEntry: OnEntry): Promise<SessionLease>;
  /** The cached state; discarded if it does not match the journal, whose entries then come from the first. */
  readonly kept: KeptState | undefined;
  /** Recorded with the first step, so that a process that only looks writes nothing. */
  readonly openingEvents: readonly SessionEvent[];
}

async function makeStore(
  parts: StoreParts,
  home: SessionHome,
  { take, kept, openingEvents }: Taking,
): Promise<SessionStore> {
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
  const currentState = () => {
    if (state) return state;
    throw noSession(home.place);
  };
  let after = lease.lastSeq;
  let first = openingEvents;
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
      return currentState();
    },
    torn: lease.torn,
    lost: lease.lost,
    now: () => timestamp(parts.clock.now()),
    async record(events, options = {}) {
      if (events.length === 0) return currentState();
      const step = { ...readableStep([...first, ...events]), ...secondsSince() };
      first = [];
      after += 1;
      onEntry(await lease.append(step, { after: after - 1, sync: options.sync === true }).catch(rethrowCause));
      if (options.sync === "soon") {
        // A failed sync is reported even if a later one succeeds.
        durable = Promise.all([durable, lease.sync().catch(rethrowCause)]).then(() => {});
        durable.catch(() => {}); // `settled` rejects with it
      }
      return currentState();
    },
    settled: () => durable,
    async keepState() {
      const now = currentState();
      const print = isWorthKeeping(now, keptSeq) ? lease.fingerprint(now.seq) : undefined;
      if (print === undefined) return;
      await keepState(home.documents, { print, state: now });
      keptSeq = now.seq;
    },
    close: () => lease.close(),
  };
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
