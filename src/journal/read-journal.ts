import type { Files } from "../ports/files.ts";
import {
  EventProblem,
  type JournalContents,
  type JournalEntry,
  type JournalOptions,
  type MigrationReport,
  type ParseEvent,
} from "./journal.ts";
import { notUnderstood, unknownVersion } from "./journal-errors.ts";
import { type DecodedEntry, JOURNAL_VERSION } from "./line.ts";
import { migrate } from "./migration.ts";
import { type Scan, scan } from "./scan.ts";

/**
 * What a journal says, without changing anything: for a second process, while the first one writes. A last line
 * that is not whole yet is told as torn. Undefined when there is no journal.
 */
export async function readJournal<Event>(
  files: Files,
  path: string,
  options: JournalOptions<Event>,
): Promise<JournalContents<Event> | undefined> {
  const bytes = await files.read(path);
  if (bytes === undefined) return undefined;
  const scanned = scan(asBuffer(bytes), path);
  const { entries, migrated } = understand(scanned, path, options);
  return { entries, ...(scanned.torn && { torn: scanned.torn }), ...(migrated && { migrated }) };
}

/** The same bytes, with Node's methods. */
export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

export interface Understood<Event> {
  readonly entries: readonly JournalEntry<Event>[];
  readonly migrated?: MigrationReport;
}

/** Turns whole lines into events of this version. */
export function understand<Event>(scanned: Scan, name: string, options: JournalOptions<Event>): Understood<Event> {
  if (scanned.version === JOURNAL_VERSION) return { entries: parseAll(scanned.entries, name, options.parse) };
  const result = migrate(scanned.version, scanned.entries, options.migrations ?? []);
  if (result === undefined) throw unknownVersion(name, scanned.version, JOURNAL_VERSION);
  const migrated = { from: scanned.version, to: JOURNAL_VERSION, names: result.names };
  return { entries: parseAll(result.entries, name, options.parse), migrated };
}

function parseAll<Event>(
  decoded: readonly DecodedEntry[],
  name: string,
  parse: ParseEvent<Event>,
): JournalEntry<Event>[] {
  return decoded.map(({ seq, at, event: value }) => {
    const event = parse(value);
    if (event instanceof EventProblem) throw notUnderstood(name, seq + 1, event.message);
    return { seq, at, event };
  });
}
