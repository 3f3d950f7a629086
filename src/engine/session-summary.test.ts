import { describe, expect, it } from "vitest";
import { approves, proposes } from "../../test/support/disk-session.ts";
import type { SessionEvent } from "../model/events.ts";
import { fixedClock } from "../testing/fixed-clock.ts";
import { memoryFiles } from "../testing/memory-files.ts";
import { scriptedAgent, scriptedProcesses } from "../testing/scripted-agent.ts";
import { testSession } from "../testing/test-session.ts";
import { catchUp, rebuildRecords } from "./projections.ts";
import { openStore } from "./session-store.ts";
import { summaryReader } from "./session-summary.ts";

const SOURCE = "# Relay\n\n- GAP-INTAKE-001 (HIGH): The order of messages is not said.\n";
const LATE: SessionEvent[] = [{ type: "paused", reason: "Lunch." }];

async function session() {
  const disk = memoryFiles();
  const parts = { files: disk, clock: fixedClock(), processes: scriptedProcesses().as(1) };
  const agents = { engineer: scriptedAgent(proposes), reviewer: scriptedAgent(approves) };
  await testSession({ source: SOURCE, ...agents, files: disk }).runToEndOf(1);
  let reads = 0;
  const read: typeof disk.read = (path) => {
    if (path === "journal.jsonl") reads += 1;
    return disk.read(path);
  };
  const files = { ...disk, read };
  const open = () => openStore(parts);
  /** As a process that is killed between the entry and what follows from it. */
  const appendOnly = async () => {
    const store = await open();
    await store.record(LATE);
    await store.close();
    return store.state;
  };
  return { files, open, appendOnly, reads: () => reads };
}

describe("a session", () => {
  it("is listed from its entries, which are read once for each length of the journal", async () => {
    const { files, appendOnly, reads } = await session();
    const summary = summaryReader();
    expect(await summary(files)).toMatchObject({ name: "spec", round: 1 });
    await appendOnly();
    const before = reads();
    expect((await summary(files)).stop).toMatchObject({ type: "paused", reason: "Lunch." });
    await summary(files);
    expect(reads() - before).toBe(1);
  });

  it("has no stale record after it is opened again, where a process was killed before it wrote them", async () => {
    const { files, open, appendOnly } = await session();
    await appendOnly();
    const status = () => files.readText("status.md");
    expect(await status()).not.toContain("Lunch.");
    const store = await open();
    await catchUp({ store, observe: () => {} });
    const caughtUp = await status();
    expect(caughtUp).toContain("Lunch.");
    await rebuildRecords({ store, observe: () => {} });
    expect(await status()).toBe(caughtUp);
    await store.close();
  });
});
