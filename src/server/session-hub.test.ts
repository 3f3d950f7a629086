import { describe, expect, onTestFinished, test, vi } from "vitest";
import { proposalDocument, reviewDocument } from "../../test/support/canonical-documents.ts";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { commandSession } from "../engine/command-session.ts";
import { createSession } from "../engine/create-session.ts";
import type { Agents } from "../engine/engine-parts.ts";
import { nodeFiles } from "../engine/node-files.ts";
import { openStore, type StoreParts } from "../engine/session-store.ts";
import { systemClock } from "../engine/system-clock.ts";
import { DEFAULT_CONFIG } from "../model/default-config.ts";
import type { GapId } from "../model/ids.ts";
import type { AgentTask } from "../ports/agent.ts";
import { memoryFiles } from "../testing/memory-files.ts";
import { memoryInbox } from "../testing/memory-inbox.ts";
import { scriptedAgent, scriptedProcesses } from "../testing/scripted-agent.ts";
import { type SessionHub, sessionHub } from "./session-hub.ts";
import { type SessionView, viewOf } from "./session-view.ts";
import type { HubMessage } from "./view-patch.ts";
import { patched } from "./view-patch.ts";

const SOURCE = `# Relay

- GAP-FLOW-001 (HIGH): What happens to a message that is too large is not said.
- GAP-FLOW-002: The order of messages is not said.
`;

const FINAL =
  "## Final Review\n\n### Compared\n\nNo other passage: 1-99\n\n### Checklist\n\n- Completeness: yes\n\n### Verdict\n\nREADY_FOR_TERMINATION\n";
const pair = (final = FINAL): Agents => ({
  engineer: scriptedAgent((task: AgentTask) => proposalDocument({ gap: task.label.gaps[0] as GapId })),
  reviewer: scriptedAgent((task: AgentTask) =>
    task.label.purpose === "final-review"
      ? final
      : reviewDocument({ reviews: task.label.gaps.map((gap) => ({ gap })) }),
  ),
});

/** A session on disk, and a hub of it in another process. */
async function session(agents = pair()) {
  const files = nodeFiles(temporaryFolder());
  const processes = scriptedProcesses();
  const inbox = memoryInbox();
  const parts = (pid: number): StoreParts => ({ files, clock: systemClock, processes: processes.as(pid), inbox });
  const store = await createSession(parts(1), {
    name: "spec",
    specPath: "../../spec.md",
    source: [{ path: "spec.md", text: SOURCE }],
    config: { ...DEFAULT_CONFIG, maxRetries: 0 },
    engineer: "scripted",
    reviewer: "scripted",
  });
  await store.close();
  const specFolder = memoryFiles();
  const hub = sessionHub({
    store: parts(2),
    openAgents: async () => agents,
    places: () => ({ specFolder, cold: memoryFiles() }),
  });
  onTestFinished(() => hub.close());
  return { hub, parts, specFolder, terminal: parts(1) };
}

/** A page: it fetches the view, keeps it by patches, and fetches again when it is told to. */
async function page(hub: SessionHub) {
  const wire = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;
  let view: SessionView = wire(viewOf(await hub.state()));
  const heard: HubMessage[] = [];
  let fetching: Promise<void> = Promise.resolve();
  const close = hub.subscribe((message) => {
    heard.push(message);
    const sent = wire(message);
    fetching = fetching.then(async () => {
      if (sent.type === "reset") view = wire(viewOf(await hub.state()));
      if (sent.type === "patch" && sent.patch.seq > view.seq) view = patched(view, sent.patch);
    });
  });
  return {
    heard,
    close,
    async view() {
      await fetching;
      return view;
    },
  };
}

/** As long as the test itself may take: a slow machine is no fault. */
const until = (holds: () => boolean | Promise<boolean>) => vi.waitUntil(holds, { timeout: 30_000, interval: 10 });

const pause = { type: "pause", reason: "by the terminal" } as const;
const signal = new AbortController().signal;

describe("a session that is watched", () => {
  test("two pages and the journal agree at the end of a run", async () => {
    const { hub, parts, specFolder } = await session();
    const pages = [await page(hub), await page(hub)];
    hub.start();
    await until(async () => (await hub.state()).stop.type === "ended" && (await hub.running()).runner === "nobody");
    const store = await openStore(parts(3));
    await store.close();
    const expected = JSON.parse(JSON.stringify(viewOf(store.state)));
    for (const opened of pages) {
      expect(await opened.view()).toEqual(expected);
      expect(opened.heard.filter((message) => message.type === "patch").length).toBeGreaterThan(8);
      expect(opened.heard.filter((message) => message.type === "reset")).toEqual([]);
    }
    expect(await specFolder.exists("spec_v1.0.md")).toBe(true);
  });

  test("what another process does is told", async () => {
    const { hub, terminal } = await session();
    const opened = await page(hub);
    await commandSession(terminal, pause, signal);
    await until(async () => (await opened.view()).stop.type === "paused");
    expect(opened.heard.map((message) => message.type)).toContain("patch");
  });

  test("who looks away misses what happens, and sees all of it when they look again", async () => {
    const { hub, terminal } = await session();
    const opened = await page(hub);
    opened.close();
    await commandSession(terminal, pause, signal);
    expect((await hub.state()).stop.type).toBe("paused");
    expect(opened.heard).toEqual([]);
    expect((await (await page(hub)).view()).stop.type).toBe("paused");
  });

  test("rounds that are taken back take their rows with them: the page begins anew", async () => {
    // A last review that says nothing keeps the session from ending.
    const { hub, terminal } = await session(pair("nothing useful"));
    hub.start();
    await until(async () => (await hub.state()).records.length > 0);
    await hub.stop();
    const opened = await page(hub);
    const rounds = (await hub.state()).records.length;
    const retry = { way: "same" as const, adjustments: [] };
    const result = await commandSession(terminal, { type: "rollback", rounds, reason: "test", retry }, signal);
    expect(result).toMatchObject({ ok: true });
    await until(async () => (await opened.view()).records.length === 0);
    expect(opened.heard.map((message) => message.type)).toContain("reset");
    expect(await opened.view()).toEqual(JSON.parse(JSON.stringify(viewOf(await hub.state()))));
  });
});

describe("carrying a session out", () => {
  test("is told from its beginning to its end, with the reason", async () => {
    const { hub } = await session();
    const opened = await page(hub);
    hub.start();
    await until(() =>
      opened.heard.some((message) => message.type === "running" && message.running.runner === "nobody"),
    );
    expect(opened.heard.filter((message) => message.type === "running")).toEqual([
      { type: "running", running: { runner: "here" } },
      { type: "running", running: { runner: "nobody", reason: "ended" } },
    ]);
  });

  test("asks before an agent is paid, with what is expected, and runs nothing meanwhile (SPEC 15.2)", async () => {
    const engineer = { ...scriptedAgent(() => "never asked"), paid: true, name: "costly" };
    const { hub } = await session({ ...pair(), engineer });
    hub.start();
    await until(async () => (await hub.state()).questions.some((question) => question.kind === "confirm-agent"));
    expect(engineer.tasks).toEqual([]);
    await hub.stop();
  });

  test("says in words why it could not", async () => {
    const { hub, terminal } = await session();
    const store = await openStore(terminal);
    hub.start();
    await until(
      async () => (await hub.running()).problem !== undefined || (await hub.running()).runner === "elsewhere",
    );
    await store.close();
    await until(async () => (await hub.running()).runner === "nobody");
    hub.start();
    await until(async () => (await hub.state()).stop.type === "ended");
  });

  test("elsewhere is seen", async () => {
    const { hub, terminal } = await session();
    const opened = await page(hub);
    expect((await hub.running()).runner).toBe("nobody");
    const store = await openStore(terminal);
    await until(() =>
      opened.heard.some((message) => message.type === "running" && message.running.runner === "elsewhere"),
    );
    await store.close();
    await until(async () => (await hub.running()).runner === "nobody");
  });

  test("stops when it is told to, and leaves the session as it is", async () => {
    const slow: Agents["engineer"] = {
      name: "slow",
      paid: false,
      async *run(_task, stop) {
        await new Promise<void>((resolve) => stop.addEventListener("abort", () => resolve()));
        return { type: "failed", reason: "aborted", message: "stopped", transient: false, usage: { seconds: 0 } };
      },
    };
    const { hub } = await session({ ...pair(), engineer: slow });
    hub.start();
    await until(async () => ((await hub.state()).round?.runs.length ?? 0) > 0);
    await hub.stop();
    expect((await hub.running()).runner).toBe("nobody");
    expect((await hub.state()).stop.type).toBe("running");
  });
});

describe("a command", () => {
  test("is carried out here when nobody holds the session", async () => {
    const { hub } = await session();
    const result = await hub.command({ type: "gap-defer", gaps: "GAP-FLOW-002", reason: "later" });
    expect(result.ok).toBe(true);
    expect((await hub.state()).gaps.get("GAP-FLOW-002")?.state).toBe("USER_DEFERRED");
  });

  test("is refused with the reason", async () => {
    const { hub } = await session();
    const result = await hub.command({ type: "gap-take", gaps: "GAP-FLOW-002" });
    expect(result).toMatchObject({ ok: false, problem: expect.stringContaining("GAP-FLOW-002") });
  });

  test("reaches a run of this process, and one that begins at the same moment", async () => {
    const { hub } = await session();
    hub.start();
    const result = await hub.command({ type: "gap-defer", gaps: "GAP-FLOW-002", reason: "later" });
    // It came before the gap was accepted, or after.
    expect(result.ok || result.problem).toBeTruthy();
    await until(async () => (await hub.running()).runner === "nobody");
    expect((await hub.running()).problem).toBeUndefined();
  });

  test("follows another one that is under way", async () => {
    const { hub } = await session();
    const results = await Promise.all([
      hub.command({ type: "gap-defer", gaps: "GAP-FLOW-001", reason: "later" }),
      hub.command({ type: "gap-defer", gaps: "GAP-FLOW-002", reason: "later" }),
      hub.command({ type: "gap-take", gaps: "GAP-FLOW-001" }),
    ]);
    expect(results.map((result) => result.ok)).toEqual([true, true, true]);
  });

  test("goes before the question that waits, where it has to: a rollback is analysed and asked about", async () => {
    const { hub } = await session({ ...pair(), engineer: scriptedAgent(() => "nothing useful") });
    hub.start();
    await until(async () => (await hub.state()).questions.length > 0);
    const retry = { way: "ask", adjustments: [] } as const;
    expect(await hub.command({ type: "rollback", rounds: 1, reason: "too thin", retry })).toMatchObject({ ok: true });
    await until(async () => (await hub.state()).questions.some(({ kind }) => kind === "rollback"));
  });
});
