import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { documentOf, runAgent, taskIn } from "../../test/contract/agents-run.ts";
import type { FoundServer } from "./local-servers.ts";
import { connectionFor } from "./model/language-model.ts";
import { openAgents } from "./open-agents.ts";

let base: string;
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), "agents-"));
});
afterEach(() => rm(base, { recursive: true, force: true }));

const AUTO = { kind: "auto" };
const REPLAY = { kind: "replay", folder: "." };

function options(environment: Readonly<Record<string, string>> = {}, servers: readonly FoundServer[] = []) {
  // Waits take no time; the time limit of a run never comes.
  const sleep = async (milliseconds: number) => (milliseconds < 60_000 ? undefined : new Promise<void>(() => {}));
  const clock = { now: () => 0, elapsed: () => 0, sleep };
  const findServers = async () => servers;
  return { clock, environment, base, findProgram: () => undefined, findServers, random: () => 0 };
}

it("chooses for the role that nobody has named, and says it once", async () => {
  const { engineer, reviewer, notices } = await openAgents(
    { engineer: REPLAY, reviewer: AUTO },
    options({ OPENAI_API_KEY: "k" }),
  );
  expect([engineer?.name, reviewer?.name]).toEqual(["replay", "openai:gpt-6.1-sol"]);
  expect(notices).toEqual(["Using openai:gpt-6.1-sol, because OPENAI_API_KEY is set."]);
  const both = await openAgents({ engineer: AUTO, reviewer: AUTO }, options({ OPENAI_API_KEY: "k" }));
  expect(both.notices).toHaveLength(1);
});

it("takes the interview where there is nothing to choose from, and says so once", async () => {
  expect(await openAgents({ engineer: AUTO, reviewer: AUTO }, options())).toMatchObject({
    engineer: { name: "interview" },
    reviewer: { name: "interview" },
    notices: [expect.stringContaining("the built-in interview")],
  });
});

it("settles on a local server that was found, which costs nothing and is sent no key of another", async () => {
  const environment = { OPENAI_COMPATIBLE_API_KEY: "sk-of-another-server-1" };
  const found = [{ baseUrl: "http://127.0.0.1:9/v1" }, { baseUrl: "http://127.0.0.1:10/v1", model: "qwen3:8b" }];
  const opened = await openAgents({ engineer: REPLAY, reviewer: AUTO }, options(environment, found));
  expect(opened.reviewer).toMatchObject({ name: "openai-compatible:qwen3:8b", paid: false });
  expect(opened.notices).toEqual([
    "Using openai-compatible:qwen3:8b, found on this computer at http://127.0.0.1:10/v1.",
  ]);
  const { engineer, reviewer } = opened.settled;
  expect([engineer, reviewer]).toMatchObject([REPLAY, { model: "qwen3:8b", baseUrl: "http://127.0.0.1:10/v1" }]);
  expect(connectionFor("openai-compatible", reviewer, environment).apiKey).toBeUndefined();
});

it("settles on no key: it may cost money, and was not named", async () => {
  const { settled } = await openAgents({ engineer: AUTO, reviewer: AUTO }, options({ OPENAI_API_KEY: "k" }));
  expect(settled).toEqual({ engineer: AUTO, reviewer: AUTO });
});

it("asks no server where both roles are named", async () => {
  const findServers = () => Promise.reject(new Error("asked"));
  await openAgents({ engineer: REPLAY, reviewer: REPLAY }, { ...options(), findServers });
});

it("repeats after transient faults", async () => {
  await writeFile(join(base, "engineer.md"), "answer");
  const rules = [{ fault: { type: "transient", times: 2 } }];
  await writeFile(join(base, "replay.json"), JSON.stringify({ version: 1, rules }));
  const { engineer } = await openAgents({ engineer: REPLAY, reviewer: REPLAY }, options());
  if (!engineer) throw new Error("no engineer");
  const { outcome, progress } = await runAgent(engineer, taskIn(base));
  expect(documentOf(outcome)).toBe("answer");
  expect(progress.filter(({ type }) => type === "repeated")).toHaveLength(2);
});

it("stops both roles when their provider fails again and again", async () => {
  const rules = [{ fault: { type: "transient", times: 1000 } }];
  await writeFile(join(base, "replay.json"), JSON.stringify({ version: 1, rules }));
  const { engineer, reviewer } = await openAgents({ engineer: REPLAY, reviewer: REPLAY }, options());
  if (!engineer || !reviewer) throw new Error("no agents");
  await runAgent(engineer, taskIn(base));
  await runAgent(reviewer, taskIn(base));
  const { outcome } = await runAgent(engineer, taskIn(base));
  expect(outcome.type === "failed" && outcome.message).toContain("10 tries in a row failed");
});

it.each([
  [
    "servers",
    { kind: "openai-compatible", model: "m", baseUrl: "http://127.0.0.1:9/a" },
    { baseUrl: "http://127.0.0.1:9/b" },
  ],
  [
    "programs",
    { kind: "command", command: [process.execPath, "-e", "process.exit(75)"] as const },
    { command: [process.execPath, "-p", "'fine'"] as const },
  ],
])("goes on with one of two %s when the other fails again and again", async (_what, failing, difference) => {
  const other = { ...failing, ...difference };
  const { engineer, reviewer } = await openAgents({ engineer: failing, reviewer: other }, options());
  for (let runs = 0; runs < 3; runs += 1) await runAgent(engineer, taskIn(base));
  const { outcome } = await runAgent(engineer, taskIn(base));
  expect(outcome.type === "failed" && outcome.message).toContain("10 tries in a row failed");
  const own = (await runAgent(reviewer, taskIn(base))).outcome;
  expect(own.type === "failed" ? own.message : "").not.toContain("tries in a row");
});
