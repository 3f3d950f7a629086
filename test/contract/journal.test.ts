import { describe, expect, it } from "vitest";
import { nodeFiles } from "../../src/engine/node-files.ts";
import { type Journal, openJournal } from "../../src/journal/journal.ts";
import type { JournalEntry } from "../../src/journal/line.ts";
import type { Files } from "../../src/ports/files.ts";
import { type FixedClock, fixedClock } from "../../src/testing/fixed-clock.ts";
import { memoryFiles } from "../../src/testing/memory-files.ts";
import { type NoteEvent, note, parseNote } from "../support/note-event.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** A journal and the way to open it again, as the next process would. */
interface Subject {
  readonly clock: FixedClock;
  open(): Promise<{ journal: Journal<NoteEvent>; entries: readonly JournalEntry<NoteEvent>[] }>;
}

function onFiles(files: Files): Subject {
  const clock = fixedClock();
  return { clock, open: () => openJournal(files, "journal.jsonl", { parse: parseNote, clock }) };
}

const KINDS: [name: string, make: () => Subject][] = [
  ["on disk", () => onFiles(nodeFiles(temporaryFolder()))],
  ["in memory", () => onFiles(memoryFiles())],
];

describe.each(KINDS)("a journal %s", (_name, make) => {
  it("is empty when it is new", async () => {
    const { journal, entries } = await make().open();
    expect(entries).toEqual([]);
    expect(journal.lastSeq).toBe(0);
    await journal.close();
  });

  it("gives back what was appended, numbered from 1 and stamped in UTC to the second (SPEC 2)", async () => {
    const subject = make();
    const { journal } = await subject.open();
    const at = subject.clock.now();
    const appended = [
      await journal.append(note("one"), { sync: true }),
      await journal.append(note("zwei ü \u2028 \ud83d\ude00", ["GAP-FLOW-001"]), { sync: true }),
    ];
    await journal.append(note("three"), { sync: false });
    expect(appended.map((entry) => entry.seq)).toEqual([1, 2]);
    expect(Date.parse(appended[0]?.at ?? "")).toBeGreaterThanOrEqual(at);
    expect(appended[0]?.at).toMatch(/^2026-01-12T14:30:\d\dZ$/);
    expect(journal.lastSeq).toBe(3);
    await journal.close();

    const again = await subject.open();
    expect(again.entries.slice(0, 2)).toEqual(appended);
    expect(again.entries.map((entry) => [entry.seq, entry.event.text])).toEqual([
      [1, "one"],
      [2, "zwei ü \u2028 \ud83d\ude00"],
      [3, "three"],
    ]);
    expect(again.journal.lastSeq).toBe(3);
    await again.journal.close();
  });

  it("keeps the order of the calls when they overlap", async () => {
    const subject = make();
    const { journal } = await subject.open();
    const texts = Array.from({ length: 50 }, (_, index) => `note ${index}`);
    await Promise.all(texts.map((text, index) => journal.append(note(text), { sync: index % 3 === 0 })));
    await journal.close();
    const again = await subject.open();
    expect(again.entries.map((entry) => entry.event.text)).toEqual(texts);
    await again.journal.close();
  });

  it("tells that entries are there in the order of the calls, though some wait for a sync", async () => {
    const { journal } = await make().open();
    const told: number[] = [];
    const calls = Array.from({ length: 20 }, async (_, index) => {
      const { seq } = await journal.append(note("x"), { sync: index % 4 === 0 });
      told.push(seq);
    });
    await Promise.all(calls);
    expect(told).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    await journal.close();
  });

  it("goes on with the order when the clock jumps back", async () => {
    const subject = make();
    const { journal } = await subject.open();
    await journal.append(note("late"), { sync: true });
    subject.clock.jump(-3_600_000);
    await journal.append(note("early"), { sync: true });
    await journal.close();
    const { entries, journal: again } = await subject.open();
    expect(entries.map((entry) => entry.event.text)).toEqual(["late", "early"]);
    expect((entries[1]?.at ?? "") < (entries[0]?.at ?? "")).toBe(true);
    await again.close();
  });

  it("refuses an event that is too long or takes a key of the line, and goes on", async () => {
    const subject = make();
    const { journal } = await subject.open();
    const taken = { ...note("x"), seq: 7 } as unknown as NoteEvent;
    await expect(journal.append(note("x".repeat(17_000_000)), { sync: false })).rejects.toThrow(/16777216/);
    await expect(journal.append(taken, { sync: false })).rejects.toThrow(/seq/);
    await journal.append(note("after"), { sync: true });
    await journal.close();
    const { entries, journal: again } = await subject.open();
    expect(entries.map((entry) => [entry.seq, entry.event.text])).toEqual([[1, "after"]]);
    await again.close();
  });

  it("refuses everything after it was closed, but may be closed twice", async () => {
    const { journal } = await make().open();
    await journal.close();
    await journal.close();
    await expect(journal.append(note("x"), { sync: false })).rejects.toMatchObject({ code: "JOURNAL_CLOSED" });
    await expect(journal.sync()).rejects.toMatchObject({ code: "JOURNAL_CLOSED" });
  });
});
