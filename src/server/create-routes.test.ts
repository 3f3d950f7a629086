import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { createSession } from "../engine/create-session.ts";
import { nodeFiles } from "../engine/node-files.ts";
import type { StoreParts } from "../engine/session-store.ts";
import { systemClock } from "../engine/system-clock.ts";
import { DEFAULT_CONFIG } from "../model/default-config.ts";
import { memoryFiles } from "../testing/memory-files.ts";
import { scriptedAgent, scriptedProcesses } from "../testing/scripted-agent.ts";
import { createRoutes } from "./create-routes.ts";
import { startServer } from "./start-server.ts";
import type { HubMessage } from "./view-patch.ts";

const SOURCE = "# Relay\n\n- GAP-FLOW-001 (HIGH): The order of messages is not said.\n";

function storeParts(folder: string): StoreParts {
  return { files: nodeFiles(folder), clock: systemClock, processes: scriptedProcesses().as(1) };
}

async function begin(folder: string): Promise<void> {
  const store = await createSession(storeParts(folder), {
    name: "relay",
    specPath: "../../relay.md",
    source: [{ path: "relay.md", text: SOURCE }],
    config: DEFAULT_CONFIG,
    engineer: "scripted",
    reviewer: "scripted",
  });
  await store.close();
}

/** A served folder with one session in it, and a browser that has opened its address. */
async function served() {
  const root = temporaryFolder();
  const folder = join(root, "specs", "sessions", "relay");
  await begin(folder);
  const agent = scriptedAgent(() => "nothing useful");
  const routes = createRoutes({
    root,
    storeParts,
    hubParts: (opened) => ({
      store: storeParts(opened),
      openAgents: async () => ({ engineer: agent, reviewer: agent }),
      places: () => ({ specFolder: memoryFiles(), cold: memoryFiles() }),
    }),
    start: {
      preview: () => Promise.reject(new Error("no preview")),
      begin: () => Promise.reject(new Error("no session")),
      demo: () => Promise.reject(new Error("no demo")),
    },
  });
  const server = await startServer({ host: "127.0.0.1", port: 0, route: routes.route });
  onTestFinished(async () => {
    await routes.close();
    await server.close();
  });
  const token = new URL(server.address()).searchParams.get("token") ?? "";
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${server.port}${path}`, {
      ...init,
      headers: { cookie: `whetstone-${server.port}=${token}`, ...init.headers },
    });
  const post = (path: string, body: unknown) =>
    ask(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  return { root, folder, ask, post, key: encodeURIComponent("specs/sessions/relay") };
}

/** What a page hears, as it comes. */
async function* events(response: Response): AsyncGenerator<HubMessage> {
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true });
    for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
      const data = /^data: (.*)$/m.exec(text.slice(0, end))?.[1];
      text = text.slice(end + 2);
      if (data !== undefined) yield JSON.parse(data) as HubMessage;
    }
  }
}

async function heard(stream: AsyncGenerator<HubMessage>, type: HubMessage["type"]): Promise<HubMessage> {
  for (;;) {
    const { value, done } = await stream.next();
    if (done || value === undefined) throw new Error(`no ${type} came`);
    if (value.type === type) return value;
  }
}

describe("the sessions below a folder", () => {
  test("are listed with where they stand", async () => {
    const { ask } = await served();
    const { sessions } = (await (await ask("/api/sessions")).json()) as { sessions: unknown[] };
    expect(sessions).toMatchObject([
      { key: "specs/sessions/relay", name: "relay", runner: "nobody", round: 0, open: { HIGH: 1 }, questions: [] },
    ]);
  });

  test("are listed although one of them is damaged", async () => {
    const { root, ask } = await served();
    mkdirSync(join(root, "broken"));
    writeFileSync(join(root, "broken", "journal.jsonl"), "this is no journal\nat all\n");
    const { sessions } = (await (await ask("/api/sessions")).json()) as { sessions: { key: string }[] };
    expect(sessions).toHaveLength(2);
    expect(sessions.find(({ key }) => key === "broken")).toHaveProperty("problem");
  });
});

describe("a session", () => {
  test("is found by its folder, and nothing outside of the root is", async () => {
    const { root, ask, key } = await served();
    expect((await ask(`/api/sessions/${key}`)).status).toBe(200);
    const beside = join(root, "..", "beside");
    for (const other of [
      "nothing",
      "specs",
      "../beside",
      "specs/sessions/../sessions/relay",
      "/specs/sessions/relay",
      beside,
      "specs\\sessions\\relay",
      "specs//sessions/relay",
      "\u0000",
      "",
    ]) {
      const response = await ask(`/api/sessions/${encodeURIComponent(other)}/file?path=source.md`);
      expect([other, response.status]).toEqual([other, 404]);
    }
  });

  test("gives its documents and no other file", async () => {
    const { ask, key } = await served();
    const file = (path: string) => ask(`/api/sessions/${key}/file?path=${encodeURIComponent(path)}`);
    expect(await (await file("source.md")).text()).toBe(SOURCE);
    for (const path of ["../../relay.md", "journal.jsonl", "/etc/passwd", "round_001/../source.md", ""]) {
      expect((await file(path)).status).toBe(403);
    }
    expect((await file("round_001/engineer.md")).status).toBe(404);
  });

  test("is given whole, or not again when nothing changed", async () => {
    const { ask, key } = await served();
    const whole = (await (await ask(`/api/sessions/${key}`)).json()) as { view: { seq: number; gaps: unknown[] } };
    expect(whole.view.gaps).toHaveLength(1);
    const same = await (await ask(`/api/sessions/${key}?since=${whole.view.seq}`)).json();
    expect(same).toEqual({ running: { runner: "nobody" } });
  });

  test("gives the spec as it is now", async () => {
    const { ask, key } = await served();
    const spec = (await (await ask(`/api/sessions/${key}/spec`)).json()) as { files: { text: string }[] };
    expect(spec.files[0]?.text).toContain("# Relay");
  });

  test("has no other doors", async () => {
    const { ask, post, key } = await served();
    expect((await ask(`/api/sessions/${key}/journal`)).status).toBe(404);
    expect((await ask(`/api/sessions/${key}/run`)).status).toBe(404);
    expect((await post(`/api/sessions/${key}/spec`, {})).status).toBe(404);
    expect((await ask("/api/other")).status).toBe(404);
    expect((await ask("/etc/passwd")).status).toBe(404);
    expect((await ask("/..%2f..%2fetc%2fpasswd")).status).toBe(404);
    expect((await post("/", {})).status).toBe(405);
  });
});

describe("what a page hears", () => {
  test("begins where the page is, and goes on as it happens", async () => {
    const { ask, post, key } = await served();
    const { view } = (await (await ask(`/api/sessions/${key}`)).json()) as { view: { seq: number } };
    const stream = events(await ask(`/api/sessions/${key}/events?since=${view.seq}`));
    expect((await stream.next()).value).toEqual({ type: "running", running: { runner: "nobody" } });
    const sent = await post(`/api/sessions/${key}/commands`, { type: "pause", reason: "lunch" });
    expect(sent.status).toBe(200);
    expect(await heard(stream, "patch")).toMatchObject({
      patch: { set: { stop: { type: "paused", reason: "lunch" } } },
    });
    await stream.return(undefined);
  });

  test("begins with a reset when the page was away, whether it says so or the browser does", async () => {
    const { ask, post, key } = await served();
    await post(`/api/sessions/${key}/commands`, { type: "pause", reason: "lunch" });
    for (const response of [
      await ask(`/api/sessions/${key}/events?since=1`),
      await ask(`/api/sessions/${key}/events?since=2`, { headers: { "last-event-id": "1" } }),
    ]) {
      const stream = events(response);
      expect((await stream.next()).value).toEqual({ type: "reset" });
      await stream.return(undefined);
    }
  });
});

describe("a command", () => {
  test("that is none is refused", async () => {
    const { ask, post, key } = await served();
    for (const body of [null, {}, { type: "format-disk" }, { type: "gap-defer", gaps: "../x", reason: "y" }, "x"]) {
      expect((await post(`/api/sessions/${key}/commands`, body)).status).toBe(400);
    }
    expect((await ask(`/api/sessions/${key}/commands`, { method: "POST" })).status).toBe(400);
  });

  test("that does not fit is refused with the reason", async () => {
    const { post, key } = await served();
    const response = await post(`/api/sessions/${key}/commands`, { type: "gap-take", gaps: "GAP-FLOW-001" });
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({ error: { message: expect.stringContaining("GAP-FLOW-001") } });
  });
});
