import { crc32 } from "node:zlib";
import type { Clock } from "../ports/clock.ts";
import type { Files } from "../ports/files.ts";
import { beside } from "./beside.ts";
import type { JournalEvent } from "./entry.ts";
import { Journal } from "./journal.ts";
import { encodeEntry, encodeEvent, encodeHeader, JOURNAL_VERSION, timestamp } from "./line.ts";
import { type JournalOptions, readBytes, readLines } from "./read-journal.ts";

export interface OpenJournalOptions<Event> extends JournalOptions<Event> {
  readonly clock: Clock;
  /** Called when all was read and nothing is changed yet: what it throws refuses the journal and leaves it as it is. */
  readonly accept?: (lastSeq: number) => void | Promise<void>;
  /** What a journal without entries begins with, in one step with its header: a kill leaves both or neither. */
  readonly first?: Event;
}

const LINE_END = Buffer.from("\n");

/**
 * Opens the journal for writing, and makes it if there is none. Hold the session's lock first. A torn last line is
 * moved to `journal.torn-N.jsonl` beside it, and synced there before the journal itself changes.
 */
export async function openJournal<Event extends JournalEvent>(
  files: Files,
  path: string,
  options: OpenJournalOptions<Event>,
) {
  const bytes = (await readBytes(files, path)) ?? Buffer.alloc(0);
  const read = readLines(bytes, path, options, `${files.root}/${path}`);
  const { torn: found, wholeBytes, endMissing } = read;
  await options.accept?.(read.lastSeq);
  const at = timestamp(options.clock.now());
  const first = read.lastSeq === 0 && options.first ? [{ seq: 1, at, event: options.first }] : [];
  for (const entry of first) options.onEntry?.(entry);
  const torn = found && { ...found, keptAt: await keepTorn(files, path, bytes.subarray(wholeBytes)) };
  const isNew = first.length > 0 || wholeBytes === 0;
  const lines = [
    encodeHeader(JOURNAL_VERSION, at),
    ...first.map(({ event }) => encodeEntry(1, at, encodeEvent(event))),
  ];
  const known = bytes.subarray(0, wholeBytes);
  const whole = isNew ? Buffer.from(`${lines.join("\n")}\n`) : endMissing ? Buffer.concat([known, LINE_END]) : known;
  if (isNew || found || endMissing) await files.writeAtomic(path, whole, { sync: true });
  const journal = new Journal<Event>({
    stream: await files.openStream(path, "append"),
    name: path,
    lines: { seq: read.lastSeq + first.length, bytes: whole.length, sum: crc32(whole) },
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
