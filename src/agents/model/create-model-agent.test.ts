import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { documentOf, runAgent, taskIn } from "../../../test/contract/agents-run.ts";
import {
  type ModelReply,
  type ModelServer,
  type Script,
  startModelServer,
} from "../../../test/support/model-server.ts";
import { systemClock } from "../../engine/system-clock.ts";
import type { AgentTask } from "../../ports/agent.ts";
import { createModelAgent } from "./create-model-agent.ts";
import type { Provider } from "./language-model.ts";

const BASES: readonly [Provider, string][] = [
  ["anthropic", "/v1"],
  ["openai", "/v1"],
  ["google", "/v1beta"],
  ["openai-compatible", "/v1"],
];
const KEY = "key-of-the-model-test-1";
const PREFACE = "You are the Engineer. ".repeat(400);

let folder: string;
let server: ModelServer | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "model-"));
});
afterEach(async () => {
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

async function agentFor(provider: Provider, base: string, script: Script) {
  server = await startModelServer(script);
  return createModelAgent({
    spec: { provider, model: "test-model" },
    baseUrl: server.url + base,
    keyVariable: "MODEL_KEY",
    environment: { MODEL_KEY: KEY },
    clock: systemClock,
    prices: { [`${provider}:test`]: { input: 1, output: 10, cachedInput: 0.1, cacheWrite: 1.25 } },
  });
}

async function run(provider: Provider, base: string, reply: ModelReply, changes: Partial<AgentTask> = {}) {
  const agent = await agentFor(provider, base, () => reply);
  return runAgent(agent, taskIn(folder, { preface: PREFACE, ...changes }));
}

describe.each(BASES)("a model of %s", (provider, base) => {
  it("gets the stable part as its instructions and the rest as the message, in one request", async () => {
    const { outcome } = await run(provider, base, { type: "text", text: "fine" });
    expect(documentOf(outcome)).toBe("fine");
    expect(server?.requests).toHaveLength(1);
    expect(server?.requests[0]).toMatchObject({
      system: PREFACE,
      prompt: "Resolve GAP-FLOW-001.",
      model: "test-model",
    });
  });

  it("tells tokens, the cached ones, and the cost", async () => {
    const agent = await agentFor(provider, base, () => ({ type: "text", text: "x".repeat(400) }));
    const task = taskIn(folder, { preface: PREFACE });
    await runAgent(agent, task);
    const { outcome } = await runAgent(agent, { ...task, prompt: "Another gap." });
    const { inputTokens = 0, outputTokens, cachedInputTokens = 0, costUsd } = outcome.usage;
    expect(outputTokens).toBe(100);
    expect(inputTokens).toBeGreaterThan(2200);
    expect(cachedInputTokens / inputTokens).toBeGreaterThan(0.95);
    expect(costUsd).toBeCloseTo(((inputTokens - cachedInputTokens) * 1 + cachedInputTokens * 0.1 + 100 * 10) / 1e6, 9);
  });

  it.each([
    [{ type: "status", status: 429, headers: { "retry-after": "7" } }, "overloaded", true, 7],
    [{ type: "status", status: 429, headers: { "retry-after-ms": "1500" } }, "overloaded", true, 1.5],
    [{ type: "status", status: 529 }, "overloaded", true, undefined],
    [{ type: "status", status: 503, headers: { "retry-after": "2" } }, "overloaded", true, 2],
    [{ type: "status", status: 401, message: `bad ${KEY}` }, "unauthorised", false, undefined],
    [{ type: "status", status: 403 }, "unauthorised", false, undefined],
    [{ type: "status", status: 404 }, "not-found", false, undefined],
    [{ type: "status", status: 400 }, "crashed", false, undefined],
    [{ type: "status", status: 429, code: "insufficient_quota" }, "unauthorised", false, undefined],
    [{ type: "cut", text: "half a docu", how: "reset" }, "network", true, undefined],
    [{ type: "cut", text: "half a docu", how: "close" }, "network", true, undefined],
    [{ type: "error-event", text: "half a docu" }, "overloaded", true, undefined],
    [{ type: "text", text: "cut at", finish: "length" }, "too-large", false, undefined],
    [{ type: "text", text: "refused", finish: "filter" }, "crashed", false, undefined],
  ] as [ModelReply, string, boolean, number | undefined][])(
    "takes %j for %s",
    async (reply, reason, transient, wait) => {
      const { outcome } = await run(provider, base, reply);
      expect(outcome).toMatchObject({ type: "failed", reason, transient });
      expect(outcome.type === "failed" && outcome.retryAfterSeconds).toBe(wait);
      expect(outcome.type === "failed" && outcome.message).not.toContain(KEY);
      expect(server?.requests).toHaveLength(1);
    },
  );

  it("reads a Retry-After that is a date", async () => {
    const date = new Date(Date.now() + 3_600_000).toUTCString();
    const { outcome } = await run(provider, base, { type: "status", status: 429, headers: { "retry-after": date } });
    expect(outcome.type === "failed" && outcome.retryAfterSeconds).toBeGreaterThan(3000);
  });

  it("takes a refused connection for a network fault", async () => {
    const agent = await agentFor(provider, base, () => ({ type: "text", text: "" }));
    await server?.close();
    const { outcome } = await runAgent(agent, taskIn(folder));
    expect(outcome).toMatchObject({ type: "failed", reason: "network", transient: true });
  });

  it("gives out slow tokens as they come", async () => {
    const { progress, text } = await run(provider, base, {
      type: "text",
      text: "slowly and surely",
      pieceLength: 3,
      delayMs: 5,
    });
    expect(progress.filter(({ type }) => type === "text").length).toBeGreaterThan(3);
    expect(text).toBe("slowly and surely");
  });

  it("lets the model look things up in the codebase, and begins the document anew after its talk", async () => {
    await writeFile(join(folder, "code.ts"), "const answer = 42;\n");
    const agent = await agentFor(provider, base, (_, number) =>
      number === 1
        ? {
            type: "tool-calls",
            talk: "Let me look.",
            calls: [
              { name: "search_files", input: { words: "answer" } },
              { name: "read_file", input: { file: "../secret" } },
              { name: "read_file", input: { file: 7 } },
            ],
          }
        : { type: "text", text: "It is 42 (code.ts:1)." },
    );
    const { outcome, text, progress } = await runAgent(agent, taskIn(folder, { codebase: folder }));
    expect(documentOf(outcome)).toBe("It is 42 (code.ts:1).");
    expect(text).toBe("It is 42 (code.ts:1).");
    expect(progress).toContainEqual({ type: "note", message: 'search_files {"words":"answer","folder":"."}' });
    expect(server?.requests[0]?.tools.toSorted()).toEqual(["list_files", "read_file", "search_files"]);
    const results = server?.requests[1]?.toolResults.join("\n");
    expect(results).toContain("code.ts:1: const answer = 42;");
    expect(results).toContain("outside of the codebase");
    expect(results).toContain("Invalid input for tool read_file");
  });

  it("does not look things up for ever", async () => {
    const again: ModelReply = { type: "tool-calls", calls: [{ name: "list_files", input: {} }] };
    const { outcome } = await run(provider, base, again, { codebase: folder });
    expect(outcome).toMatchObject({ type: "failed", reason: "crashed" });
    expect(server?.requests).toHaveLength(24);
  });

  it("has no tools without a codebase", async () => {
    await run(provider, base, { type: "text", text: "x" });
    expect(server?.requests[0]?.tools).toEqual([]);
  });

  it("keeps to the most tokens that the task allows", async () => {
    await run(
      provider,
      base,
      { type: "text", text: "x" },
      { budget: { seconds: 9, outputBytes: 999, outputTokens: 1234 } },
    );
    expect(JSON.stringify(server?.requests[0]?.body)).toContain("1234");
  });
});

it("marks the stable part for Anthropic's cache", async () => {
  await run("anthropic", "/v1", { type: "text", text: "x" });
  expect(server?.requests[0]?.cacheable).toBe(PREFACE);
});

it("asks OpenAI not to keep the request, and names the prompt's beginning for its cache", async () => {
  await run("openai", "/v1", { type: "text", text: "x" });
  expect(server?.requests[0]?.body).toMatchObject({
    store: false,
    prompt_cache_key: expect.stringMatching(/^[0-9a-f]{32}$/),
  });
});

it("says which variable would hold the key, and sends nothing without one", async () => {
  const agent = createModelAgent({
    spec: { provider: "anthropic", model: "m" },
    environment: {},
    clock: systemClock,
    prices: {},
  });
  const { outcome } = await runAgent(agent, taskIn(folder));
  expect(outcome).toMatchObject({ type: "failed", reason: "unauthorised", transient: false });
  expect(outcome.type === "failed" && outcome.message).toContain("ANTHROPIC_API_KEY");
});

it("needs a base URL for a compatible server, and no key", async () => {
  const options = { spec: { provider: "openai-compatible", model: "m" }, clock: systemClock, prices: {} } as const;
  const { outcome } = await runAgent(createModelAgent({ ...options, environment: {} }), taskIn(folder));
  expect(outcome).toMatchObject({ type: "failed", reason: "not-found" });
  server = await startModelServer(() => ({ type: "text", text: "here" }));
  const environment = { OPENAI_COMPATIBLE_BASE_URL: `${server.url}/v1` };
  const agent = createModelAgent({ ...options, environment });
  expect(documentOf((await runAgent(agent, taskIn(folder))).outcome)).toBe("here");
  expect(agent.paid).toBe(false);
});
