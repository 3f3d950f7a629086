import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createProgramAgent } from "../../src/agents/programs/create-program-agent.ts";
import { PROGRAMS, type Program } from "../../src/agents/programs/programs.ts";
import { systemClock } from "../../src/engine/system-clock.ts";
import { type ModelServer, type Script, startModelServer } from "../support/model-server.ts";
import { installed, PROGRAM_KEY, WIRINGS } from "../support/real-programs.ts";
import { documentOf, runAgent, taskIn } from "./agents-run.ts";

/** The programs themselves, where they are installed, pointed at our own model server. */
const DOCUMENT = "## Gap Resolution: GAP-FLOW-001\n\n**Confidence:** HIGH\n\nÄußerst präzise.";

describe.each(PROGRAMS)("%s itself", (program) => {
  const path = installed(program);
  if (path === undefined) {
    it.skip(`is skipped: ${program} is neither on PATH nor in WHETSTONE_TEST_PROGRAMS`, () => {});
    return;
  }
  let home: string;
  let server: ModelServer;
  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), "real-"));
    await mkdir(join(home, "session"));
  });
  afterEach(async () => {
    await server.close();
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  });

  async function agentWith(script: Script) {
    server = await startModelServer(script);
    const wiring = WIRINGS[program](server.url);
    for (const [name, text] of Object.entries(wiring.files ?? {})) {
      await mkdir(join(home, name, ".."), { recursive: true });
      await writeFile(join(home, name), text);
    }
    return createProgramAgent(program, {
      clock: systemClock,
      environment: { PATH: process.env.PATH, HOME: home, ...wiring.environment },
      command: [path ?? program],
      prices: {},
      ...(wiring.extra ? { extra: wiring.extra } : {}),
      ...(wiring.model ? { model: wiring.model } : {}),
    });
  }

  it("writes the document, tells its tokens, and leaves nothing behind", async () => {
    const agent = await agentWith(() => ({ type: "text", text: DOCUMENT, pieceLength: 12 }));
    const { outcome, text } = await runAgent(agent, taskIn(join(home, "session")));
    expect(documentOf(outcome)).toBe(DOCUMENT);
    expect(text).toBe(DOCUMENT);
    expect(outcome.usage.inputTokens).toBeGreaterThan(0);
    expect(outcome.usage.outputTokens).toBeGreaterThan(0);
    const sent = server.requests.map(({ system, prompt }) => system + prompt).join("\n");
    expect(sent).toContain("You are the Engineer.");
    expect(sent).toContain("Resolve GAP-FLOW-001.");
    expect(await readdir(join(home, "session"))).toEqual([]);
  });

  it("fails as one whose key is refused, without telling the key", async () => {
    const agent = await agentWith(() => ({ type: "status", status: 401, message: `invalid key ${PROGRAM_KEY}` }));
    const { outcome, progress } = await runAgent(agent, taskIn(join(home, "session")));
    expect(outcome).toMatchObject({ type: "failed", reason: "unauthorised", transient: false });
    expect(JSON.stringify({ outcome, progress })).not.toContain(PROGRAM_KEY);
  });

  // The others repeat for minutes by themselves before they give up.
  it.runIf(program === "claude" || program === "codex")(
    "takes an overloaded provider for a fault that passes",
    async () => {
      const agent = await agentWith(() => ({ type: "status", status: 529, message: "Overloaded" }));
      const { outcome } = await runAgent(agent, taskIn(join(home, "session")));
      expect(outcome).toMatchObject({ type: "failed", reason: "overloaded", transient: true });
    },
  );

  it("ends when it is aborted", async () => {
    const abort = new AbortController();
    const agent = await agentWith(() => {
      setTimeout(() => abort.abort(), 50);
      return { type: "hang", text: "a beginning" };
    });
    const { outcome } = await runAgent(agent, taskIn(join(home, "session")), abort.signal);
    expect(outcome).toMatchObject({ type: "failed", reason: "aborted" });
  });

  it("gets no way to write", async () => {
    const target = join(home, "session", "decisions.md");
    await writeFile(target, "decided");
    const writes: Readonly<Record<Program, { name: string; input: object }>> = {
      claude: { name: "Write", input: { file_path: target, content: "overwritten" } },
      codex: { name: "exec_command", input: { cmd: `echo overwritten > ${target}` } },
      gemini: { name: "write_file", input: { file_path: target, content: "overwritten" } },
      opencode: { name: "write", input: { filePath: target, content: "overwritten" } },
    };
    const agent = await agentWith((request) =>
      request.toolResults.length === 0 && server.requests.length === 1
        ? { type: "tool-calls", talk: "I write.", calls: [writes[program]] }
        : { type: "text", text: DOCUMENT },
    );
    await runAgent(agent, taskIn(join(home, "session"), { codebase: join(home, "session") }));
    expect(await readFile(target, "utf8")).toBe("decided");
  });
});
