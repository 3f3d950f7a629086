import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { inTempFolder, runCli, spawnCli } from "./run-cli.ts";

const ENGINEER = `# Round 2

## Gap Resolution: GAP-FLOW-001
**Confidence:** HIGH

### Proposed Solution
A failed run is repeated at most three times, with a wait of one, two and four seconds between the attempts. After
the third the error is shown to the person, with the output of the last attempt.

### Spec Changes

**Change 1: replace** in "Retries"

\`\`\`old
A run that fails is repeated.
\`\`\`

\`\`\`new
A run that fails is repeated at most three times.
\`\`\`

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
  - Location: "A run that fails is repeated at most three times."
  - Impact: a server that asks for a minute is asked again after a second
  - Suggestion: honour the header

### Verdict
NEEDS_REVISION
`;

/** As models drift: levels off, a synonym, a colon, an id in brackets, and nothing lost by it. */
const DRIFTED = `# REVIEW: [GAP-FLOW-001]

## Must
- **[ISSUE-R2-001]** The wait ignores Retry-After
  - Location: "A run that fails is repeated at most three times."
  - Impact: a server that asks for a minute is asked again after a second
  - Suggestion: honour the header

## Verdict:
Needs revision
`;

/** Three issues that stand where the form has none. */
const UNREADABLE = `${REVIEWER}

### Overall

1. The limit is too low.
2. The waits are too short.
`;

const FILES = {
  "round_002/engineer.md": ENGINEER,
  "round_002/reviewer.md": REVIEWER,
  "drifted.md": DRIFTED,
  "unreadable-review.md": UNREADABLE,
  "spec.md": "# Relay\n\n## Retries\n\nA run that fails is repeated.\n",
  "candidate.md": "# Relay\n\n## Retries\n\nA run that fails is repeated at most three times.\n",
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
      expect(run.stdout).toMatch(/line 3 +resolution +GAP-FLOW-001, confidence HIGH/);
      expect(run.stdout).toMatch(/change 1 +replace in "Retries"/);
      expect(run.stdout).toMatch(/line \d+ +new gap, LOW +GAP-FLOW-002/);
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
        issues: [{ id: "ISSUE-R2-001", severity: "HIGH", gap: "GAP-FLOW-001", kind: "raised" }],
        verdicts: [{ gap: "GAP-FLOW-001", value: "NEEDS_REVISION" }],
        unread: [],
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
        issues: [{ id: "ISSUE-R2-001", severity: "HIGH" }],
        verdicts: [{ gap: "GAP-FLOW-001", value: "NEEDS_REVISION" }],
        unread: [],
        gate: { success: true },
      });
      expect(report.repairs.length).toBeGreaterThan(0);
      expect(run.code).toBe(0);
    });
  });

  test("--fix prints the canonical document, which needs no repair", async () => {
    await inFolder(async (inspect, folder) => {
      const fixed = await inspect("--fix", "--round", "2", "drifted.md");
      expect(fixed.stdout).toContain("## Review: GAP-FLOW-001\n\n### High Priority\n");
      expect(fixed.stderr).toMatch(/drifted\.md: \d+ repairs?; passes the gate/);
      const again = await spawnCli(["inspect", "--fix", "--role", "reviewer", "--round", "2", "-"], {
        cwd: folder,
        stdin: fixed.stdout,
      });
      expect(again.stdout).toBe(fixed.stdout);
      expect(await readFile(join(folder, "drifted.md"), "utf8")).toBe(DRIFTED);
    });
  });

  test("--spec says whether changes apply and quotations occur", async () => {
    await inFolder(async (inspect) => {
      const report = async (...args: string[]) => JSON.parse((await inspect("--json", ...args)).stdout);
      const applies = await report("--spec", "spec.md", "round_002/engineer.md");
      expect(applies).toMatchObject({ resolutions: [{ changes: [{ number: 1 }] }], gate: { success: true } });
      const fails = await report("--spec", "candidate.md", "round_002/engineer.md");
      expect(fails).toMatchObject({
        gate: { failureType: "CHANGE_DOES_NOT_APPLY", message: expect.stringContaining("hange 1") },
      });
      const quoted = await report("--spec", "candidate.md", "round_002/reviewer.md");
      expect(quoted).toMatchObject({ gate: { success: true } });
      const unquoted = await report("--spec", "spec.md", "round_002/reviewer.md");
      expect(unquoted).toMatchObject({ gate: { failureType: "UNGROUNDED" } });
    });
  });

  test("lines that nothing is made of are shown, and the gate refuses the document", async () => {
    await inFolder(async (inspect) => {
      const run = await inspect("--round", "2", "unreadable-review.md");
      expect(run.code).toBe(1);
      expect(run.stdout).toMatch(/UNREAD +.*The limit is too low\./);
      expect(run.stdout).toContain("Gate: WRONG_FORMAT");
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
