import { describe, expect, test } from "vitest";
import { inTempFolder, runCli } from "./run-cli.ts";

const PREVIOUS = `# Round 1

## Gap Resolution: GAP-NET-001
**Confidence:** HIGH

### Proposed Solution
The client sends the file in one request. On a network error an upload is tried three times.
On the other side the server stores what arrives and answers with the address of the file.
`;

const REVIEW = `## Review: GAP-NET-001

### Critical Issues
- **ISSUE-R1-001**: Partial files stay on the server
  - Location: "the server stores what arrives"
  - Impact: the disk fills with garbage that nobody owns
  - Suggestion: delete fragments of an aborted transfer after an hour, by a sweeper

### High Priority
- **ISSUE-R1-002**: Retry limit of the upload is not justified
  - Location: "an upload is tried three times"
  - Impact: a slow network exhausts the attempts
  - Suggestion: make the attempts configurable and give a default with its reason

### Medium Priority
- **ISSUE-R1-003**: The address is not described
  - Location: Proposed Solution

### Verdict
NEEDS_REVISION
`;

const ENGINEER = `${PREVIOUS.replace("Round 1", "Round 2")}
## Response to ISSUE-R1-002

The attempts are read from \`upload.attempts\`, default 5: four cover the usual outage, the fifth is a margin.
`;

async function inspect(engineer: string, ...args: string[]) {
  return inTempFolder({ "engineer.md": engineer, "review.md": REVIEW, "previous.md": PREVIOUS }, (cwd) =>
    runCli(["inspect", "engineer.md", "--review", "review.md", ...args], { cwd }),
  );
}

describe("whetstone inspect --review", () => {
  test("gives one JSON document with a judgement of each CRITICAL and HIGH issue", async () => {
    const { stdout, code } = await inspect(ENGINEER, "--previous", "previous.md", "--json");
    const { issues } = JSON.parse(stdout);
    expect(issues.map((issue: { id: string; status: string }) => [issue.id, issue.status])).toEqual([
      ["ISSUE-R1-001", "IGNORED"],
      ["ISSUE-R1-002", "ANSWERED"],
    ]);
    expect(Object.keys(issues[0])).toEqual([
      "id",
      "label",
      "severity",
      "gap",
      "line",
      "status",
      "confidence",
      "heuristics",
      "evidence",
    ]);
    expect(issues[0]).toMatchObject({ label: null, severity: "CRITICAL", gap: "GAP-NET-001", line: 4 });
    expect(Object.keys(issues[0].evidence[0])).toEqual(["what", "where", "line"]);
    expect(code).toBe(1);
  });

  test("shows a person what was looked for, what was found, and the criticised words that stand", async () => {
    const { stdout, code } = await inspect(ENGINEER, "--previous", "previous.md");
    expect(stdout).toContain("IGNORED  ISSUE-R1-001 CRITICAL GAP-NET-001  Partial files stay on the server");
    expect(stdout).toContain('"the server stores what arrives" stand as they did');
    expect(stdout).toContain("engineer.md:");
    expect(stdout).toContain("1 to look at");
    expect(code).toBe(1);
  });

  test("ends with 0 when all that is due is answered, and says what --previous is for", async () => {
    const answered = `${ENGINEER}\n## Response to ISSUE-R1-001\n\nA sweeper deletes fragments that are older than 60 minutes.\n`;
    const { stdout, code } = await inspect(answered);
    expect(stdout).toContain("nothing left unanswered");
    expect(stdout).toContain("--previous");
    expect(code).toBe(0);
  });

  test("lists the issues of another gap as not due", async () => {
    const { stdout, code } = await inspect(PREVIOUS.replace("GAP-NET-001", "GAP-NET-002"));
    expect(stdout).toContain("NOT_DUE  the document proposes GAP-NET-002");
    expect(code).toBe(0);
  });

  test("refuses a file that is not there, and --previous without --review", async () => {
    const missing = await inTempFolder({ "engineer.md": ENGINEER }, (cwd) =>
      runCli(["inspect", "engineer.md", "--review", "nowhere.md"], { cwd }),
    );
    expect(missing.code).toBe(2);
    const alone = await inTempFolder({ "engineer.md": ENGINEER }, (cwd) =>
      runCli(["inspect", "engineer.md", "--previous", "engineer.md"], { cwd }),
    );
    expect(alone.code).toBe(2);
  });
});
