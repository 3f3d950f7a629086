import { InternalError } from "../errors/whetstone-error.ts";
import { numbered } from "../journal/file-journal.ts";
import {
  EventProblem,
  type Journal,
  type JournalEntry,
  type JournalEvent,
  type ParseEvent,
} from "../journal/journal.ts";
import { closed } from "../journal/journal-errors.ts";
import { decodeEntry, encodeEntry, encodeEvent } from "../journal/line.ts";
import type { Clock } from "../ports/clock.ts";

/** A journal for tests that keeps its entries in memory, and what was asked of it. */
export interface MemoryJournal<Event extends JournalEvent> extends Journal<Event> {
  readonly entries: readonly JournalEntry<Event>[];
  /** How many of them a power cut would leave. */
  readonly syncedSeq: number;
}

export interface MemoryJournalOptions<Event> {
  readonly parse: ParseEvent<Event>;
  readonly clock: Clock;
  /** What an earlier process recorded. */
  readonly entries?: readonly JournalEntry<Event>[];
}

/** The twin of a journal on disk. Each event goes through its line and back, so that only what a line holds stays. */
export function memoryJournal<Event extends JournalEvent>(options: MemoryJournalOptions<Event>): MemoryJournal<Event> {
  const entries = [...(options.entries ?? [])];
  let syncedSeq = entries.length;
  let isClosed = false;
  const check = () => {
    if (isClosed) throw closed("The journal in memory");
  };
  const syncNow = () => {
    syncedSeq = entries.length;
  };
  return {
    entries,
    get lastSeq() {
      return entries.length;
    },
    get syncedSeq() {
      return syncedSeq;
    },
    async append(events, { sync }) {
      check();
      const added = numbered(events, entries.length, options.clock).map((entry) => throughLine(entry, options.parse));
      entries.push(...added);
      if (sync) syncNow();
      return added;
    },
    async sync() {
      check();
      syncNow();
    },
    async close() {
      isClosed = true;
      syncNow();
    },
  };
}

function throughLine<Event extends JournalEvent>(
  entry: JournalEntry<Event>,
  parse: ParseEvent<Event>,
): JournalEntry<Event> {
  const decoded = decodeEntry(Buffer.from(encodeEntry(entry.seq, entry.at, encodeEvent(entry.event))));
  if ("damage" in decoded) throw new InternalError(`A line of the journal cannot be read back: ${decoded.damage}.`);
  const event = parse(decoded.value.event);
  if (event instanceof EventProblem) throw new InternalError(`Entry ${entry.seq} is not an event: ${event.message}.`);
  return { ...entry, event };
}
