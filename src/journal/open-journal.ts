import { crc32 } from "node:zlib";
import type { Files } from "../ports/files.ts";
import { beside } from "./beside.ts";
import { FileJournal, numbered } from "./file-journal.ts";
import type { JournalEvent, OpenedJournal, OpenJournalOptions } from "./journal.ts";
import { encodeEntry, encodeEvent, encodeHeader, JOURNAL_VERSION, timestamp } from "./line.ts";
import { readBytes, readLines } from "./read-journal.ts";

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
  const text = [header, ...first.map(({ seq, at, event }) => encodeEntry(seq, at, encodeEvent(event)))].join("\n");
  const whole = isNew ? Buffer.from(`${text}\n`) : bytes.subarray(0, wholeBytes);
  if (isNew || found) await files.writeAtomic(path, whole, { sync: true });
  const stream = await files.openStream(path, "append");
  const end = !isNew && read.scanned.endMissing ? "\n" : "";
  if (end !== "") await stream.write(end);
  const journal = new FileJournal<Event>({
    stream,
    name: path,
    lines: { seq: read.lastSeq + first.length, bytes: whole.length + end.length, sum: crc32(end, crc32(whole)) },
    clock: options.clock,
  });
  return { journal, entries: [...read.entries, ...first], ...(torn && { torn }) };
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
