import { describe, expect, it } from "vitest";
import { approves, proposes } from "../../test/support/disk-session.ts";
import type { SessionEvent } from "../model/events.ts";
import { fixedClock } from "../testing/fixed-clock.ts";
import { memoryFiles } from "../testing/memory-files.ts";
import { scriptedAgent, scriptedProcesses } from "../testing/scripted-agent.ts";
import { testSession } from "../testing/test-session.ts";
import { createProjections, rebuildRecords } from "./projections.ts";
import { openStore } from "./session-store.ts";
import { summaryOf, summaryReader } from "./session-summary.ts";

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
  it("is listed from its summary, without its entries, once it has stood still", async () => {
    const { files, open, reads } = await session();
    const store = await open();
    await store.close();
    expect(await summaryReader()(files)).toEqual(JSON.parse(JSON.stringify(summaryOf(store.state))));
    expect(reads()).toBe(0);
  });

  it("is listed from its entries where they are newer than the summary, and read once for that", async () => {
    const { files, appendOnly, reads } = await session();
    await appendOnly();
    const summary = summaryReader();
    expect((await summary(files)).stop).toMatchObject({ type: "paused", reason: "Lunch." });
    await summary(files);
    expect(reads()).toBe(1);
  });

  it("has no stale record after it is opened again, where a process was killed before it wrote them", async () => {
    const { files, open, appendOnly, reads } = await session();
    const state = await appendOnly();
    const status = () => files.readText("status.md");
    expect(await status()).not.toContain("Lunch.");
    const store = await open();
    await createProjections({ store, observe: () => {}, clock: fixedClock() }).catchUp();
    const caughtUp = await status();
    expect(caughtUp).toContain("Lunch.");
    expect(await summaryReader()(files)).toMatchObject({ stop: state.stop });
    expect(reads()).toBe(0);
    await rebuildRecords({ store, observe: () => {} });
    expect(await status()).toBe(caughtUp);
    await store.close();
  });

  it("is listed from its entries where the summary cannot be read", async () => {
    const { files, reads } = await session();
    await files.writeAtomic(".summary.json", "{");
    expect(await summaryReader()(files)).toMatchObject({ name: "spec", round: 1 });
    expect(reads()).toBe(1);
  });
});
