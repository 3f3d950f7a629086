import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { it as base, describe, expect } from "vitest";
import { PROGRAMS, type Program } from "../../src/agents/programs/programs.ts";
import { systemClock } from "../../src/engine/system-clock.ts";
import { isRunning } from "../support/is-running.ts";
import { commandKind, programKind } from "./agents-command.ts";
import { editorKind, fileKind } from "./agents-human.ts";
import { type AgentKind, KEY_NAME, type OpenAgent, type Situation } from "./agents-kind.ts";
import { modelKind } from "./agents-model.ts";
import { replayKind } from "./agents-replay.ts";
import { documentOf, type Ran, runAgent, taskIn } from "./agents-run.ts";

/** Whether a program tells its words while it writes. */
const STREAMS: Readonly<Record<Program, boolean>> = { claude: true, codex: false, gemini: true, opencode: false };

const KINDS: readonly AgentKind[] = [
  replayKind,
  commandKind,
  modelKind("anthropic", "/v1"),
  modelKind("openai", "/v1"),
  modelKind("google", "/v1beta"),
  modelKind("openai-compatible", "/v1"),
  ...PROGRAMS.map((program) => programKind(program, STREAMS[program])),
  editorKind,
  fileKind,
];

const DOCUMENT = "## Gap Resolution: GAP-FLOW-001\n\n**Confidence:** HIGH\n\nÄußerst präzise: 1 → 2 🙂\n";
const KEY = "k3y/of+the-contract-suite";
const SHORT = { seconds: 0.6, outputBytes: 1_000_000 };

/** What one test has to itself, so that the tests of a kind can run at the same time. */
interface Contract {
  readonly session: string;
  readonly opened: OpenAgent[];
  open(situation: Situation): Promise<OpenAgent>;
  run(situation: Situation, changes?: Parameters<typeof taskIn>[1]): Promise<Ran>;
}

async function contractFor(kind: AgentKind, use: (contract: Contract) => Promise<void>): Promise<void> {
  const home = await mkdtemp(join(tmpdir(), "contract-"));
  const session = join(home, "session");
  await mkdir(session);
  const opened: OpenAgent[] = [];
  async function open(situation: Situation): Promise<OpenAgent> {
    const fixtures = await mkdtemp(join(home, "fixtures-"));
    const environment = { ...process.env, [KEY_NAME]: KEY };
    const agent = await kind.open(situation, { session, fixtures, clock: systemClock, environment });
    opened.push(agent);
    return agent;
  }
  const run: Contract["run"] = async (situation, changes = {}) =>
    runAgent((await open(situation)).agent, taskIn(session, changes));
  try {
    await use({ session, opened, open, run });
  } finally {
    for (const each of opened) await each.close();
    await rm(home, { recursive: true, force: true });
  }
}

describe.concurrent.each(KINDS)("the agent kind $name (SPEC 15)", (kind) => {
  const it = base.extend<{ contract: Contract }>({
    // biome-ignore lint/correctness/noEmptyPattern: the form that the test runner demands.
    contract: ({}, use) => contractFor(kind, use),
  });

  it("returns the document, and the pieces make up the document", async ({ contract: { run } }) => {
    const { outcome, text } = await run({ type: "answers", document: Buffer.from(DOCUMENT) });
    expect(documentOf(outcome)).toBe(DOCUMENT);
    expect(text).toBe(DOCUMENT);
    expect(outcome.usage.seconds).toBeGreaterThanOrEqual(0);
  });

  it("returns white space as the document that it is", async ({ contract: { run } }) => {
    expect(documentOf((await run({ type: "answers-blank" })).outcome).trim()).toBe("");
  });

  it("says that the document is missing when the run ends well without one", async ({ contract: { run } }) => {
    expect((await run({ type: "answers-nothing" })).outcome).toMatchObject({ type: "missing" });
  });

  it.skipIf(kind.isUnhurried)(
    "ends at the time limit, with everything that it started",
    async ({ contract: { run, opened }, expect }) => {
      const { outcome } = await run({ type: "hangs" }, { budget: SHORT });
      expect(outcome).toMatchObject({ type: "failed", reason: "timeout", transient: false });
      // Counted from when the program runs, which on a busy computer is much later than the limit is.
      expect(outcome.usage.seconds).toBeGreaterThan(0);
      await expect.poll(() => alive(opened)).toEqual([]);
    },
  );

  it("returns a crash as a value whose message is fit to print", async ({ contract: { run } }) => {
    const { outcome } = await run({ type: "crashes" });
    expect(outcome).toMatchObject({ type: "failed" });
    if (outcome.type !== "failed") return;
    expect(["aborted", "timeout"]).not.toContain(outcome.reason);
    expect(outcome.message).toMatch(/^[^\p{Cc}]+$/u);
  });

  it("ends when it is aborted, with everything that it started", async ({
    contract: { open, opened, session },
    expect,
  }) => {
    const { agent, processes } = await open({ type: "hangs" });
    const abort = new AbortController();
    const running = runAgent(agent, taskIn(session), abort.signal);
    if (processes) await expect.poll(processes).toHaveLength(2);
    setTimeout(() => abort.abort(), 50);
    expect((await running).outcome).toMatchObject({ type: "failed", reason: "aborted", transient: false });
    await expect.poll(() => alive(opened)).toEqual([]);
  });

  it("starts nothing when it is aborted before it begins", async ({ contract: { open, session } }) => {
    const { agent, processes } = await open({ type: "hangs" });
    const { outcome, progress } = await runAgent(agent, taskIn(session), AbortSignal.abort());
    expect(outcome).toMatchObject({ type: "failed", reason: "aborted" });
    expect(progress).toEqual([]);
    expect((await processes?.()) ?? []).toEqual([]);
  });

  it("ends with everything that it started when nobody listens any more", async ({
    contract: { open, opened, session },
    expect,
  }) => {
    const { agent, processes } = await open({ type: "hangs" });
    // Longer than is polled for: the time limit must not be what ends it.
    const budget = { seconds: 600, outputBytes: 10_000 };
    const listening = agent.run(taskIn(session, { budget }), new AbortController().signal);
    if (processes) expect((await listening.next()).value).toMatchObject({ type: "note" });
    await listening.return({ type: "missing", usage: { seconds: 0 } });
    await expect.poll(() => alive(opened)).toEqual([]);
  });

  it("gives the pieces that came before a run broke off, and fails", async ({ contract: { run } }) => {
    const { outcome, text } = await run({ type: "breaks-off", part: "## Gap Resolution: GAP" });
    expect(outcome).toMatchObject({ type: "failed" });
    if (kind.streams) expect(text).toBe("## Gap Resolution: GAP");
  });

  it("refuses a document that is larger than the budget", async ({ contract: { run } }) => {
    const budget = { seconds: 60, outputBytes: 10_000 };
    const { outcome, text } = await run({ type: "answers", document: Buffer.alloc(50_000, "x") }, { budget });
    expect(outcome).toMatchObject({ type: "failed", reason: "too-large", transient: false });
    expect(text.length).toBeLessThanOrEqual(10_000);
  });

  it("passes on what is not UTF-8 for the gate to judge", async ({ contract: { run } }) => {
    const bytes = Buffer.concat([Buffer.from("## A"), Buffer.from([0xff, 0xc3, 0x28]), Buffer.from("B\n")]);
    const { outcome, text } = await run({ type: "answers", document: bytes });
    if (outcome.type !== "document") throw new Error(JSON.stringify(outcome));
    const expected = kind.rawBytes ? bytes : Buffer.from(new TextDecoder().decode(bytes));
    expect(Buffer.from(outcome.bytes)).toEqual(expected);
    expect(text).toBe(new TextDecoder().decode(bytes));
  });

  it.for(["document", "error"] as const)(
    "lets no secret out by its %s",
    async (where, { contract: { run, session } }) => {
      const { outcome, progress, text } = await run({ type: "tells-key", where });
      await writeFile(join(session, "journal.jsonl"), JSON.stringify({ outcome, progress }));
      await writeFile(join(session, "attempt.md"), text);
      if (outcome.type === "document") await writeFile(join(session, "round.md"), outcome.bytes);
      expect(where === "error" || documentOf(outcome)).toBe(where === "error" || "The key is [redacted].");
      for (const file of await filesIn(session)) expect(await readFile(file, "latin1")).not.toContain(KEY);
    },
  );

  it("keeps runs at the same time apart", async ({ contract: { open, session } }) => {
    const agents = await Promise.all(
      ["one", "two"].map((word) => open({ type: "answers", document: Buffer.from(word) })),
    );
    const runs = agents.flatMap(({ agent }, index) =>
      [1, 2].map((copy) => runAgent(agent, taskIn(join(session, `${index}-${copy}`)))),
    );
    const documents = (await Promise.all(runs)).map(({ outcome }) => documentOf(outcome));
    expect(documents).toEqual(["one", "one", "two", "two"]);
  });

  it("leaves nothing behind in the session's folder", async ({ contract: { run, session } }) => {
    await run({ type: "answers", document: Buffer.from(DOCUMENT) });
    expect(await filesIn(session)).toEqual([]);
  });
});

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

async function alive(agents: readonly OpenAgent[]): Promise<number[]> {
  const pids = (await Promise.all(agents.map(({ processes }) => processes?.() ?? []))).flat();
  return pids.filter(isRunning);
}
