import { describe, expect, it } from "vitest";
import { approves, proposes } from "../../test/support/disk-session.ts";
import type { SessionEvent } from "../model/events.ts";
import type { SessionHome } from "../ports/session-home.ts";
import { fixedClock } from "../testing/fixed-clock.ts";
import { memoryFiles } from "../testing/memory-files.ts";
import { memoryHome } from "../testing/memory-home.ts";
import { scriptedAgent, scriptedProcesses } from "../testing/scripted-agent.ts";
import { testSession } from "../testing/test-session.ts";
import { folderHome } from "./folder-home.ts";
import { createProjections, rebuildRecords } from "./projections.ts";
import { openStore } from "./session-store.ts";
import { summaryOf, summaryReader } from "./session-summary.ts";

const SOURCE = "# Relay\n\n- GAP-INTAKE-001 (HIGH): The order of messages is not said.\n";
const LATE: SessionEvent[] = [{ type: "paused", reason: "Lunch." }];

async function sessionIn(kind: string) {
  const files = memoryFiles();
  const parts = { files, clock: fixedClock(), processes: scriptedProcesses().as(1) };
  const home: SessionHome = kind === "memory" ? memoryHome() : folderHome(parts);
  const agents = { engineer: scriptedAgent(proposes), reviewer: scriptedAgent(approves) };
  await testSession({ source: SOURCE, ...agents, files, home }).runToEndOf(1);
  let reads = 0;
  const read = (after?: number) => {
    reads += 1;
    return home.read(after);
  };
  const open = () => openStore({ ...parts, home });
  /** As a process that is killed between the entry and what follows from it. */
  const appendOnly = async () => {
    const store = await open();
    await store.record(LATE);
    await store.close();
    return store.state;
  };
  return { home: { ...home, read }, open, appendOnly, reads: () => reads };
}

describe.each(["folder", "memory"])("a session in a %s", (kind) => {
  it("is listed from its summary, without its entries, once it has stood still", async () => {
    const { home, open, reads } = await sessionIn(kind);
    const store = await open();
    await store.close();
    expect(await summaryReader()(home)).toEqual(JSON.parse(JSON.stringify(summaryOf(store.state))));
    expect(reads()).toBe(0);
  });

  it("is listed from its entries where they are newer than the summary, and read once for that", async () => {
    const { home, appendOnly, reads } = await sessionIn(kind);
    await appendOnly();
    const summary = summaryReader();
    expect((await summary(home)).stop).toMatchObject({ type: "paused", reason: "Lunch." });
    await summary(home);
    expect(reads()).toBe(1);
  });

  it("has no stale record after it is opened again, where a process was killed before it wrote them", async () => {
    const { home, open, appendOnly, reads } = await sessionIn(kind);
    const state = await appendOnly();
    const status = () => home.documents.readText("status.md");
    expect(await status()).not.toContain("Lunch.");
    const store = await open();
    await createProjections({ store, observe: () => {}, clock: fixedClock() }).catchUp();
    const caughtUp = await status();
    expect(caughtUp).toContain("Lunch.");
    expect(await summaryReader()(home)).toMatchObject({ stop: state.stop });
    expect(reads()).toBe(0);
    await rebuildRecords({ store, observe: () => {} });
    expect(await status()).toBe(caughtUp);
    await store.close();
  });

  it("is listed from its entries where the summary cannot be read", async () => {
    const { home, reads } = await sessionIn(kind);
    await home.documents.writeAtomic(".summary.json", "{");
    expect(await summaryReader()(home)).toMatchObject({ name: "spec", round: 1 });
    expect(reads()).toBe(1);
  });
});
