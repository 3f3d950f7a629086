import type { Entry, Step } from "../model/events.ts";
import type { Files } from "./files.ts";
import type { ProcessIdentity } from "./processes.ts";

/** A session's documents by name: what agents, the Mediator and the User read (SPEC 2). */
export type Documents = Pick<
  Files,
  "read" | "readText" | "writeAtomic" | "remove" | "removeTree" | "list" | "stat" | "exists"
>;

/**
 * Where a session is stored: its entries and its documents.
 *
 * Contract: entries are numbered from 1 without holes. One process at a time holds the lease, and only it appends;
 * readers need no lease and see an entry as soon as `append` has resolved. A session exists once it has an entry:
 * `open` throws `NO_SESSION` if it does not exist, `create` throws `SESSION_EXISTS` if it does, and both throw
 * `SESSION_LOCKED` while another process holds the lease.
 */
export interface SessionHome {
  /** The location as messages name it. */
  readonly place: string;
  readonly documents: Documents;
  /** Begins a session; its documents are synced before its first entry is written. */
  create(beginning: SessionBeginning, onEntry: OnEntry): Promise<SessionLease>;
  /** Takes the lease, also from a dead process, and passes on the entries, or only those after `known`. */
  open(onEntry: OnEntry, known?: string): Promise<SessionLease>;
  /** The entries after this number. */
  read(after?: number): Promise<readonly Entry[]>;
  /** Watches for new entries; a look that finds none costs almost nothing. */
  watch(): SessionWatch;
  /** A value that differs after each entry, read without the entries; `undefined` if there is no session. */
  mark(): Promise<string | undefined>;
  /** The process that holds the lease, if it is known to be alive. */
  holder(): Promise<SessionHolder | undefined>;
}

export interface SessionBeginning {
  readonly first: Step;
  readonly documents: Readonly<Record<string, string>>;
}

export type OnEntry = (entry: Entry) => void;

export type SessionHolder = Pick<ProcessIdentity, "pid" | "host">;

export interface SessionWatch {
  /** The entries since the last call, or all of them if `anew`; `undefined` if there are no new ones. */
  read(): Promise<{ readonly entries: readonly Entry[]; readonly anew: boolean } | undefined>;
}

/** The right to write to a session, until `close` or until `lost` aborts. */
export interface SessionLease {
  /** Aborts when another process has taken the session: stop writing. */
  readonly lost: AbortSignal;
  /** The number of the last entry. */
  readonly lastSeq: number;
  /** A damaged end of the journal that was found and set aside; it had never been synced. */
  readonly torn?: { readonly line: number; readonly bytes: number; readonly keptAt?: string };
  /**
   * Resolves when the entry survives this process, or with `sync` a power cut. Its number is `after` + 1; if another
   * entry is last, nothing is written and it throws `ENTRY_TAKEN`. Appends resolve in the order of the calls; after a
   * failed one, all later ones fail.
   */
  append(step: Step, options: { readonly after: number; readonly sync: boolean }): Promise<Entry>;
  /** Resolves when everything appended before the call survives a power cut. */
  sync(): Promise<void>;
  /** Identifies the entries up to `seq`; `undefined` if `seq` is not the last entry. */
  fingerprint(seq: number): string | undefined;
  close(): Promise<void>;
}

/** All sessions of a place. */
export interface SessionHomes {
  /** The keys of the sessions that exist. */
  list(): Promise<readonly string[]>;
  /** The home of a session, which need not exist yet; throws `PATH_REFUSED` for an invalid key. */
  at(key: string): SessionHome;
}
