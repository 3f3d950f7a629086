import type { Files } from "../ports/files.ts";
import { beside } from "./beside.ts";
import { FileJournal, numbered } from "./file-journal.ts";
import type { JournalEntry, JournalEvent, OpenedJournal, OpenJournalOptions } from "./journal.ts";
import { encodeEntry, encodeEvent, encodeHeader, JOURNAL_VERSION, timestamp } from "./line.ts";
import { readBytes, readLines } from "./read-journal.ts";
import type { Scan } from "./scan.ts";

/**
 * Opens the journal for writing, and makes it if there is none. Hold the session's lock first. A torn last line is
 * moved to `journal.torn-N.jsonl` beside it, and synced there before the journal itself changes.
 */
export async function openJournal<Event extends JournalEvent>(
  files: Files,
  path: string,
  options: OpenJournalOptions<Event>,
): Promise<OpenedJournal<Event>> {
  const bytes = (await readBytes(files, path)) ?? Buffer.alloc(0);
  const read = readLines(bytes, path, options, `${files.root}/${path}`);
  const { torn: found, wholeBytes } = read.scanned;
  await options.accept?.(read.lastSeq);
  const header = encodeHeader(JOURNAL_VERSION, timestamp(options.clock.now()));
  const first = read.lastSeq === 0 && options.first ? numbered(options.first, 0, options.clock) : [];
  for (const entry of first) options.onEntry?.(entry);
  const torn = found && { ...found, keptAt: await keepTorn(files, path, bytes.subarray(wholeBytes)) };
  const isNew = first.length > 0 || wholeBytes === 0;
  const length = await (isNew ? begin(files, path, header, first) : makeWhole(files, path, read.scanned));
  const journal = new FileJournal<Event>({
    stream: await files.openStream(path, "append"),
    name: path,
    bytes: length,
    lastSeq: read.lastSeq + first.length,
    clock: options.clock,
  });
  return { journal, entries: [...read.entries, ...first], ...(torn && { torn }) };
}

/** Writes the header, with the first entries in one step; tells the file's length. */
async function begin(
  files: Files,
  path: string,
  header: string,
  entries: readonly JournalEntry<JournalEvent>[],
): Promise<number> {
  const lines = entries.map((entry) => encodeEntry(entry.seq, entry.at, encodeEvent(entry.event)));
  const text = `${[header, ...lines].join("\n")}\n`;
  await files.writeAtomic(path, text, { sync: true });
  return Buffer.byteLength(text);
}

/** Brings the file to whole lines, and tells its length. */
async function makeWhole(files: Files, path: string, { torn, wholeBytes, endMissing }: Scan): Promise<number> {
  if (torn) await files.truncate(path, wholeBytes, { sync: true });
  if (!endMissing) return wholeBytes;
  const stream = await files.openStream(path, "append");
  await stream.write("\n");
  await stream.close();
  return wholeBytes + 1;
}

/** Where the bytes of a torn line are kept. A kill right after keeping them must not keep them twice. */
async function keepTorn(files: Files, path: string, torn: Buffer): Promise<string> {
  for (let number = 1; ; number += 1) {
    const place = beside(path, `torn-${number}`);
    if (await files.createExclusive(place, torn, { sync: true })) return place;
    const there = await files.read(place);
    if (there !== undefined && torn.equals(there)) return place;
  }
}
