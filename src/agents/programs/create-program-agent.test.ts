import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { documentOf, runAgent, taskIn } from "../../../test/contract/agents-run.ts";
import { systemClock } from "../../engine/system-clock.ts";
import type { AgentTask } from "../../ports/agent.ts";
import { createProgramAgent } from "./create-program-agent.ts";
import { programFailure } from "./envelope-reader.ts";
import { PROGRAMS, type Program } from "./programs.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "programs-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const PRICE = { input: 1, output: 10, cachedInput: 0.1 };

/** Runs a stand-in that prints these lines; `{arguments}` in one becomes what it was called with. */
async function run(program: Program, lines: readonly object[], model?: string, changes: Partial<AgentTask> = {}) {
  const script = join(folder, "stand-in.mjs");
  const output = lines.map((line) => JSON.stringify(line)).join("\n");
  await writeFile(
    script,
    `import fs from "node:fs"; const input = fs.readFileSync(0, "utf8");
     const called = JSON.stringify({ argv: process.argv.slice(2), input, config: process.env.OPENCODE_CONFIG_CONTENT });
     process.stdout.write(${JSON.stringify(output)}.replace("{arguments}", JSON.stringify(called).slice(1, -1)));`,
  );
  const agent = createProgramAgent(program, {
    clock: systemClock,
    environment: { PATH: process.env.PATH },
    command: [process.execPath, script],
    prices: { "openai:gpt-x": PRICE, "google:gemini-x": PRICE },
    ...(model === undefined ? {} : { model }),
  });
  return runAgent(agent, taskIn(folder, changes));
}

it("is known to read only, unless the person gives it more words", () => {
  const place = { clock: systemClock, environment: {}, prices: {} };
  for (const program of PROGRAMS) {
    expect(createProgramAgent(program, place).readsOnly).toBe(true);
    expect(createProgramAgent(program, { ...place, extra: ["--yolo"] }).readsOnly).toBe(false);
  }
});

it("reads claude's tokens and money, the cached ones among the input", async () => {
  const usage = { input_tokens: 10, cache_read_input_tokens: 80, cache_creation_input_tokens: 10, output_tokens: 5 };
  const { outcome } = await run("claude", [
    { type: "result", is_error: false, result: "x", usage, total_cost_usd: 0.25 },
  ]);
  expect(outcome.usage).toMatchObject({ inputTokens: 100, cachedInputTokens: 80, outputTokens: 5, costUsd: 0.25 });
});

it("reckons codex's money from its tokens when the model was named", async () => {
  const lines = [
    { type: "item.completed", item: { type: "agent_message", text: "x" } },
    { type: "turn.completed", usage: { input_tokens: 1000, cached_input_tokens: 500, output_tokens: 100 } },
  ];
  expect((await run("codex", lines, "gpt-x")).outcome.usage.costUsd).toBeCloseTo((500 + 50 + 1000) / 1e6, 12);
  expect((await run("codex", lines)).outcome.usage).not.toHaveProperty("costUsd");
});

it("reckons gemini's money from the models that took part", async () => {
  const stats = { input_tokens: 1000, output_tokens: 100, cached: 500 };
  const lines = (model: string) => [
    { type: "message", role: "assistant", content: "x", delta: true },
    { type: "result", status: "success", stats: { ...stats, models: { [model]: stats } } },
  ];
  expect((await run("gemini", lines("gemini-x"))).outcome.usage.costUsd).toBeCloseTo((500 + 50 + 1000) / 1e6, 12);
  expect((await run("gemini", lines("gemini-y"))).outcome.usage).toMatchObject({
    inputTokens: 1000,
    cachedInputTokens: 500,
  });
});

it("sums opencode's steps", async () => {
  const tokens = { input: 10, output: 5, reasoning: 1, cache: { read: 80, write: 10 } };
  const step = { type: "step_finish", part: { reason: "stop", tokens, cost: 0.1 } };
  const { outcome } = await run("opencode", [
    step,
    { type: "step_start" },
    { type: "text", part: { text: "x" } },
    step,
  ]);
  expect(outcome.usage).toMatchObject({ inputTokens: 200, cachedInputTokens: 160, outputTokens: 12 });
  expect(outcome.usage.costUsd).toBeCloseTo(0.2, 12);
});

it.each([
  [
    "claude",
    (text: string) => ({ type: "stream_event", event: { type: "content_block_delta", delta: { text } } }),
    { type: "stream_event", event: { type: "message_start" } },
  ],
  [
    "gemini",
    (text: string) => ({ type: "message", role: "assistant", content: text }),
    { type: "tool_use", tool_name: "read_file" },
  ],
  ["opencode", (text: string) => ({ type: "text", part: { text } }), { type: "step_start" }],
] as const)("takes only %s's last message for the document", async (program, say, between) => {
  const { outcome, text } = await run(program, [say("Let me look."), between, say("The docu"), say("ment.")]);
  expect(documentOf(outcome)).toBe("The document.");
  expect(text).toBe("The document.");
});

it("takes only codex's last message for the document", async () => {
  const say = (text: string) => ({ type: "item.completed", item: { type: "agent_message", text } });
  const { outcome, text } = await run("codex", [say("Let me look."), say("The document.")]);
  expect(documentOf(outcome)).toBe("The document.");
  expect(text).toBe("The document.");
});

it("does not take opencode's answer that was cut for a document", async () => {
  const lines = [
    { type: "text", part: { text: "cut" } },
    { type: "step_finish", part: { reason: "length", tokens: {} } },
  ];
  expect((await run("opencode", lines)).outcome).toMatchObject({ type: "failed", reason: "too-large" });
});

it("never has the prompt among the arguments", async () => {
  const answers: Readonly<Record<Program, object>> = {
    claude: { type: "result", is_error: false, result: "{arguments}" },
    codex: { type: "item.completed", item: { type: "agent_message", text: "{arguments}" } },
    gemini: { type: "message", role: "assistant", content: "{arguments}" },
    opencode: { type: "text", part: { text: "{arguments}" } },
  };
  for (const program of PROGRAMS) {
    const called = JSON.parse(documentOf((await run(program, [answers[program]], "gpt-x")).outcome));
    expect(called.argv.join(" ")).not.toContain("GAP-FLOW-001");
    expect(called.argv.join(" ")).toContain("gpt-x");
    expect(called.input).toContain("Resolve GAP-FLOW-001.");
  }
});

it("lets claude read a codebase and nothing else", async () => {
  const answer = [{ type: "result", is_error: false, result: "{arguments}" }];
  const argv = async (changes: Partial<AgentTask>): Promise<string[]> =>
    JSON.parse(documentOf((await run("claude", answer, undefined, changes)).outcome)).argv;
  const closed = await argv({});
  expect(closed[closed.indexOf("--tools") + 1]).toBe("");
  expect(closed).not.toContain("--add-dir");
  const open = await argv({ codebase: folder });
  expect(open[open.indexOf("--tools") + 1]).toBe("Read,Grep,Glob");
  expect(open[open.indexOf("--add-dir") + 1]).toBe(folder);
});

it.each([
  ["Failed to authenticate. API Error: 401 bad key", undefined, "unauthorised"],
  ["API Error: Request rejected (429) · status 429", 429, "overloaded"],
  ["exceeded retry limit, last status: 429 Too Many Requests", undefined, "overloaded"],
  ["We're currently experiencing high demand", undefined, "overloaded"],
  ["Claude usage limit reached. Your limit will reset at 3pm", undefined, "overloaded"],
  ["API Error: Unable to connect to API (ECONNRESET)", undefined, "network"],
  ["failed to lookup address information", undefined, "network"],
  ['[API Error: {"error":{"code":400,"message":"API key not valid."}}]', undefined, "unauthorised"],
  ["Invalid auth method selected.", undefined, "unauthorised"],
  ["Incomplete response returned, reason: max_output_tokens", undefined, "too-large"],
  ["response exceeded the 64000 output token maximum", undefined, "too-large"],
  ["something else went wrong", undefined, "crashed"],
] as const)("takes %j for what it is", (said, status, reason) => {
  expect(programFailure("x", said, status).reason).toBe(reason);
});
