import { existsSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { startModelServer } from "../support/model-server.ts";
import { inTempFolder, runCli, spawnCli } from "./run-cli.ts";

const SPEC = `# Uploads

## Rules

A user sends files of up to 10 MB. The limit for a day is TBD.

The file is stored for the team. Files larger than 20 MB are refused.
`;

const SURVEY = `## Survey

### Gaps

- **GAP-LIMIT-001** (HIGH): How large a file may be
  - **Location:** "files of up to 10 MB", "larger than 20 MB are refused"
  - **Why:** A file of 15 MB is taken by one and refused by another.
- **GAP-STORE-001** (MEDIUM): How long a file is kept
  - **Location:** "The file is stored for the team"
  - **Why:** One deletes it after a month, another never.

### Lesser

- (LOW) Which team.
`;

const UNGROUNDED = SURVEY.replace('"The file is stored for the team"', '"Files are kept somewhere"');

/** A program as agent: notes its prompt, and answers with a file's text. */
const AGENT = `import { appendFileSync, readFileSync } from "node:fs";
const prompt = readFileSync(0, "utf8");
appendFileSync("FOLDER/asked.txt", prompt + "\\n=====\\n");
process.stdout.write(readFileSync("FOLDER/answer.txt", "utf8"));
`;

interface Asked {
  readonly cwd: string;
  /** `whetstone check` with the agent, the cache in the folder. */
  check(...args: string[]): ReturnType<typeof runCli>;
  /** The prompts that the agent was sent. */
  prompts(): Promise<string[]>;
}

async function withAgent(answer: string, work: (asked: Asked) => Promise<void>): Promise<void> {
  await inTempFolder({ "spec.md": SPEC, "answer.txt": answer }, async (cwd) => {
    await writeFile(join(cwd, "agent.mjs"), AGENT.replaceAll("FOLDER", cwd.replaceAll("\\", "/")));
    const agent = ["--agent", "command:node agent.mjs", "--cache", "surveys"];
    await work({
      cwd,
      check: (...args) => runCli(["check", ...args, ...agent], { cwd }),
      prompts: async () =>
        (await readFile(join(cwd, "asked.txt"), "utf8").catch(() => ""))
          .split("\n=====\n")
          .filter((text) => text !== ""),
    });
  });
}

describe("whetstone check --agent (SPEC 16.2)", () => {
  test("shows what the agent found beside what structure shows, each with its quotation as span", async () => {
    await withAgent(SURVEY, async ({ check, prompts }) => {
      const run = await check("spec.md", "--json");
      expect(run.code).toBe(1);
      const { findings, surveys, counts } = JSON.parse(run.stdout);
      expect(findings.map((one: { rule: string; line: number }) => [one.rule, one.line])).toEqual([
        ["survey", 5],
        ["explicit-marker", 5],
        ["survey", 7],
      ]);
      const words = SPEC.split("\n")[4] ?? "";
      expect(findings[0]).toMatchObject({
        severity: "HIGH",
        subject: "How large a file may be",
        message: "How large a file may be. A file of 15 MB is taken by one and refused by another.",
        column: words.indexOf("files of") + 1,
        endColumn: words.indexOf("files of") + 1 + "files of up to 10 MB".length,
        related: [expect.objectContaining({ line: 7 })],
      });
      expect(surveys).toEqual([{ file: "spec.md", cached: false, ungrounded: 0, lesser: 1 }]);
      expect(counts).toMatchObject({ HIGH: 1, MEDIUM: 2 });
      expect(run.stderr).toMatch(/^Expected with command: 1 survey, [\d.]+k to [\d.]+k tokens in .* cost unknown\.\n/);
      const [prompt = ""] = await prompts();
      expect(prompt).toContain("# Task: find the gaps");
      expect(prompt).toContain('- GAP-RULES-001 (MEDIUM, OPEN, "Rules")');
    });
  });

  test("asks once about a text: what was answered is kept, by text, agent and most gaps", async () => {
    await withAgent(SURVEY, async ({ check, prompts, cwd }) => {
      const first = await check("spec.md");
      const second = await check("spec.md");
      expect(second.stdout).toBe(first.stdout);
      expect(second.stderr).not.toContain("Expected");
      expect(await prompts()).toHaveLength(1);
      expect(await readdir(join(cwd, "surveys"))).toEqual([expect.stringMatching(/^[0-9a-f]{64}\.md$/)]);
      await check("spec.md", "--max", "1");
      expect((await prompts())[1]).toContain("1 is the most, and no target");
      await writeFile(join(cwd, "spec.md"), `${SPEC}\nMore.\n`);
      await check("spec.md");
      expect(await prompts()).toHaveLength(3);
    });
  });

  test("--max is the most that it shows of a spec", async () => {
    await withAgent(SURVEY, async ({ check }) => {
      const run = await check("spec.md", "--max", "1", "--json");
      const { findings, surveys } = JSON.parse(run.stdout);
      const found = findings.filter((one: { rule: string }) => one.rule === "survey");
      expect(found).toEqual([expect.objectContaining({ subject: "How large a file may be" })]);
      expect(surveys).toEqual([expect.objectContaining({ lesser: 2 })]);
      const wrong = await check("spec.md", "--max", "none");
      expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining("--max")]);
    });
  });

  test("quotations that do not occur are sent back once, then dropped and counted", async () => {
    await withAgent(UNGROUNDED, async ({ check, prompts }) => {
      const run = await check("spec.md");
      expect(run.stdout).not.toContain("How long a file is kept");
      expect(run.stdout).toContain("How large a file may be");
      expect(run.stderr).toContain("Dropped from the survey for quoting words that are not in the spec: 1.");
      expect((await prompts())[1]).toContain("Files are kept somewhere");
      expect(await prompts()).toHaveLength(2);
    });
  });

  test("the baseline accepts gaps of a survey, and the agent is told of them when the text has changed", async () => {
    await withAgent(SURVEY, async ({ check, prompts, cwd }) => {
      const update = await check("spec.md", "--update-baseline");
      expect([update.code, update.stderr]).toEqual([0, expect.stringContaining("accepts 3 findings.")]);
      const known = await check("spec.md");
      expect([known.code, known.stdout]).toEqual([0, ""]);
      expect(await prompts()).toHaveLength(1);
      await writeFile(join(cwd, "spec.md"), SPEC.replace("TBD", "50 files"));
      await writeFile(join(cwd, "answer.txt"), "### Gaps\n\nNone.\n");
      const later = await check("spec.md", "--update-baseline");
      expect(later.code).toBe(0);
      expect((await prompts())[1]).toContain("How large a file may be");
      const { findings } = JSON.parse(await readFile(join(cwd, "whetstone-baseline.json"), "utf8"));
      expect(findings.map((one: { rule: string }) => one.rule)).toEqual(["survey", "survey"]);
    });
  });

  test("--sarif has the findings under the rule survey; comments and switches hold for it", async () => {
    await withAgent(SURVEY, async ({ check, cwd }) => {
      const log = JSON.parse((await check("spec.md", "--sarif")).stdout);
      const { rules } = log.runs[0].tool.driver;
      const found = log.runs[0].results.filter((one: { ruleId: string }) => one.ruleId === "survey");
      expect(found).toHaveLength(2);
      expect(rules[found[0].ruleIndex].id).toBe("survey");
      expect((await check("spec.md", "--rule", "survey=LOW")).code).toBe(0);
      expect((await check("spec.md", "--no-rule", "survey")).stdout).not.toContain("How large");
      await writeFile(join(cwd, "spec.md"), `<!-- whetstone-disable-file survey -->\n${SPEC}`);
      expect((await check("spec.md")).stdout).not.toContain("How large");
    });
  });

  test("a survey that cannot be read is an error, not an empty result, and nothing is kept", async () => {
    await withAgent("I have read it.", async ({ check, prompts, cwd }) => {
      const run = await check("spec.md", "--update-baseline");
      expect(run.code).toBe(1);
      expect(run.stderr).toContain("the survey could not be read: The survey has no section");
      expect(await prompts()).toHaveLength(3);
      expect(await readdir(cwd)).not.toContain("surveys");
      expect(existsSync(join(cwd, "whetstone-baseline.json"))).toBe(false);
    });
  });

  test.each([
    ["a model without a key", "anthropic:claude-sonnet-5-5", "no API key for anthropic"],
    ["a program that is not installed", "opencode", "opencode is not installed or not on PATH"],
    [
      "a command that is not there",
      "command:whetstone-nobody --here",
      'the program "whetstone-nobody" does not exist or is not on PATH',
    ],
    ["the interview", "interview", "the interview cannot read a spec by itself"],
  ])("%s: what mends it, exit code 5, nothing written", async (_, agent, words) => {
    await inTempFolder({ "spec.md": SPEC }, async (cwd) => {
      const args = ["check", "spec.md", "--agent", agent, "--cache", "surveys", "--update-baseline"];
      const run = await runCli(args, { cwd, env: { PATH: "/usr/bin:/bin" } });
      expect([run.code, run.stdout]).toEqual([5, ""]);
      expect(run.stderr.split("\n")).toEqual([`error: ${words}`, expect.stringMatching(/^ {2}fix: .+\.$/), ""]);
      expect(await readdir(cwd)).toEqual(["spec.md"]);
    });
  });

  test("an agent that costs money needs --yes where nobody can be asked, and what is expected is said before", async () => {
    const server = await startModelServer(() => ({ type: "text", text: SURVEY }));
    try {
      await inTempFolder({ "spec.md": SPEC }, async (cwd) => {
        // By its name it is no server of this machine, so it counts as one that costs money.
        const url = server.url.replace("127.0.0.1", "localhost.localdomain");
        const env = { ANTHROPIC_API_KEY: "sk-ant-check-4711", ANTHROPIC_BASE_URL: url };
        const args = ["check", "spec.md", "--agent", "anthropic:claude-sonnet-5-5", "--cache", "surveys"];
        const run = await runCli(args, { cwd, env });
        expect([run.code, run.stdout]).toEqual([3, ""]);
        expect(run.stderr).toMatch(
          /^Expected with anthropic:claude-sonnet-5-5: 1 survey, .* USD\.\nerror: .*Nothing was sent\./,
        );
        expect(run.stderr).toContain("Add --yes.");
        expect(server.requests).toHaveLength(0);
        expect(await readdir(cwd)).toEqual(["spec.md"]);
      });
    } finally {
      await server.close();
    }
  });

  test("a model is asked with --yes, and what it used is said", async () => {
    const server = await startModelServer(() => ({ type: "text", text: SURVEY }));
    try {
      await inTempFolder({ "spec.md": SPEC }, async (cwd) => {
        const env = { ANTHROPIC_API_KEY: "sk-ant-check-4711", ANTHROPIC_BASE_URL: server.url };
        const args = ["check", "spec.md", "--agent", "anthropic:claude-sonnet-5-5", "--cache", "surveys", "--yes"];
        const run = await runCli(args, { cwd, env });
        expect(run.code).toBe(1);
        expect(run.stdout).toContain("How large a file may be");
        expect(run.stderr).toMatch(/Used: \d+ tokens in, \d+ out, \d\.\d\d USD\./);
        expect(server.requests).toHaveLength(1);
      });
    } finally {
      await server.close();
    }
  });

  test("--max and --cache without an agent are wrong usage", async () => {
    const run = await spawnCli(["check", "-", "--max", "3"], { stdin: SPEC });
    expect([run.code, run.stderr]).toEqual([2, expect.stringContaining("--agent")]);
  });
});
