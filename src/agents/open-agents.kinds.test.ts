import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { documentOf, runAgent, taskIn } from "../../test/contract/agents-run.ts";
import { type ModelServer, startModelServer } from "../../test/support/model-server.ts";
import { parseAgentSetting } from "../config/agent-setting.ts";
import { systemClock } from "../engine/system-clock.ts";
import { UsageError } from "../errors/whetstone-error.ts";
import { type AgentOptions, openAgent } from "./open-agents.ts";

let base: string;
let server: ModelServer | undefined;
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), "open-"));
});
afterEach(async () => {
  await server?.close();
  await rm(base, { recursive: true, force: true });
});

const options = () => ({ clock: systemClock, environment: { MY_KEY: "key-of-mine-123" }, base });

/** By the short form of a setting. */
const open = (spec: string, given: AgentOptions) => openAgent(parseAgentSetting(spec) ?? { kind: spec }, given);

it("opens each kind by its short form", async () => {
  const specs = ["replay:recorded", "command:node agent.mjs", "human", "anthropic:m", "openai", "google:g"];
  specs.push("openai-compatible:llama3:8b", "claude", "codex:gpt", "gemini", "opencode:a/b");
  const agents = await Promise.all(specs.map((spec) => open(spec, options())));
  expect(agents.map(({ name, paid }) => [name, paid])).toEqual([
    ["replay", false],
    ["command", false],
    ["human", false],
    ["anthropic:m", true],
    ["openai:gpt-6.1-sol", true],
    ["google:g", true],
    ["openai-compatible:llama3:8b", true],
    ["claude", true],
    ["codex:gpt", true],
    ["gemini", true],
    ["opencode:a/b", true],
  ]);
});

it.each(["nobody", "auto", "", "openai-compatible"])("refuses %j", async (spec) => {
  await expect(async () => open(spec, options())).rejects.toThrow(UsageError);
});

it.each([{ kind: "replay" }, { kind: "command" }])("says what %j lacks", async (setting) => {
  await expect(openAgent(setting, options())).rejects.toThrow(UsageError);
});

it("finds recordings and scripts from the person's folder", async () => {
  await writeFile(join(base, "engineer.md"), "recorded");
  await writeFile(join(base, "agent.mjs"), "process.stdout.write('written')");
  const replay = await open("replay:.", options());
  expect(documentOf((await runAgent(replay, taskIn(base))).outcome)).toBe("recorded");
  const environment = { PATH: process.env.PATH };
  const command = await open(`command:${process.execPath} agent.mjs`, { ...options(), environment });
  expect(documentOf((await runAgent(command, taskIn(base))).outcome)).toBe("written");
});

it("takes server, key and price from the setting", async () => {
  server = await startModelServer(() => ({ type: "text", text: "x".repeat(4000) }));
  const setting = {
    kind: "openai-compatible",
    model: "m",
    baseUrl: `${server.url}/v1`,
    keyVariable: "MY_KEY",
    price: { input: 0, output: 5 },
  };
  const { outcome } = await runAgent(await openAgent(setting, options()), taskIn(base));
  expect(server.requests[0]?.headers.authorization).toBe("Bearer key-of-mine-123");
  expect(outcome.usage.costUsd).toBeCloseTo((1000 * 5) / 1e6, 12);
});
