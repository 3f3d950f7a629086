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
