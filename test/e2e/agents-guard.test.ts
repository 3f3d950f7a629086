import { mkdir, readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { CLI, inTempFolder, NO_SURVEY, runCli } from "./run-cli.ts";

const PROGRAM = join(dirname(fileURLToPath(import.meta.url)), "agents", "program.mjs");

const SOURCE = `# Relay

## Intake

- GAP-INTAKE-001 (HIGH): What happens to a message that is too large is not said.

## Delivery

- GAP-DELIVER-001 (CRITICAL): How often delivery is tried again is not said.
`;

/** What a session leaves behind, without what differs from run to run by its nature. */
async function traces(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const names = files.map((file) => file.slice(folder.length + 1).replaceAll("\\", "/")).filter((name) => name !== "");
  const compared = names
    .filter((name) => !/^(?:\.tmp\/|\.summary|aside\/|inbox\/|status|journal)|log\.md$/.test(name))
    .sort();
  return Object.fromEntries(
    await Promise.all(compared.map(async (name) => [name, timeless(await readFile(join(folder, name), "utf8"))])),
  );
}

function timeless(text: string): string {
  return text.replace(/\d{4}-\d\d-\d\dT[\d:]+Z/g, "TIME").replace(/^<!-- whetstone: entry \d+/m, "<!-- entry");
}

async function refine(misdeed?: string) {
  return inTempFolder({ "relay.md": SOURCE, "outside/theirs.md": "theirs" }, async (cwd) => {
    const session = join(cwd, "sessions", "relay");
    const outside = join(cwd, "outside");
    const words = misdeed === undefined ? [] : ["--misdeed", misdeed, session, outside];
    const engineer = JSON.stringify([process.execPath, PROGRAM, ...words]);
    const reviewer = JSON.stringify([process.execPath, PROGRAM]);
    const run = await runCli(
      ["refine", "relay.md", "--engineer-cmd", engineer, "--reviewer-cmd", reviewer, ...NO_SURVEY],
      {
        cwd,
      },
    );
    return {
      ...run,
      traces: await traces(session),
      status: await readFile(join(session, "status.md"), "utf8"),
      outside: await readdir(outside),
      spec: await readFile(join(cwd, "relay_v1.0.md"), "utf8").catch(() => "none"),
      doctor: await runCli(["doctor", "relay.md"], { cwd }),
    };
  });
}

describe("an agent program that writes where it must not (SPEC 2)", () => {
  const calmly = once(() => refine());

  test.each([
    ["decisions", "decisions.md"],
    ["delete-journal", "journal.jsonl was deleted"],
    ["edit-journal", "journal.jsonl was changed"],
    ["link", "round_001/notes was added, a link"],
    // Or what was in it, where the program was seen half-way.
    ["folder-link", /round_001(?:\/\S+)? was (?:replaced by a link|deleted)/],
    ["review", "round_001/reviewer.md was added"],
    ["request", "inbox was added, a folder"],
    // The folder itself, or some of what was in it where the program was seen half-way.
    ["everything", / was deleted/],
  ])("%s: changes nothing and is reported by name", async (misdeed, said) => {
    const [calm, wild] = [await calmly(), await refine(misdeed)];
    expect(calm.stderr).not.toContain("put back");
    expect(calm).toMatchObject({ code: 0, doctor: { code: 0 } });
    expect(wild.code).toBe(0);
    expect(wild.stderr).toMatch(said);
    expect(wild.stderr).toContain("it was put back");
    expect(wild.status).toMatch(/## Permission violations\n\n.*\| Run/s);
    expect(wild.spec).toBe(calm.spec);
    expect(wild.traces).toEqual(calm.traces);
    expect(wild.outside).toEqual(["theirs.md"]);
    expect(wild.doctor).toMatchObject({ code: 0 });
    expect(wild.doctor.stdout).toContain("all checksums correct");
  });
});

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

describe("the folder that a program runs in", () => {
  test("holds the documents that its role may read, and neither prompts nor attempts of others", async () => {
    await inTempFolder({ "relay.md": SOURCE, "looks.mjs": LOOKS }, async (cwd) => {
      await mkdir(join(cwd, "seen"));
      const looking = JSON.stringify([process.execPath, join(cwd, "looks.mjs"), join(cwd, "seen"), PROGRAM]);
      const run = await runCli(
        ["refine", "relay.md", "--engineer-cmd", looking, "--reviewer-cmd", looking, ...NO_SURVEY],
        {
          cwd,
        },
      );
      expect(run.code).toBe(0);
      const seen = async (role: string) => (await readFile(join(cwd, "seen", role), "utf8")).split("\n");
      expect(await seen("engineer")).toEqual(["preface.md", "prompt.md", "spec.md"]);
      expect(await seen("reviewer")).toEqual(["preface.md", "prompt.md", "round_001_engineer.md", "spec.md"]);
    });
  });
});

/** Writes down what its folder holds in round 1, then works like the other program. */
const LOOKS = `
import { readdirSync, writeFileSync, existsSync } from "node:fs";
import { join } from "node:path";
const [seen, program] = process.argv.slice(2);
const file = join(seen, process.env.WHETSTONE_ROLE);
if (!existsSync(file)) writeFileSync(file, readdirSync(process.cwd()).sort().join("\\n"));
await import(program);
`;

describe("an agent program that calls whetstone", () => {
  test("cannot decide for the person", async () => {
    await inTempFolder({ "relay.md": SOURCE, "calls.mjs": CALLS }, async (cwd) => {
      const calling = JSON.stringify([process.execPath, join(cwd, "calls.mjs"), cwd, CLI, PROGRAM]);
      const run = await runCli(
        ["refine", "relay.md", "--engineer-cmd", calling, "--reviewer-cmd", calling, ...NO_SURVEY],
        {
          cwd,
        },
      );
      expect(run.code, run.stderr).toBe(0);
      expect(await readFile(join(cwd, "called"), "utf8")).toContain("a program run by an agent cannot decide for you");
      expect(await readFile(join(cwd, "sessions", "relay", "journal.jsonl"), "utf8")).not.toContain("I say so.");
    });
  });
});

/** Closes a gap by the command line, then works like the other program. */
const CALLS = `
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
const [cwd, cli, program] = process.argv.slice(2);
const words = ["gap", "wont-fix", "GAP-DELIVER-001", "--reason", "I say so.", "--session", "relay.md"];
const { stderr } = spawnSync(process.execPath, [cli, ...words], { cwd, encoding: "utf8" });
writeFileSync(join(cwd, "called"), stderr);
await import(program);
`;
