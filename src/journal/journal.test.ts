import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type FaultPlan, type Faults, faults, NO_FAULT } from "../../test/faults/faults.ts";
import { faultyFiles } from "../../test/faults/faulty-files.ts";
import { type NoteEvent, note, parseNote } from "../../test/support/note-event.ts";
import type { Files } from "../ports/files.ts";
import { fixedClock } from "../testing/fixed-clock.ts";
import { memoryFiles } from "../testing/memory-files.ts";
import { openJournal } from "./journal.ts";

const PATH = "journal.jsonl";

function open(files: Files, first?: NoteEvent) {
  return openJournal<NoteEvent>(files, PATH, { parse: parseNote, clock: fixedClock(), ...(first && { first }) });
}

/** An open journal whose file calls are counted, and can be made to fail once it is open. */
async function watched(plan: FaultPlan = () => NO_FAULT) {
  const disk = memoryFiles();
  await (await open(disk)).journal.close();
  const counted = faults(plan);
  const { journal } = await open(faultyFiles(disk, counted));
  return { disk, journal, calls: (operation: string) => callsOf(counted, operation) };
}

function callsOf({ points }: Faults, operation: string): number {
  return points.filter((point) => point.phase === "before" && point.operation === operation).length;
}

describe("a journal that is being written", () => {
  it("writes at once what comes at once, and syncs only when asked", async () => {
    const { journal, calls } = await watched();
    await Promise.all(["one", "two", "three"].map((text) => journal.append(note(text), { sync: false })));
    expect([calls("write"), calls("sync")]).toEqual([1, 0]);
    await journal.sync();
    await journal.sync();
    expect([calls("write"), calls("sync")]).toEqual([1, 1]);
  });

  it("shares one sync among all calls that come while another runs", async () => {
    const { journal, calls } = await watched();
    await Promise.all(Array.from({ length: 100 }, (_, index) => journal.append(note(`${index}`), { sync: true })));
    expect(calls("write")).toBe(1);
    expect(calls("sync")).toBeLessThanOrEqual(2);
  });

  it("syncs when it is closed", async () => {
    const { disk, journal } = await watched();
    await journal.append(note("one"), { sync: false });
    await journal.close();
    expect((await open(disk.afterPowerLoss())).entries).toHaveLength(1);
  });

  it.each(["ENOSPC", "EIO"] as const)(
    "stops for good after %s, and is whole when it is opened again",
    async (error) => {
      const { disk, journal } = await watched(({ operation, index }) =>
        operation === "write" && index > 2 ? { type: "fail", error, tear: 0.5 } : NO_FAULT,
      );
      await journal.append(note("one"), { sync: false });
      const code = error === "ENOSPC" ? "DISK_FULL" : "DISK_FAILED";
      await expect(journal.append(note("two"), { sync: true })).rejects.toMatchObject({ code });
      await expect(journal.append(note("three"), { sync: false })).rejects.toMatchObject({
        code: "JOURNAL_BROKEN",
        cause: { code },
      });
      await expect(journal.sync()).rejects.toMatchObject({ code: "JOURNAL_BROKEN" });
      await journal.close();
      const again = await open(disk);
      expect(again).toMatchObject({ entries: [{ event: { text: "one" } }], torn: { line: 3 } });
    },
  );

  it("trusts nothing after a sync that failed", async () => {
    const { journal } = await watched(({ operation }) =>
      operation === "sync" ? { type: "fail", error: "EIO" } : NO_FAULT,
    );
    const both = [journal.append(note("one"), { sync: true }), journal.append(note("two"), { sync: true })];
    for (const result of await Promise.allSettled(both)) expect(result.status).toBe("rejected");
    await expect(journal.append(note("three"), { sync: false })).rejects.toMatchObject({ code: "JOURNAL_BROKEN" });
  });

  it.each([
    ["lengthened", (files: Files) => files.append(PATH, "x")],
    ["replaced", (files: Files) => files.writeAtomic(PATH, "another")],
    ["removed", (files: Files) => files.remove(PATH)],
  ])("stops when its file was %s by somebody else, and writes nothing there", async (_name, change) => {
    const { disk, journal } = await watched();
    await journal.append(note("one"), { sync: true });
    await change(disk);
    const before = disk.texts();
    await expect(journal.append(note("two"), { sync: true })).rejects.toMatchObject({ code: "JOURNAL_CHANGED" });
    expect(disk.texts()).toEqual(before);
  });
});

describe("after a power cut", () => {
  /** What the disk may have kept of the bytes after the last sync: some of them, the rest gone or zeros. */
  const keeps = fc.record({ share: fc.double({ min: 0, max: 1, noNaN: true }), zeros: fc.nat({ max: 50 }) });
  const appends = fc.array(fc.record({ text: fc.string(), sync: fc.boolean() }));

  it("has every entry that was synced, no entry that was not appended, and none out of order", async () => {
    await fc.assert(
      fc.asyncProperty(appends, keeps, async (calls, { share, zeros }) => {
        const disk = memoryFiles();
        const { journal } = await open(disk, note("begun"));
        let durable = 1;
        for (const { text, sync } of calls) {
          await journal.append(note(text), { sync });
          if (sync) durable = journal.lastSeq;
        }
        const after = disk.afterPowerLoss((_path, synced = new Uint8Array(), current = synced) => {
          const kept = synced.length + Math.floor((current.length - synced.length) * share);
          return Buffer.concat([current.subarray(0, kept), Buffer.alloc(kept < current.length ? zeros : 0)]);
        });
        const found = (await open(after)).entries.map((entry) => entry.event.text);
        const all = ["begun", ...calls.map((call) => call.text)];
        expect(found.length).toBeGreaterThanOrEqual(durable);
        expect(found).toEqual(all.slice(0, found.length));
      }),
    );
  });
});
