import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { documentOf, runAgent, taskIn } from "../../../test/contract/agents-run.ts";
import { isRunning } from "../../../test/support/is-running.ts";
import { systemClock } from "../../engine/system-clock.ts";
import type { AgentTask } from "../../ports/agent.ts";
import { createCommandAgent } from "./create-command-agent.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "command-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A command that runs a few lines of JavaScript. */
async function run(script: string, words: readonly string[] = [], changes: Partial<AgentTask> = {}) {
  await writeFile(join(folder, "agent.mjs"), `import fs from "node:fs";\n${script}`);
  const command = [process.execPath, "agent.mjs", ...words] as const;
  const agent = createCommandAgent({ command, base: folder, clock: systemClock, environment: process.env });
  return runAgent(agent, taskIn(folder, changes));
}

it("gives the prompt on standard input, preface first, however long", async () => {
  const prompt = "x".repeat(1_000_000);
  const { outcome } = await run("process.stdout.write(String(fs.readFileSync(0, 'utf8').length))", [], { prompt });
  expect(documentOf(outcome)).toBe(String("You are the Engineer.\n\n".length + 1_000_000));
});

it("does not mind a program that never reads its prompt", async () => {
  const { outcome } = await run("process.stdout.write('done')", [], { prompt: "x".repeat(1_000_000) });
  expect(documentOf(outcome)).toBe("done");
});

it("gives the prompt in a file where the command asks for one", async () => {
  const { outcome } = await run("process.stdout.write(fs.readFileSync(process.argv[2]) + '|' + fs.readFileSync(0))", [
    "{prompt_file}",
  ]);
  expect(documentOf(outcome)).toBe("You are the Engineer.\n\nResolve GAP-FLOW-001.|");
});

it("takes the document from the file that the command was given, and standard output as talk", async () => {
  const { outcome, text, progress } = await run(
    "console.log('thinking'); fs.writeFileSync(process.argv[2].slice(2), 'written')",
    ["o={document}"],
  );
  expect(documentOf(outcome)).toBe("written");
  expect(text).toBe("written");
  expect(progress).toContainEqual({ type: "note", message: "thinking" });
});

it.each(["process.env.WHETSTONE_DOCUMENT", "'./document.md'"])(
  "prefers a document at %s to what was printed",
  async (path) => {
    const { outcome, text } = await run(`console.log('talk'); fs.writeFileSync(${path}, 'written')`);
    expect(documentOf(outcome)).toBe("written");
    expect(text).toBe("written");
    expect(await readdir(folder)).toEqual(["agent.mjs"]);
  },
);

it("does not take an old document for a new one", async () => {
  await writeFile(join(folder, "engineer.md"), "of an earlier run");
  expect((await run("")).outcome).toMatchObject({ type: "missing" });
});

it("does not follow a link that stands where the document should be", async () => {
  const secret = join(folder, "secret.txt");
  await writeFile(secret, "private");
  const { outcome } = await run(`fs.symlinkSync(${JSON.stringify(secret)}, process.env.WHETSTONE_DOCUMENT)`);
  expect(outcome).toMatchObject({ type: "failed", reason: "crashed" });
  expect(await readFile(secret, "utf8")).toBe("private");
});

it("runs in a folder of its own that holds what the role may read, and removes it", async () => {
  const script =
    "process.stdout.write(JSON.stringify([process.cwd(), fs.readdirSync('.').sort(), fs.readFileSync('round_001_source.md', 'utf8')]))";
  const documents = [{ path: "round_001/source.md", text: "the spec" }];
  const { outcome } = await run(script, [], { documents, codebase: folder });
  const [cwd, names, text] = JSON.parse(documentOf(outcome));
  expect(names).toEqual(["preface.md", "prompt.md", "round_001_source.md"]);
  expect(text).toBe("the spec");
  await expect(readdir(cwd)).rejects.toThrow(/ENOENT/);
});

it("names the folder that may be read where the command asks for it", async () => {
  const { outcome } = await run("process.stdout.write(process.argv[2])", ["{read}"], { codebase: folder });
  expect(documentOf(outcome)).toBe(folder);
});

it.each([
  [3, "crashed", false],
  [69, "network", true],
  [75, "overloaded", true],
  [77, "unauthorised", false],
  [127, "not-found", false],
])("reads exit code %i as %s", async (code, reason, transient) => {
  const { outcome } = await run(`console.error('\\u001b[1mwhy'); process.exit(${code})`);
  expect(outcome).toMatchObject({
    type: "failed",
    reason,
    transient,
    message: `command exited with code ${code}: why`,
  });
});

it.each([
  ["a failure", "console.error('why'); process.exit(3)", { type: "failed", exitCode: 3 }],
  ["no document", "", { type: "missing" }],
  ["a document", "process.stdout.write('done')", { type: "document" }],
])("knows %s that it saw still after a kill, until it is saved", async (_, script, expected) => {
  await writeFile(join(folder, "agent.mjs"), script);
  const command = [process.execPath, "agent.mjs"] as const;
  const agent = createCommandAgent({ command, base: folder, clock: systemClock, environment: process.env });
  const task = taskIn(folder);
  const killed = await runAgent({ ...agent, settle: async () => {} }, task);
  expect(killed.outcome).toMatchObject(expected);
  const adopt = agent.adopt ?? expect.unreachable();
  const left = adopt(task, new AbortController().signal) ?? expect.unreachable();
  const { outcome } = await runAgent({ ...agent, run: () => left }, task);
  expect(outcome).toMatchObject(expected);
  expect(outcome.unsure).toBeUndefined();
  expect(adopt(task, new AbortController().signal)).toBeUndefined();
});

it("says that a program is not there", async () => {
  const command = ["no-such-program-anywhere"] as const;
  const agent = createCommandAgent({ command, base: folder, clock: systemClock, environment: process.env });
  const { outcome } = await runAgent(agent, taskIn(folder));
  expect(outcome).toMatchObject({ type: "failed", reason: "not-found", transient: false });
});

it.skipIf(process.platform === "win32")("says that a file is not a program", async () => {
  await writeFile(join(folder, "agent"), "x");
  await chmod(join(folder, "agent"), 0o644);
  const agent = createCommandAgent({ command: ["./agent"], base: folder, clock: systemClock, environment: {} });
  const { outcome } = await runAgent(agent, taskIn(folder));
  expect(outcome).toMatchObject({ type: "failed", reason: "not-found" });
  expect(outcome.type === "failed" && outcome.message).toContain("cannot be run");
});

it("does not wait for something that a program left behind, and ends it", async () => {
  const { outcome } = await run(`
    import { spawn } from "node:child_process";
    const left = spawn(process.execPath, ["-e", "setTimeout(() => {}, 60000)"], { stdio: "inherit" });
    left.unref();
    fs.writeSync(1, String(left.pid));
    process.exit(0);`);
  const pid = Number(documentOf(outcome));
  // A signal that was sent takes effect when the system finds the time.
  await expect.poll(() => isRunning(pid)).toBe(false);
});

it("hands each argument over as one word, whatever is in it", async () => {
  const words = ["a b", '"q"', "$HOME", "%PATH%", "^&|<>", "ü", ""];
  const { outcome } = await run("process.stdout.write(JSON.stringify(process.argv.slice(2)))", words);
  expect(JSON.parse(documentOf(outcome))).toEqual(words);
});
