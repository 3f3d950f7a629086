import type { Entry, Step } from "../model/events.ts";
import type { Files } from "./files.ts";
import type { ProcessIdentity } from "./processes.ts";

/** A session's documents by name: what agents, the Mediator and the person read of it (SPEC 2). */
export type Documents = Pick<
  Files,
  "read" | "readText" | "writeAtomic" | "remove" | "removeTree" | "list" | "stat" | "exists"
>;

/**
 * Where a session lives: its entries and its documents.
 *
 * Contract: entries are numbered from 1 without holes; one process at a time has the lease, and only that one appends.
 * Whoever only reads needs no lease and sees an entry as soon as `append` has resolved. There is a session when there is
 * an entry: `open` throws `NO_SESSION` where there is none, `create` throws `SESSION_EXISTS` where there is one, and both
 * `SESSION_LOCKED` while another process has the lease.
 */
export interface SessionHome {
  /** Where it is, as messages tell it. */
  readonly place: string;
  readonly documents: Documents;
  /** Begins a session: its documents stand, and outlive a power cut, before its first entry does. */
  create(beginning: SessionBeginning, onEntry: OnEntry): Promise<SessionLease>;
  /**
   * Takes the lease, also of a process that is gone, and gives out every entry so far; where they begin with those of
   * the fingerprint `known`, only the later ones.
   */
  open(onEntry: OnEntry, known?: string): Promise<SessionLease>;
  /** The entries after this number. */
  read(after?: number): Promise<readonly Entry[]>;
  /** Looks for what comes: looking again costs next to nothing where nothing came. */
  watch(): SessionWatch;
  /** Another one after every entry, had without reading them; `undefined` where there is no session. */
  mark(): Promise<string | undefined>;
  /** The process that has the lease, as far as it is known to be there. */
  holder(): Promise<SessionHolder | undefined>;
}

export interface SessionBeginning {
  readonly first: Step;
  readonly documents: Readonly<Record<string, string>>;
}

export type OnEntry = (entry: Entry) => void;

export type SessionHolder = Pick<ProcessIdentity, "pid" | "host">;

export interface SessionWatch {
  /** What came since the last look; `anew` all there is; `undefined` when nothing came. */
  read(): Promise<{ readonly entries: readonly Entry[]; readonly anew: boolean } | undefined>;
}

/** The right to write to a session, until it is closed or `lost` aborts. */
export interface SessionLease {
  /** Aborts when another process has the session: stop writing. */
  readonly lost: AbortSignal;
  /** The number of the last entry. */
  readonly lastSeq: number;
  /** What was found at the end of the record and set aside: it was never synced. */
  readonly torn?: { readonly line: number; readonly bytes: number; readonly keptAt?: string };
  /**
   * Resolves when the entry outlives this process, with `sync` when it outlives a power cut. It becomes number `after` + 1;
   * where the last one is another, nothing is written and it throws `ENTRY_TAKEN`. Appends resolve in the order of the
   * calls. When one has failed, every later one fails, too.
   */
  append(step: Step, options: { readonly after: number; readonly sync: boolean }): Promise<Entry>;
  /** Resolves when everything appended before the call outlives a power cut. */
  sync(): Promise<void>;
  /** Tells the entries so far from any others; `undefined` where the last one is not this. */
  fingerprint(seq: number): string | undefined;
  close(): Promise<void>;
}

/** Many sessions. */
export interface SessionHomes {
  /** The keys of those that were begun. */
  list(): Promise<readonly string[]>;
  /** Also of one that is not begun yet; throws `PATH_REFUSED` for what is no key. */
  at(key: string): SessionHome;
}
