import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { HandClock } from "../../../test/contract/agents-clock.ts";
import { documentOf, runAgent, taskIn } from "../../../test/contract/agents-run.ts";
import { systemClock } from "../../engine/system-clock.ts";
import { UsageError } from "../../errors/whetstone-error.ts";
import { openReplayAgent, recordingNames } from "./open-replay-agent.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "replay-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function record(files: Readonly<Record<string, string>>, clock = systemClock) {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(folder, name, ".."), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return openReplayAgent({ folder, clock, environment: {} });
}

function settings(value: object): Readonly<Record<string, string>> {
  return { "replay.json": JSON.stringify({ version: 1, ...value }) };
}

it("gives the attempt's own recording before the gap's, and the gap's before the role's", async () => {
  const agent = await record({
    "round_001/engineer-GAP-FLOW-001-2.md": "second",
    "round_001/engineer-GAP-FLOW-001.md": "gap",
    "engineer.md": "role",
  });
  const label = { round: 1, gaps: ["GAP-FLOW-001"] as const, attempt: 1 };
  const at = async (changes: object) =>
    documentOf((await runAgent(agent, taskIn(folder, { label: { ...label, ...changes } }))).outcome);
  expect(await at({ attempt: 2 })).toBe("second");
  expect(await at({ attempt: 1 })).toBe("gap");
  expect(await at({ round: 2 })).toBe("role");
});

it("says which names it looked for when there is no recording", async () => {
  const agent = await record({});
  const { outcome } = await runAgent(agent, taskIn(folder));
  expect(outcome).toMatchObject({ type: "failed", reason: "not-found", transient: false });
  expect(outcome.type === "failed" && outcome.message).toContain("round_001/engineer-GAP-FLOW-001-1.md");
});

it("sends the pieces that the settings ask for without cutting a character", async () => {
  const agent = await record({ "engineer.md": "añb€c", ...settings({ chunkBytes: 2 }) });
  const { progress, text } = await runAgent(agent, taskIn(folder));
  expect(text).toBe("añb€c");
  expect(progress.filter(({ type }) => type === "text").length).toBeGreaterThan(2);
});

it("fails the first tries and answers the next, with the wait that was asked for", async () => {
  const fault = { type: "transient", times: 2, retryAfterSeconds: 7, afterBytes: 3 };
  const agent = await record({ "engineer.md": "answer", ...settings({ rules: [{ gap: "GAP-FLOW-001", fault }] }) });
  for (const attempt of [1, 2]) {
    const { outcome, text } = await runAgent(agent, taskIn(folder, { try: attempt }));
    expect(outcome).toMatchObject({ type: "failed", reason: "overloaded", transient: true, retryAfterSeconds: 7 });
    expect(text).toBe("ans");
  }
  expect(documentOf((await runAgent(agent, taskIn(folder, { try: 3 }))).outcome)).toBe("answer");
});

it("lets the first fitting rule decide, by role, round, gap and attempt", async () => {
  const rules = [
    { role: "reviewer", fault: { type: "crash" } },
    { round: 2, fault: { type: "missing" } },
    { attempt: 2, fault: { type: "empty" } },
    { gap: "GAP-FLOW-001", usage: { inputTokens: 10, costUsd: 0.5 } },
  ];
  const agent = await record({ "engineer.md": "x", "reviewer.md": "y", ...settings({ rules }) });
  const label = taskIn(folder).label;
  const run = async (changes: object) => (await runAgent(agent, taskIn(folder, changes))).outcome;
  expect(await run({ role: "reviewer" })).toMatchObject({ type: "failed", reason: "crashed", transient: false });
  expect(await run({ label: { ...label, round: 2 } })).toMatchObject({ type: "missing" });
  expect(documentOf(await run({ label: { ...label, attempt: 2 } }))).toBe("");
  expect(await run({})).toMatchObject({ type: "document", usage: { inputTokens: 10, costUsd: 0.5 } });
});

it("takes its latency from the clock and ends at the time limit", async () => {
  const clock = new HandClock();
  const agent = await record({ "engineer.md": "x", ...settings({ latencyMs: 90_000 }) }, clock);
  const running = runAgent(agent, taskIn(folder));
  await expect.poll(() => clock.slept).toContain(90_000);
  clock.pass(60_000);
  expect((await running).outcome).toMatchObject({ type: "failed", reason: "timeout", usage: { seconds: 60 } });
});

it("refuses settings that it does not know", async () => {
  await expect(record(settings({ latency: 3 }))).rejects.toThrow(UsageError);
  await expect(record({ "replay.json": "{" })).rejects.toThrow(/replay.json/);
});

it("looks for the round, then the gap, then the attempt", () => {
  expect(recordingNames({ role: "engineer", label: { round: 3, gaps: ["GAP-FLOW-001"], attempt: 2 } })).toEqual([
    "round_003/engineer-GAP-FLOW-001-2.md",
    "round_003/engineer-GAP-FLOW-001.md",
    "round_003/engineer-2.md",
    "round_003/engineer.md",
    "engineer-GAP-FLOW-001-2.md",
    "engineer-GAP-FLOW-001.md",
    "engineer-2.md",
    "engineer.md",
  ]);
});

it("looks for those of a round that runs again before those of its first time", () => {
  const label = { round: 4, gaps: ["GAP-FLOW-001"], attempt: 1, rerun: 1 } as const;
  const names = recordingNames({ role: "engineer", label });
  expect(names.slice(0, 5)).toEqual([
    "round_004.2/engineer-GAP-FLOW-001-1.md",
    "round_004.2/engineer-GAP-FLOW-001.md",
    "round_004.2/engineer-1.md",
    "round_004.2/engineer.md",
    "round_004/engineer-GAP-FLOW-001-1.md",
  ]);
});

it("joins several gaps by a plus", () => {
  const label = { round: 12, gaps: ["GAP-AA-001", "GAP-BB-002"] as const, attempt: 1 };
  expect(recordingNames({ role: "reviewer", label })[0]).toBe("round_012/reviewer-GAP-AA-001+GAP-BB-002-1.md");
});

it("makes no file name of something that is not a gap's id", () => {
  const names = recordingNames({ role: "engineer", label: { round: 1, gaps: ["GAP-/../../x"], attempt: 1 } });
  expect(names).toEqual(["round_001/engineer-1.md", "round_001/engineer.md", "engineer-1.md", "engineer.md"]);
});
