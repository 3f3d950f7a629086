import type { Files } from "../ports/files.ts";
import { knownLines } from "./fingerprint.ts";
import { EventProblem, type JournalContents, type JournalEntry, type JournalOptions } from "./journal.ts";
import { damaged, notUnderstood } from "./journal-errors.ts";
import type { DecodedEntry } from "./line.ts";
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
  const { scanned, entries } = readLines(bytes, path, options, `${files.root}/${path}`);
  return { entries, ...(scanned.torn && { torn: scanned.torn }) };
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
}

/** Turns lines into events, each as soon as it is read. `place` says where a refused file stands. */
export function readLines<Event>(
  bytes: Buffer,
  name: string,
  { parse, onEntry, known }: JournalOptions<Event>,
  place = name,
): ReadLines<Event> {
  const entries: JournalEntry<Event>[] = [];
  const keep = onEntry ?? ((entry: JournalEntry<Event>) => void entries.push(entry));
  const skipped = known === undefined ? undefined : knownLines(bytes, known);
  let lastSeq = skipped?.seq ?? 0;
  const take = ({ seq, at, event: value }: DecodedEntry) => {
    const event = parse(value);
    if (event instanceof EventProblem) throw notUnderstood(name, seq + 1, event.message);
    lastSeq = seq;
    keep({ seq, at, event });
  };
  const scanned = scan(bytes, name, place, take, skipped);
  return { scanned, entries, lastSeq };
}
