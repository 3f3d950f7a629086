import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { inTempFolder, runCli } from "./run-cli.ts";

const VAGUE = "# X\n\n## A\n\nThe app must be intuitive.\n";
const HIGH = "# X\n\n## A\n\nThe backend must have low latency.\n";

describe("whetstone check", () => {
  test("shows each finding with its source and its fix; results and prose go apart", async () => {
    await inTempFolder({ "spec.md": VAGUE }, async (cwd) => {
      const run = await runCli(["check", "spec.md"], { cwd });
      expect(run.code).toBe(0);
      expect(run.stdout).toMatch(/^spec\.md:5 {2}MEDIUM {2}"intuitive" cannot be tested/);
      expect(run.stdout).toContain("5 | The app must be intuitive.");
      expect(run.stdout).toContain("fix: ");
      expect(run.stderr).toBe("1 finding (1 MEDIUM) in 1 spec.\n");
    });
  });

  test("exits with 1 from --fail-on on, and HIGH is the default", async () => {
    await inTempFolder({ "vague.md": VAGUE, "high.md": HIGH }, async (cwd) => {
      const code = async (...args: string[]): Promise<number> => (await runCli(["check", ...args], { cwd })).code;
      expect(await code("high.md")).toBe(1);
      expect(await code("vague.md", "--fail-on", "medium")).toBe(1);
      expect(await code("high.md", "--fail-on", "none")).toBe(0);
      expect(await code("vague.md", "--rule", "vague=HIGH")).toBe(1);
      expect(await code("high.md", "--no-rule", "missing-number")).toBe(0);
      expect(await code("high.md", "--no-rule", "missing-number", "--rule", "missing-number")).toBe(1);
    });
  });

  test("--json gives one document, a folder all its specs, and the configuration switches rules", async () => {
    const files = { "a/one.md": VAGUE, "a/two.md": HIGH, "whetstone.config.json": '{ "checks": { "vague": false } }' };
    await inTempFolder(files, async (cwd) => {
      const run = await runCli(["check", "a", "--json"], { cwd });
      const result = JSON.parse(run.stdout);
      expect(result.files).toEqual(["a/one.md", "a/two.md"]);
      expect(result.findings).toEqual([
        expect.objectContaining({
          file: "a/two.md",
          rule: "missing-number",
          type: "missing-number",
          severity: "HIGH",
          line: 5,
          endLine: 5,
        }),
      ]);
      expect(result.failed).toBe(true);
    });
  });

  test("a folder's sessions are no specs, and what is no text is said", async () => {
    const files = { "a/one.md": VAGUE, "a/sessions/one/journal.jsonl": "", "a/sessions/one/source.md": HIGH };
    await inTempFolder(files, async (cwd) => {
      const run = await runCli(["check", "a", "--json"], { cwd });
      expect(JSON.parse(run.stdout).files).toEqual(["a/one.md"]);
      await writeFile(join(cwd, "wide.md"), Buffer.from("# A spec", "utf16le"));
      const wide = await runCli(["check", "wide.md"], { cwd });
      expect(wide.code).toBe(2);
      expect(wide.stderr).toContain("Save it as UTF-8.");
    });
  });

  test("reads standard input", async () => {
    const run = await runCli(["check", "-"], { stdin: VAGUE });
    expect(run.stdout).toMatch(/^-:5 /);
  });

  test.each([
    [["check"], "no spec is given"],
    [["check", "nowhere.md"], "nowhere.md"],
    [["check", "-", "--fail-on", "bad"], "--fail-on"],
    [["check", "-", "--rule", "nix"], "nix"],
    [["check", "-", "--rule", "vague=SOME"], "vague"],
    [["check", "-", "--json", "--sarif"], "exclude each other"],
  ])("%j is wrong usage", async (args, words) => {
    const run = await runCli(args, { stdin: VAGUE });
    expect(run.code).toBe(2);
    expect(run.stdout + run.stderr).toContain(words);
  });
});
