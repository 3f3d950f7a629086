import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { inTempFolder, runCli } from "./run-cli.ts";

const ENGINEER = `# Round 2

## Gap Resolution: GAP-FLOW-001
**Confidence:** HIGH

### Proposed Solution
A failed run is repeated at most three times, with a wait of one, two and four seconds between the attempts. After
the third the error is shown to the person, with the output of the last attempt.

### Spec Text
**Target:** Retries (replace)

A run that fails is repeated at most three times.

### Examples
1. The server answers 503 twice and then 200: two waits, one result.
2. The server answers 503 four times: an error after seven seconds.

### Trade-offs
A person waits up to seven seconds for an error that is certain.

### New Gaps Introduced
- **GAP-FLOW-002**: Whether a person can stop the waiting (LOW)
`;

const REVIEWER = `## Review: GAP-FLOW-001

### High Priority
- **ISSUE-R2-001**: The wait ignores Retry-After
  - Location: Proposed Solution
  - Impact: a server that asks for a minute is asked again after a second
  - Suggestion: honour the header

### Verdict
NEEDS_REVISION
`;

/** As models drift: a level off, ids of their own, severity in brackets. */
const DRIFTED = `# Review: GAP-FLOW-001

## Issues

### [H1]: The wait ignores Retry-After (blocking)
A server that asks for a minute is asked again after a second.

## Verdict
Needs revision.
`;

const FILES = {
  "round_002/engineer.md": ENGINEER,
  "round_002/reviewer.md": REVIEWER,
  "drifted.md": DRIFTED,
  "status.md": "| id | state |\n| --- | --- |\n| GAP-FLOW-001 | OPEN |\n",
  "elsewhere.txt": "GAP-API-001\n",
  "empty-engineer.md": " \n",
};

function inFolder(work: (inspect: (...args: string[]) => ReturnType<typeof runCli>, folder: string) => Promise<void>) {
  return inTempFolder(FILES, (folder) => work((...args) => runCli(["inspect", ...args], { cwd: folder }), folder));
}

describe("whetstone inspect", () => {
  test("shows what is understood, with line numbers, and ends with 0 when the gate passes", async () => {
    await inFolder(async (inspect) => {
      const run = await inspect("round_002/engineer.md");
      expect(run).toMatchObject({ code: 0, stderr: "" });
      expect(run.stdout).toMatch(/line 3 +GAP-FLOW-001 +confidence HIGH/);
      expect(run.stdout).toMatch(/line 23 +LOW +GAP-FLOW-002/);
      expect(run.stdout).toContain("Gate: passes");
    });
  });

  test("--json gives exactly one document", async () => {
    await inFolder(async (inspect) => {
      const run = await inspect("--json", "round_002/reviewer.md");
      expect(run).toMatchObject({ code: 0, stderr: "" });
      expect(JSON.parse(run.stdout)).toMatchObject({
        file: "round_002/reviewer.md",
        role: "reviewer",
        issues: [
          { id: "ISSUE-R2-001", severity: "HIGH", gap: "GAP-FLOW-001", line: 4, kind: "raised", anchored: true },
        ],
        verdict: { value: "NEEDS_REVISION" },
        repairs: [],
        gate: { success: true, failureType: null, retriable: false, gapsAddressed: ["GAP-FLOW-001"] },
      });
    });
  });

  test("--json with several files gives an array, in their order", async () => {
    await inFolder(async (inspect) => {
      const run = await inspect("--json", "round_002/reviewer.md", "round_002/engineer.md");
      const reports: { role: string }[] = JSON.parse(run.stdout);
      expect(reports.map((report) => report.role)).toEqual(["reviewer", "engineer"]);
    });
  });

  test("a drifted review is told from its content, repaired, and passes", async () => {
    await inFolder(async (inspect) => {
      const run = await inspect("--json", "--round", "2", "drifted.md");
      const report = JSON.parse(run.stdout);
      expect(report).toMatchObject({
        role: "reviewer",
        issues: [{ id: "ISSUE-R2-001", label: "H1", severity: "HIGH", line: 5, anchored: null }],
        verdict: { value: "NEEDS_REVISION" },
        gate: { success: true },
      });
      expect(report.repairs.length).toBeGreaterThan(0);
      expect(run.code).toBe(0);
    });
  });

  test("--fix prints the canonical document, which needs no repair", async () => {
    await inFolder(async (inspect, folder) => {
      const fixed = await inspect("--fix", "--round", "2", "drifted.md");
      expect(fixed.stdout).toContain("**ISSUE-R2-001**");
      expect(fixed.stderr).toMatch(/drifted\.md: \d+ repairs?; the gate lets it pass/);
      const again = await runCli(["inspect", "--fix", "--role", "reviewer", "--round", "2", "-"], {
        cwd: folder,
        stdin: fixed.stdout,
      });
      expect(again.stdout).toBe(fixed.stdout);
      expect(await readFile(join(folder, "drifted.md"), "utf8")).toBe(DRIFTED);
    });
  });

  test("--inventory and --assigned switch the checks on that need them", async () => {
    await inFolder(async (inspect) => {
      const known = await inspect("--inventory", "status.md", "--assigned", "GAP-FLOW-001", "round_002/engineer.md");
      expect(known.code).toBe(0);
      const unknown = await inspect("--json", "--inventory", "elsewhere.txt", "round_002/engineer.md");
      expect(JSON.parse(unknown.stdout).gate.failureType).toBe("INCONSISTENT_REFS");
      const other = await inspect("--json", "--assigned", "GAP-API-001", "round_002/engineer.md");
      expect(JSON.parse(other.stdout).gate.failureType).toBe("NO_GAPS_ADDRESSED");
      expect([unknown.code, other.code]).toEqual([1, 1]);
    });
  });

  test("--fix and --json exclude each other", async () => {
    await inFolder(async (inspect) => {
      const run = await inspect("--fix", "--json", "drifted.md");
      expect(run.code).toBe(2);
      expect(JSON.parse(run.stdout)).toHaveProperty("error.code", "USAGE");
    });
  });

  test.each([
    ["nowhere.md", "FILE_MISSING"],
    ["empty-engineer.md", "EMPTY_OUTPUT"],
    ["status.md", "WRONG_FORMAT"],
  ])("%s is %s, exit 1", async (file, failure) => {
    await inFolder(async (inspect) => {
      const run = await inspect(file);
      expect(run.stdout).toContain(`Gate: ${failure}`);
      expect(run.code).toBe(1);
    });
  });

  test.each([
    [["--role", "author", "drifted.md"]],
    [["--fix", "drifted.md", "status.md"]],
    [["--assigned", "GAP-1", "drifted.md"]],
    [[]],
  ])("inspect %j is wrong usage, exit 2", async (args) => {
    await inFolder(async (inspect) => {
      const run = await inspect(...args);
      expect(run).toMatchObject({ code: 2, stdout: "" });
      expect(run.stderr).toContain("error:");
    });
  });
});
