import { existsSync } from "node:fs";
import { chmod, readdir, readFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { answerPrompt } from "../support/answer-prompt.ts";
import { LISTED_MODEL, startModelServer } from "../support/model-server.ts";
import { inTempFolder, NO_SURVEY, runCli, writeFiles } from "./run-cli.ts";

const PROGRAM = join(dirname(fileURLToPath(import.meta.url)), "agents", "program.mjs");
const SPEC = "# Relay\n\n## Delivery\n\n- GAP-DELIVER-001 (HIGH): How often delivery is tried again is not said.\n";
/** Stands for an agent program that costs money and fails at once. */
const CLAUDE =
  "#!/usr/bin/env node\nif (process.argv.includes('--version')) console.log('2.1.0');\nelse process.exit(3);\n";

/** A folder with the spec in which `claude` is the only agent to be found. */
function withClaude<T>(work: (cwd: string, env: Record<string, string>) => Promise<T>): Promise<T> {
  return inTempFolder({ "relay.md": SPEC, "bin/claude": CLAUDE }, async (cwd) => {
    await chmod(join(cwd, "bin/claude"), 0o755);
    return work(cwd, { PATH: [join(cwd, "bin"), dirname(process.execPath), "/usr/bin", "/bin"].join(delimiter) });
  });
}

describe("who plays (SPEC 15.2)", () => {
  test("without a key and a program the interview asks, and that is said in a line", async () => {
    await inTempFolder({ "relay.md": SPEC }, async (cwd) => {
      const run = await runCli(["refine", "relay.md", "--engineer", "auto"], { cwd, env: { PATH: cwd } });
      expect(run.code).toBe(3);
      expect(
        run.stderr.split("\n").filter((line) => line.includes("No API key, agent program or local model server")),
      ).toHaveLength(1);
      expect(run.stdout).toContain("GAP-DELIVER-001");
    });
  });

  test("a model server on this computer works to the end, unconfirmed and without a key; its session stays with it", async () => {
    const server = await startModelServer((request) => {
      const { document: text } = answerPrompt(request, "A message is tried again 3 times.");
      return { type: "text", text };
    });
    await inTempFolder({ "relay.md": SPEC }, async (cwd) => {
      const none = { PATH: cwd, OPENAI_COMPATIBLE_API_KEY: "sk-of-another-server" };
      const env = { ...none, WHETSTONE_LOCAL_SERVERS: server.url };
      const said = `Using openai-compatible:${LISTED_MODEL}, found on this computer at ${server.url}/v1.`;
      expect((await runCli(["init", "relay.md"], { cwd, env })).stderr).toContain(said);
      const run = await runCli(["resume", "--yes"], { cwd, env: none });
      expect([run.code, run.stderr]).toEqual([0, expect.not.stringContaining("may cost money")]);
      expect(new Set(server.requests.map(({ model }) => model))).toEqual(new Set([LISTED_MODEL]));
      expect(JSON.stringify(server.requests)).not.toContain("sk-of-another-server");
      const doctor = await runCli(["doctor"], { cwd, env });
      expect(doctor.stdout).toContain(`ok    local server: ${LISTED_MODEL} at ${server.url}/v1`);
      expect(doctor.stdout).toContain(`Engineer: openai-compatible:${LISTED_MODEL}`);
    }).finally(server.close);
  });

  test.skipIf(process.platform === "win32")(
    "what was chosen is said, and asked for before it costs money",
    async () => {
      await withClaude(async (cwd, env) => {
        const run = await runCli(["refine", "relay.md", "--yes"], { cwd, env });
        expect(run.stderr).toContain("Using claude, found at");
        expect(run.stderr).toContain("Expected: 1 open gap and up to 12 from the survey:");
        expect(run.stderr).toMatch(/Waiting for you: Q-R0-\d+ claude may cost money/);
        expect(run.code).toBe(3);
        expect(await readFile(join(cwd, "sessions/relay/journal.jsonl"), "utf8")).not.toContain("run_started");
        const answered = await runCli(["answer", "--option", "go"], { cwd, env });
        expect(answered.code).toBe(0);
        const on = await runCli(["resume"], { cwd, env });
        expect(on.stderr).toContain("The Engineer (claude) failed");
        expect(on.stderr).not.toContain("may cost money");
      });
    },
  );

  test.skipIf(process.platform === "win32")("an unattended run that names it is not asked", async () => {
    await withClaude(async (cwd, env) => {
      const run = await runCli(["refine", "relay.md", "--engineer", "claude", "--reviewer", "claude"], { cwd, env });
      expect(run.stderr).not.toContain("may cost money");
      expect(run.stderr).toContain("The Engineer (claude) failed");
      const journal = await readFile(join(cwd, "sessions/relay/journal.jsonl"), "utf8");
      expect(journal).toContain("named in an unattended run");
    });
  });
});

describe("an agent that cannot run", () => {
  test.each([
    ["claude", 5, "claude is not installed or not on PATH"],
    ["openai", 5, "no API key for openai"],
    ["command:no-such-program", 5, 'the program "no-such-program" does not exist'],
    ["replay:nowhere", 5, "no folder nowhere to replay from"],
    ["claud", 2, 'unknown agent "claud"'],
    ["interview:x", 2, 'the agent "interview" takes no model: "interview:x"'],
    ["human:x", 2, 'the agent "human" takes no model: "human:x"'],
  ])("%s is refused with what mends it before anything is created, and by doctor", async (agent, code, message) => {
    const config = JSON.stringify({ agents: { engineer: agent, reviewer: "interview" } });
    await inTempFolder({ "relay.md": SPEC, "whetstone.config.json": config }, async (cwd) => {
      const env = { PATH: cwd };
      for (const words of [
        ["refine", "relay.md"],
        ["init", "relay.md"],
        ["refine", "relay.md", "--dry-run"],
      ]) {
        const run = await runCli(words, { cwd, env });
        expect([run.code, run.stdout]).toEqual([code, ""]);
        expect(run.stderr.split("\n")[0]).toContain(message);
        expect(run.stderr).toMatch(/^error: .+\n {2}fix: [A-Z].+\.\n$/);
        if (agent === "claud") expect(run.stderr).toContain("Did you mean claude?");
      }
      expect(existsSync(join(cwd, "sessions"))).toBe(false);
      const doctor = await runCli(["doctor"], { cwd, env });
      expect([doctor.code, doctor.stdout]).toEqual([1, expect.stringContaining(`FAIL  agents: ${message}`)]);
    });
  });

  test("is never saved in a session that exists", async () => {
    await inTempFolder({ "relay.md": SPEC }, async (cwd) => {
      const env = { PATH: cwd };
      expect((await runCli(["init", "relay.md", "--engineer", "interview"], { cwd, env })).code).toBe(0);
      expect((await runCli(["resume", "--engineer", "nonsense"], { cwd, env })).code).toBe(2);
      expect((await runCli(["refine", "relay.md", "--reviewer", "claude"], { cwd, env })).code).toBe(5);
      expect(await readFile(join(cwd, "sessions/relay/journal.jsonl"), "utf8")).not.toMatch(/nonsense|agents_set/);
      const none = await runCli(["doctor"], { cwd, env });
      expect([none.code, none.stdout]).toEqual([0, expect.not.stringContaining("FAIL")]);
    });
  });

  test.skipIf(process.platform === "win32")("is told of a session that began with it, once it is gone", async () => {
    await withClaude(async (cwd, env) => {
      await runCli(["init", "relay.md", "--engineer", "claude", "--reviewer", "claude"], { cwd, env });
      const gone = { PATH: cwd };
      const resumed = await runCli(["resume"], { cwd, env: gone });
      expect([resumed.code, resumed.stderr]).toEqual([5, expect.stringContaining("claude is not installed")]);
      const doctor = await runCli(["doctor"], { cwd, env: gone });
      expect([doctor.code, doctor.stdout]).toEqual([
        1,
        expect.stringContaining("FAIL  agents: claude is not installed"),
      ]);
    });
  });
});

describe("whetstone refine --dry-run (SPEC 15.3)", () => {
  test("writes the first prompts and the estimate, and begins no session", async () => {
    await inTempFolder({ "relay.md": SPEC }, async (cwd) => {
      const agent = JSON.stringify([process.execPath, PROGRAM]);
      const flags = ["--engineer-cmd", agent, "--reviewer-cmd", agent, ...NO_SURVEY];
      const dry = await runCli(["refine", "relay.md", "--dry-run", ...flags], { cwd });
      expect(dry.stderr).toContain("Nothing was sent, and no session was started. Leave out --dry-run to start one.\n");
      expect(dry).toMatchObject({ code: 0 });
      const folder = join(cwd, "sessions/relay");
      const prompt = join(folder, "round_001/prompts/engineer-GAP-DELIVER-001-1.md");
      const written = await readFile(prompt, "utf8");
      expect(written).toContain("How often delivery is tried again");
      expect(await readFile(join(folder, "estimate.md"), "utf8")).toContain("1 open gap:");
      const left = await readdir(folder, { recursive: true });
      expect(left.filter((path) => path.includes(".")).toSorted()).toEqual([
        "estimate.md",
        join("round_001", "prompts", "engineer-GAP-DELIVER-001-1.md"),
      ]);
      for (const path of left.filter((each) => each.includes(".")))
        expect(dry.stderr).toContain(join("sessions/relay", path));
      expect((await runCli(["status"], { cwd })).stdout).toContain("No sessions below this folder.");
      const run = await runCli(["refine", "relay.md", ...flags], { cwd });
      expect(run.code).toBe(0);
      expect(await readFile(prompt, "utf8")).toBe(written);
    });
  });
});

describe("whetstone doctor", () => {
  test("finds keys without showing them, and programs with their versions", async () => {
    await withClaude(async (cwd, env) => {
      const key = "sk-test-0123456789abcdef";
      const run = await runCli(["doctor"], { cwd, env: { ...env, OPENAI_API_KEY: key } });
      expect(run.stdout).toContain("key found in OPENAI_API_KEY");
      expect(run.stdout + run.stderr).not.toContain(key);
      if (process.platform !== "win32") expect(run.stdout).toContain("claude: 2.1.0");
      expect(run.stdout).toContain("Engineer: openai:");
    });
  });

  test("finds nothing wrong with a session that has only been begun", async () => {
    await withClaude(async (cwd, env) => {
      await writeFiles(cwd, { "s.md": "# S\n\n- TBD\n" });
      await runCli(["init", "s.md", "--engineer", "interview", "--reviewer", "interview"], { cwd, env });
      const run = await runCli(["doctor", "s.md"], { cwd, env });
      expect(run.stdout).toContain("ok    status.md and decisions.md: will be written when the session resumes");
      expect(run.stdout).not.toContain("differs");
    });
  });

  test("--probe tries no agent without a model", async () => {
    await inTempFolder({}, async (cwd) => {
      const run = await runCli(["doctor", "--probe"], { cwd, env: { PATH: cwd } });
      expect(run.stdout).toContain("note  probe of interview: not needed, since it uses no model");
      expect(run.code).toBe(0);
    });
  });

  test.skipIf(process.platform === "win32")("--probe tells what does not work", async () => {
    await withClaude(async (cwd, env) => {
      const run = await runCli(["doctor", "--probe"], { cwd, env });
      expect(run.stdout).toContain("FAIL  probe of claude");
      expect(run.code).toBe(1);
    });
  });
});
