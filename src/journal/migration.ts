/** An event of an older version: whatever its line held, without the envelope's keys. */
export type OldEvent = Readonly<Record<string, unknown>>;

/** An entry of an older version. */
export interface OldEntry {
  readonly at: string;
  readonly event: OldEvent;
}

/** One step from a version to the next, told by its name when it is taken. */
export interface Migration {
  /** For people: `gap-states-in-capitals`. */
  readonly name: string;
  /** The version it reads; it writes the next. */
  readonly from: number;
  /** May change, drop, split or join entries; they are numbered anew. */
  migrate(entries: readonly OldEntry[]): readonly OldEntry[];
}
