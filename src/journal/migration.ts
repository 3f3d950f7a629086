import { type DecodedEntry, JOURNAL_VERSION } from "./line.ts";

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

/** Takes every step from `version` to this one; undefined when one is missing. Entries are numbered anew. */
export function migrate(
  version: number,
  entries: readonly DecodedEntry[],
  migrations: readonly Migration[],
): { readonly entries: readonly DecodedEntry[]; readonly names: readonly string[] } | undefined {
  const steps = stepsFrom(version, migrations);
  if (steps === undefined) return undefined;
  const old = entries.map(({ at, event }) => ({ at, event: event as OldEvent })); // a line's event is always an object
  const now = steps.reduce<readonly OldEntry[]>((before, step) => step.migrate(before), old);
  return {
    entries: now.map(({ at, event }, index) => ({ seq: index + 1, at, event })),
    names: steps.map((step) => step.name),
  };
}

function stepsFrom(version: number, migrations: readonly Migration[]): Migration[] | undefined {
  const steps: Migration[] = [];
  for (let at = version; at < JOURNAL_VERSION; at += 1) {
    const step = migrations.find((migration) => migration.from === at);
    if (step === undefined) return undefined;
    steps.push(step);
  }
  return version <= JOURNAL_VERSION ? steps : undefined;
}
