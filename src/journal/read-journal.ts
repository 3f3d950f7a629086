import type { Files } from "../ports/files.ts";
import {
  EventProblem,
  type JournalContents,
  type JournalEntry,
  type JournalOptions,
  type MigrationReport,
  type ParseEvent,
} from "./journal.ts";
import { damaged, notUnderstood, unknownVersion } from "./journal-errors.ts";
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
  const bytes = await readBytes(files, path);
  if (bytes === undefined) return undefined;
  const { scanned, entries, migrated } = readLines(bytes, path, options, `${files.root}/${path}`);
  return { entries, ...(scanned.torn && { torn: scanned.torn }), ...(migrated && { migrated }) };
}

/** A file that was emptied is no journal that was never begun. */
export async function readBytes(files: Files, path: string): Promise<Buffer | undefined> {
  const bytes = await files.read(path);
  if (bytes?.length === 0) throw damaged(path, 1, "the file is empty");
  return bytes && asBuffer(bytes);
}

/** The same bytes, with Node's methods. */
export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

export interface ReadLines<Event> {
  readonly scanned: Scan;
  readonly entries: readonly JournalEntry<Event>[];
  readonly lastSeq: number;
  readonly migrated?: MigrationReport;
}

/** Turns lines into events of this version, each as soon as it is read. `place` says where a refused file stands. */
export function readLines<Event>(
  bytes: Buffer,
  name: string,
  options: JournalOptions<Event>,
  place = name,
): ReadLines<Event> {
  const entries: JournalEntry<Event>[] = [];
  let lastSeq = 0;
  const take = (decoded: DecodedEntry, isKept: boolean) => {
    const entry = parsed(decoded, name, options.parse);
    lastSeq = entry.seq;
    options.onEntry?.(entry);
    if (isKept) entries.push(entry);
  };
  const scanned = scan(bytes, name, (decoded, version) => {
    if (version === JOURNAL_VERSION) take(decoded, options.onEntry === undefined);
    return version === JOURNAL_VERSION;
  });
  if (scanned.version === JOURNAL_VERSION) return { scanned, entries, lastSeq };
  const result = migrate(scanned.version, scanned.entries, options.migrations ?? []);
  if (result === undefined) throw unknownVersion(name, scanned.version, place);
  for (const decoded of result.entries) take(decoded, true); // they are written anew
  const migrated = { from: scanned.version, to: JOURNAL_VERSION, names: result.names };
  return { scanned, entries, lastSeq, migrated };
}

function parsed<Event>(
  { seq, at, event: value }: DecodedEntry,
  name: string,
  parse: ParseEvent<Event>,
): JournalEntry<Event> {
  const event = parse(value);
  if (event instanceof EventProblem) throw notUnderstood(name, seq + 1, event.message);
  return { seq, at, event };
}
