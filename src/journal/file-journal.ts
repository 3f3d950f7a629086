import type { Clock } from "../ports/clock.ts";
import type { FileStream } from "../ports/files.ts";
import type { Journal, JournalEntry, JournalEvent } from "./journal.ts";
import { broken, changedOutside, closed } from "./journal-errors.ts";
import { encodeEntry, encodeEvent, timestamp } from "./line.ts";

export interface JournalFile {
  /** At the end of the journal. */
  readonly stream: FileStream;
  /** For messages. */
  readonly name: string;
  readonly bytes: number;
  readonly lastSeq: number;
  readonly clock: Clock;
}

/** Goes on writing a journal that was read to its end. */
export function fileJournal<Event extends JournalEvent>(file: JournalFile): Journal<Event> {
  const writer = lineWriter(file);
  let lastSeq = file.lastSeq;
  let earlier: Promise<unknown> = Promise.resolve();
  return {
    get lastSeq() {
      return lastSeq;
    },
    async append(events, { sync }) {
      writer.check();
      const texts = events.map(encodeEvent);
      const entries = numbered(texts.map(asRead<Event>), lastSeq, file.clock);
      const lines = entries.map(({ seq, at }, index) => `${encodeEntry(seq, at, texts[index] ?? "")}\n`);
      lastSeq += entries.length;
      writer.add(lines.join(""));
      // Whoever folds entries into a state when they are there must get them in order, synced or not.
      earlier = Promise.all([earlier, sync ? writer.flush().then(writer.sync) : writer.flush()]);
      await earlier;
      return entries;
    },
    async sync() {
      writer.check();
      await writer.flush();
      await writer.sync();
    },
    close: () => writer.close(),
  };
}

/**
 * The event as a reader of the journal gets it. Its texts are its own then: a piece of a document would keep the whole
 * document in memory for as long as the session lives.
 */
function asRead<Event extends JournalEvent>(text: string): Event {
  return JSON.parse(text) as Event;
}

/** The entries that events become. */
export function numbered<Event>(events: readonly Event[], lastSeq: number, clock: Clock): JournalEntry<Event>[] {
  const at = timestamp(clock.now());
  return events.map((event, index) => ({ seq: lastSeq + 1 + index, at, event }));
}

interface LineWriter {
  /** Throws when nothing can be written any more. */
  check(): void;
  add(text: string): void;
  flush(): Promise<void>;
  sync(): Promise<void>;
  close(): Promise<void>;
}

function lineWriter({ stream, name, bytes }: JournalFile): LineWriter {
  const state = { waiting: "", written: bytes, synced: 0, isClosed: false, failure: undefined as unknown };

  const check = () => {
    if (state.isClosed) throw closed(name);
    if (state.failure !== undefined) throw broken(name, state.failure);
  };
  const recorded = async (task: () => Promise<void>) => {
    check();
    await task().catch((error) => {
      state.failure = error; // what the disk holds now is not known
      throw error;
    });
  };
  const flush = sharedRun(() => recorded(() => writeWaiting(stream, name, state)));
  const sync = sharedRun(() => recorded(() => syncWritten(stream, state)));
  return {
    check,
    add: (text) => {
      state.waiting += text;
    },
    flush,
    sync,
    async close() {
      if (state.isClosed) return;
      try {
        if (state.failure === undefined) await flush().then(sync);
      } finally {
        state.isClosed = true;
        await stream.close();
      }
    },
  };
}

interface WriterState {
  waiting: string;
  written: number;
  synced: number;
}

async function writeWaiting(stream: FileStream, name: string, state: WriterState): Promise<void> {
  if (state.waiting === "") return;
  const text = state.waiting;
  state.waiting = "";
  if ((await stream.length()) !== state.written) throw changedOutside(name);
  await stream.write(text);
  state.written += Buffer.byteLength(text);
}

async function syncWritten(stream: FileStream, state: WriterState): Promise<void> {
  const until = state.written;
  if (state.synced === until) return;
  await stream.sync();
  state.synced = until;
}

/**
 * Runs a task for everyone who asks: calls that come while it runs share the one run after it, so that what they
 * brought is in it. One sync for many appends is a group commit.
 */
function sharedRun(task: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  return () => {
    next ??= running
      .catch(() => {}) // its own callers were told
      .then(() => {
        next = undefined;
        running = task();
        return running;
      });
    return next;
  };
}
