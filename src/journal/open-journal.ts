import type { Clock } from "../ports/clock.ts";
import type { Files } from "../ports/files.ts";
import { beside } from "./beside.ts";
import { fileJournal, numbered } from "./file-journal.ts";
import type { JournalEntry, OpenedJournal, OpenJournalOptions } from "./journal.ts";
import type { JournalEvent } from "./journal-event.ts";
import { encodeEntry, encodeEvent, encodeHeader, JOURNAL_VERSION, timestamp } from "./line.ts";
import { readBytes, readLines } from "./read-journal.ts";
import type { Scan } from "./scan.ts";

/**
 * Opens the journal for writing, and makes it if there is none. Hold the session's lock first. A torn last line is
 * moved to `journal.torn-N.jsonl` beside it; a journal of an older version is kept as `journal.vN.jsonl` and written
 * anew. What was set aside is synced before the journal itself changes.
 */
export async function openJournal<Event extends JournalEvent>(
  files: Files,
  path: string,
  options: OpenJournalOptions<Event>,
): Promise<OpenedJournal<Event>> {
  const bytes = (await readBytes(files, path)) ?? Buffer.alloc(0);
  const read = readLines(bytes, path, options, `${files.root}/${path}`);
  const { scanned, migrated } = read;
  await options.accept?.(read.lastSeq);
  const header = encodeHeader(JOURNAL_VERSION, now(options));
  const first = read.lastSeq === 0 && options.first ? firstEntries(options.first, options) : [];
  const [entries, lastSeq] = [[...read.entries, ...first], read.lastSeq + first.length];
  const opening: Opening = { files, path, bytes, scanned, header };
  const torn = scanned.torn && { ...scanned.torn, keptAt: await keepTorn(opening) };
  const kept = migrated && { ...migrated, keptAt: await keepOld(opening) };
  const length = await makeReady(opening, migrated || first.length > 0 ? entries : undefined);
  const stream = await files.openStream(path, "append");
  const journal = fileJournal<Event>({
    stream,
    name: path,
    bytes: length,
    lastSeq,
    clock: options.clock,
  });
  return { journal, entries, ...(torn && { torn }), ...(kept && { migrated: kept }) };
}

interface Opening {
  readonly files: Files;
  readonly path: string;
  readonly bytes: Buffer;
  readonly scanned: Scan;
  readonly header: string;
}

function now(options: { readonly clock: Clock }): string {
  return timestamp(options.clock.now());
}

function firstEntries<Event extends JournalEvent>(
  events: readonly Event[],
  options: OpenJournalOptions<Event>,
): JournalEntry<Event>[] {
  const entries = numbered(events, 0, options.clock);
  for (const entry of entries) options.onEntry?.(entry);
  return entries;
}

/** Brings the file to whole lines of this version, and tells its length. What is not told by the file is given. */
async function makeReady(
  opening: Opening,
  entries: readonly JournalEntry<JournalEvent>[] | undefined,
): Promise<number> {
  const { files, path, scanned } = opening;
  if (entries || scanned.wholeBytes === 0) return rewrite(opening, entries ?? []);
  if (scanned.torn) await files.truncate(path, scanned.wholeBytes, { sync: true });
  if (!scanned.endMissing) return scanned.wholeBytes;
  const stream = await files.openStream(path, "append");
  await stream.write("\n");
  await stream.close();
  return scanned.wholeBytes + 1;
}

async function rewrite(
  { files, path, header }: Opening,
  entries: readonly JournalEntry<JournalEvent>[],
): Promise<number> {
  const lines = entries.map((entry) => encodeEntry(entry.seq, entry.at, encodeEvent(entry.event)));
  const text = `${[header, ...lines].join("\n")}\n`;
  await files.writeAtomic(path, text, { sync: true });
  return Buffer.byteLength(text);
}

/** Where the bytes of a torn line are kept. A kill right after keeping them must not keep them twice. */
async function keepTorn({ files, path, bytes, scanned }: Opening): Promise<string> {
  const torn = bytes.subarray(scanned.wholeBytes);
  for (let number = 1; ; number += 1) {
    const place = beside(path, `torn-${number}`);
    if (await files.createExclusive(place, torn, { sync: true })) return place;
    const there = await files.read(place);
    if (there !== undefined && torn.equals(there)) return place;
  }
}

async function keepOld({ files, path, bytes, scanned }: Opening): Promise<string> {
  const place = beside(path, `v${scanned.version}`);
  await files.writeAtomic(place, bytes.subarray(0, scanned.wholeBytes), { sync: true });
  return place;
}
