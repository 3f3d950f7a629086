import type { Clock } from "../ports/clock.ts";

/** Anything with a `type`; the envelope's own keys are taken (docs/journal.md). */
export interface JournalEvent {
  readonly type: string;
  readonly seq?: never;
  readonly at?: never;
  readonly sum?: never;
}

/** One event as it stands in the journal. */
export interface JournalEntry<Event> {
  /** From 1, without holes. */
  readonly seq: number;
  /** ISO 8601, UTC, to the second (SPEC 2). The clock may have jumped back: only `seq` gives the order. */
  readonly at: string;
  readonly event: Event;
}

/** Why a value is not an event of this version. */
export class EventProblem {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

/** Reads one event, without the envelope's keys. It runs once per line of a long journal: keep it cheap. */
export type ParseEvent<Event> = (value: unknown) => Event | EventProblem;

/**
 * The record of a session, open for writing (SPEC 2).
 *
 * Contract: entries are written, and appends resolve, in the order of the calls; those of one call go out in one
 * write, of which a kill may leave a part. After a write or a sync failed, what the disk holds is not known: every
 * further call rejects with `JOURNAL_BROKEN`, and the journal must be opened again. `close` syncs what was appended,
 * and may be called twice.
 */
export interface Journal<Event extends JournalEvent> {
  /** The number of the last entry; 0 for an empty journal. */
  readonly lastSeq: number;
  /**
   * Resolves when the entries outlive this process, with `sync` when they outlive a power cut. Calls that overlap
   * share one sync.
   */
  append(events: readonly Event[], options: { readonly sync: boolean }): Promise<readonly JournalEntry<Event>[]>;
  /** Resolves when everything appended before the call outlives a power cut. */
  sync(): Promise<void>;
  close(): Promise<void>;
  /** Tells the entries that are written from any others; undefined where the last one is not this. */
  fingerprint(seq: number): string | undefined;
}

/** A last line that was not written to its end. It was never synced, so nothing depends on it. */
export interface TornLine {
  readonly line: number;
  readonly bytes: number;
  /** Where its bytes were put; absent when the journal was only read. */
  readonly keptAt?: string;
}

/** What a journal says. */
export interface JournalContents<Event> {
  readonly entries: readonly JournalEntry<Event>[];
  readonly torn?: TornLine;
}

/** What was read when the journal was opened, and the journal to go on with. */
export interface OpenedJournal<Event extends JournalEvent> extends JournalContents<Event> {
  readonly journal: Journal<Event>;
}

/** For `openJournal(files, path, options)` and `readJournal(files, path, options)`. */
export interface JournalOptions<Event> {
  readonly parse: ParseEvent<Event>;
  /** Of entries that are not read again where the journal still begins with them. */
  readonly known?: string;
  /**
   * Gets each entry as it is read, in order; they are not kept then, which spares the memory for a long journal. What
   * comes after an entry may be damaged: it counts when the reading has ended.
   */
  readonly onEntry?: (entry: JournalEntry<Event>) => void;
}

export interface OpenJournalOptions<Event> extends JournalOptions<Event> {
  readonly clock: Clock;
  /** Called when all was read and nothing is changed yet: what it throws refuses the journal and leaves it as it is. */
  readonly accept?: (lastSeq: number) => void | Promise<void>;
  /** What a journal without entries begins with, in one step with its header: a kill leaves both or neither. */
  readonly first?: readonly Event[];
}
