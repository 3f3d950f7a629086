import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fold } from "../mediator/evolve/evolve.ts";
import { KEPT_STATE } from "../mediator/session-paths.ts";
import { DEFAULT_CONFIG } from "../model/default-config.ts";
import type { Entry } from "../model/events.ts";
import { fixedClock } from "../testing/fixed-clock.ts";
import { memoryFiles } from "../testing/memory-files.ts";
import { type MemoryHome, memoryHome } from "../testing/memory-home.ts";
import { scriptedProcesses } from "../testing/scripted-agent.ts";
import { createSession } from "./create-session.ts";
import { createProjections } from "./projections.ts";
import { openStore } from "./session-store.ts";

/** Opens it, and tells the entries that were read for that. */
async function open(home: MemoryHome) {
  const read: Entry[] = [];
  const watched = {
    ...home,
    open: (onEntry: (entry: Entry) => void, known?: string) =>
      home.open((entry) => {
        read.push(entry);
        onEntry(entry);
      }, known),
  };
  const parts = { files: memoryFiles(), clock: fixedClock(), processes: scriptedProcesses().as(1) };
  const store = await openStore({ ...parts, home: watched });
  return { store, read: read.length };
}

/** A session of 1,200 entries; the state was kept at entry 1,101. */
async function longSession(): Promise<MemoryHome> {
  const home = memoryHome();
  const store = await createSession(
    { files: memoryFiles(), clock: fixedClock(), processes: scriptedProcesses().as(1), home },
    {
      name: "relay",
      specPath: "../relay.md",
      source: [{ path: "relay.md", text: "# Relay\n\n- GAP-CALL-001 (HIGH): Who may call is not said.\n" }],
      config: DEFAULT_CONFIG,
      engineer: "a",
      reviewer: "b",
    },
  );
  for (let at = 2; at <= 1200; at += 1) {
    await store.record([{ type: "scope_set", scope: `scope ${at}` }]);
    if (at === 101 || at === 1101) await store.keepState();
  }
  await store.close();
  return home;
}

describe("the state that is kept beside a long journal", () => {
  beforeEach(() => vi.stubEnv("WHETSTONE_BUILD", "one"));
  afterEach(() => vi.unstubAllEnvs());

  it("spares the reading of the entries before it, and gives the state that all entries give", async () => {
    const home = await longSession();
    const { store, read } = await open(home);
    expect(read).toBe(99);
    expect(store.state).toEqual(fold(await home.read()));
    expect(store.state.gaps.get("GAP-CALL-001")).toMatchObject({ severity: "HIGH" });
    await store.close();
  });

  it("is kept when the session stops, and not while its rounds go on: it grows with them", async () => {
    const { store } = await open(await longSession());
    let kept = 0;
    const keepState = async () => {
      kept += 1;
    };
    const projections = createProjections({
      store: { ...store, keepState },
      clock: fixedClock(),
      observe: () => {},
    });
    await projections.afterStep([{ type: "round_opened", round: 1, assigned: [], carriedOver: [] }]);
    expect(kept).toBe(0);
    await projections.writeAll();
    expect(kept).toBe(1);
    await store.close();
  });

  it.each([
    ["is of another build", () => vi.stubEnv("WHETSTONE_BUILD", "two")],
    ["is damaged", (home: MemoryHome) => home.documents.writeAtomic(KEPT_STATE, "not all of it")],
    ["is gone", (home: MemoryHome) => home.documents.remove(KEPT_STATE)],
  ])("is not used where it %s", async (_what, change) => {
    const home = await longSession();
    await change(home);
    const { store, read } = await open(home);
    expect(read).toBe(1200);
    expect(store.state.session.scope).toBe("scope 1200");
    await store.close();
  });

  it("is not used for other entries", async () => {
    const home = await longSession();
    const other = memoryHome();
    const [first, ...rest] = (await home.read()).map(({ event }) => event);
    if (!first) throw new Error("no entries");
    const lease = await other.create({ first, documents: {} }, () => {});
    for (const [index, step] of rest.slice(1).entries()) await lease.append(step, { after: index + 1, sync: false });
    await lease.close();
    const kept = await home.documents.read(KEPT_STATE);
    if (kept) await other.documents.writeAtomic(KEPT_STATE, kept);
    const { store, read } = await open(other);
    expect(read).toBe(1199);
    expect(store.state.seq).toBe(1199);
    await store.close();
  });
});
