import { crc32 } from "node:zlib";
import type { Clock } from "../ports/clock.ts";
import type { Files } from "../ports/files.ts";
import { broken, changedOutside, closed } from "./journal-errors.ts";
import {
  beside,
  encodeEntry,
  encodeEvent,
  encodeHeader,
  type JournalEntry,
  type JournalEvent,
  timestamp,
} from "./line.ts";
import { fingerprint, type JournalOptions, type KnownLines, readBytes, readLines } from "./read-journal.ts";

interface JournalFile {
  readonly files: Files;
  readonly path: string;
  /** The lines that it contains already. */
  readonly lines: KnownLines;
  readonly clock: Clock;
}

/**
 * The record of a session, open for writing (SPEC 2). Entries are written, and appends resolve, in the order of the
 * calls. After a failed write or sync the content of the disk is unknown: every further call rejects with
 * `JOURNAL_BROKEN`, and the journal must be opened again.
 */
export class Journal<Event extends JournalEvent> {
  readonly #file: JournalFile;
  #lastSeq: number;
  #waiting = "";
  #written: KnownLines;
  #synced = 0;
  #isClosed = false;
  #failure: unknown;
  #earlier: Promise<unknown> = Promise.resolve();

  constructor(file: JournalFile) {
    this.#file = file;
    this.#lastSeq = file.lines.seq;
    this.#written = file.lines;
  }

  get lastSeq(): number {
    return this.#lastSeq;
  }

  /** Resolves when the entry survives the end of this process; with `sync`, when it survives a power cut. */
  async append(event: Event, { sync }: { readonly sync: boolean }): Promise<JournalEntry<Event>> {
    this.#check();
    const text = encodeEvent(event);
    // Parsed back from its text: a substring of a document would keep the whole document in memory.
    const entry = { seq: this.#lastSeq + 1, at: timestamp(this.#file.clock.now()), event: JSON.parse(text) as Event };
    this.#lastSeq = entry.seq;
    this.#waiting += `${encodeEntry(entry.seq, entry.at, text)}\n`;
    // Callers fold entries into the state as appends resolve, so they must resolve in order, synced or not.
    this.#earlier = Promise.all([this.#earlier, sync ? this.#flush().then(this.#sync) : this.#flush()]);
    await this.#earlier;
    return entry;
  }

  /** Resolves when everything appended before the call survives a power cut. */
  async sync(): Promise<void> {
    this.#check();
    await this.#flush().then(this.#sync);
  }

  /** Syncs what was appended; may be called twice. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    try {
      if (this.#failure === undefined) await this.#flush().then(this.#sync);
    } finally {
      this.#isClosed = true;
    }
  }

  /** Identifies the entries written so far; undefined unless the last one is `seq`. */
  fingerprint(seq: number): string | undefined {
    return this.#written.seq === seq ? fingerprint(this.#written) : undefined;
  }

  #check(): void {
    if (this.#isClosed) throw closed(this.#file.path);
    if (this.#failure !== undefined) throw broken(this.#file.path, this.#failure);
  }

  readonly #flush = sharedRun(() => this.#recorded(() => this.#writeWaiting()));
  readonly #sync = sharedRun(() => this.#recorded(() => this.#syncWritten()));

  async #recorded(task: () => Promise<void>): Promise<void> {
    this.#check();
    await task().catch((error) => {
      this.#failure = error; // the content of the disk is unknown now
      throw error;
    });
  }

  async #writeWaiting(): Promise<void> {
    const { files, path } = this.#file;
    if (this.#waiting === "") return;
    const lines = Buffer.from(this.#waiting);
    const seq = this.#lastSeq;
    this.#waiting = "";
    const { bytes, sum } = this.#written;
    if ((await files.stat(path))?.bytes !== bytes) throw changedOutside(path);
    await files.append(path, lines);
    this.#written = { seq, bytes: bytes + lines.length, sum: crc32(lines, sum) };
  }

  async #syncWritten(): Promise<void> {
    const until = this.#written.bytes;
    if (this.#synced === until) return;
    await this.#file.files.sync(this.#file.path);
    this.#synced = until;
  }
}

/** Calls that come while the task runs share its next run, which includes what they added (a group commit). */
function sharedRun(task: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  return () => {
    next ??= running
      .catch(() => {}) // its own callers got the error
      .then(() => {
        next = undefined;
        running = task();
        return running;
      });
    return next;
  };
}

export interface OpenJournalOptions<Event> extends JournalOptions<Event> {
  readonly clock: Clock;
  /** Called when everything is read and nothing is changed yet; if it throws, the journal stays as it is. */
  readonly accept?: (lastSeq: number) => void | Promise<void>;
  /** The first event of an empty journal, written together with the header so that a kill leaves both or neither. */
  readonly first?: Event;
}

const LINE_END = Buffer.from("\n");

/**
 * Opens the journal for writing, and creates it if there is none. The caller must hold the session's lock. An
 * incomplete last line is moved to `journal.torn-N.jsonl`, and synced there before the journal changes.
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
  const lines = [encodeHeader(at), ...first.map(({ event }) => encodeEntry(1, at, encodeEvent(event)))];
  const known = bytes.subarray(0, wholeBytes);
  const whole = isNew ? Buffer.from(`${lines.join("\n")}\n`) : endMissing ? Buffer.concat([known, LINE_END]) : known;
  if (isNew || found || endMissing) await files.writeAtomic(path, whole, { sync: true });
  const journal = new Journal<Event>({
    files,
    path,
    lines: { seq: read.lastSeq + first.length, bytes: whole.length, sum: crc32(whole) },
    clock: options.clock,
  });
  return { journal, entries: [...read.entries, ...first], ...(torn && { torn }) };
}

/** Returns where the incomplete line is kept. A kill right after keeping it must not make a second copy. */
async function keepTorn(files: Files, path: string, torn: Buffer): Promise<string> {
  for (let number = 1; ; number += 1) {
    const place = beside(path, `torn-${number}`);
    if (await files.createExclusive(place, torn, { sync: true })) return place;
    const there = await files.read(place);
    if (there !== undefined && torn.equals(there)) return place;
  }
}
