/** Anything with a `type`; the envelope's own keys are taken (docs/journal.md). */
export interface JournalEvent {
  readonly type: string;
  readonly seq?: never;
  readonly at?: never;
  readonly sum?: never;
}
