import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { CLI, inTempFolder, spawnCli } from "./run-cli.ts";

const manifest: { version: string } = JSON.parse(readFileSync("package.json", "utf8"));

describe("the program's frame", () => {
  test.each([["--version"], ["-V"]])("%s prints the version alone", async (flag) => {
    expect(await spawnCli([flag])).toEqual({ stdout: `${manifest.version}\n`, stderr: "", code: 0 });
  });

  test("--help is a result: on standard output, exit 0", async () => {
    const run = await spawnCli(["--help"]);
    expect(run.stdout).toContain("Usage: whetstone COMMAND");
    expect(run.stderr).toBe("");
    expect(run.code).toBe(0);
  });

  test("no command at all shows the help as prose and is wrong usage", async () => {
    const run = await spawnCli([]);
    expect(run.stdout).toBe("");
    expect(run.stderr).toContain("Usage: whetstone COMMAND");
    expect(run.code).toBe(2);
  });

  test("an unknown option is wrong usage, with a fix, without a stack", async () => {
    const run = await spawnCli(["--colour"]);
    expect(run.code).toBe(2);
    expect(run.stderr).toContain("error: unknown option '--colour'");
    expect(run.stderr).toContain("fix:");
    expect(run.stderr).not.toContain(" at ");
  });

  test("a pipe that closes changes nothing of how a session ends", async () => {
    await inTempFolder({ "a.md": "# A\n\nIt lasts TBD.\n" }, async (cwd) => {
      const child = spawn(process.execPath, [CLI, "refine", "a.md", "--engineer", "interview"], {
        cwd,
        stdio: ["ignore", "pipe", "pipe"],
      });
      child.stdout.destroy();
      child.stderr.destroy();
      expect(await once(child, "exit")).toEqual([3, null]);
    });
  });

  test("help for a command that does not exist is wrong usage", async () => {
    const run = await spawnCli(["help", "bogus"]);
    expect(run).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining('unknown command "bogus"') });
  });

  test("with --json an error is one document on standard output", async () => {
    const run = await spawnCli(["no-such-command", "--json"]);
    expect(run.code).toBe(2);
    expect(run.stderr).toBe("");
    expect(JSON.parse(run.stdout)).toEqual({
      error: { code: "USAGE", message: expect.any(String), target: null, fix: expect.any(String) },
    });
  });
});
