import type { Journal, JournalEvent } from "../../src/journal/journal.ts";
import type { Faults } from "./faults.ts";

/** A journal with a point on both sides of every append and sync, named by the events' types. */
export function faultyJournal<Event extends JournalEvent>(journal: Journal<Event>, faults: Faults): Journal<Event> {
  return {
    get lastSeq() {
      return journal.lastSeq;
    },
    append: (events, options) => faults.around("append", typesOf(events), () => journal.append(events, options)),
    sync: () => faults.around("sync", "journal", () => journal.sync()),
    close: () => journal.close(),
    fingerprint: (seq) => journal.fingerprint(seq),
  };
}

function typesOf(events: readonly JournalEvent[]): string {
  return events.map((event) => event.type).join(", ");
}
