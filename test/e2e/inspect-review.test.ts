import { describe, expect, test } from "vitest";
import { inTempFolder, runCli } from "./run-cli.ts";

const SPEC = `# Upload

The client sends the file in one request. An upload is tried three times.

The server stores what arrives.
`;

function change(number: number, old: string, text: string): string {
  return `**Change ${number}: replace** in "Upload"\n\n\`\`\`old\n${old}\n\`\`\`\n\n\`\`\`new\n${text}\n\`\`\`\n`;
}

function proposal(changes: string): string {
  return `## Gap Resolution: GAP-NET-001

**Confidence:** HIGH

### Proposed Solution

Attempts and fragments are limited.

### Spec Changes

${changes}
### Examples

- A broken line is tried again.

### Trade-offs

One more setting.

### New Gaps Introduced

None.
`;
}

const FIRST = change(1, "An upload is tried three times.", "An upload is tried 3 times.");
const PREVIOUS = proposal(FIRST);

const REVIEW = `## Review: GAP-NET-001

### Critical Issues

- **ISSUE-R1-001**: Partial files stay on the server
  - **Location:** "The server stores what arrives."
  - **Impact:** the disk fills with garbage that nobody owns
  - **Suggestion:** delete fragments of an aborted transfer after an hour

### High Priority

- **ISSUE-R1-002**: Retry limit of the upload is not justified
  - **Location:** "An upload is tried 3 times."
  - **Impact:** a slow network exhausts the attempts
  - **Suggestion:** make the attempts configurable

### Medium Priority

- **ISSUE-R1-003**: The address is not described
  - **Location:** "The client sends the file in one request."

### Low Priority

None.

### New Gaps

None.

### Verdict

NEEDS_REVISION
`;

const CONFIGURABLE = change(1, "An upload is tried three times.", "`upload.attempts` says how often, 5 by default.");

const ANSWER_2 = `
## Response to ISSUE-R1-002

**Changed in:** 1

The number is a setting now.
`;

async function inspect(engineer: string, ...args: string[]) {
  const files = { "engineer.md": engineer, "review.md": REVIEW, "previous.md": PREVIOUS, "spec.md": SPEC };
  return inTempFolder(files, (cwd) => runCli(["inspect", "engineer.md", "--review", "review.md", ...args], { cwd }));
}

interface Shown {
  readonly id: string;
  readonly status: string;
  readonly heuristics: readonly string[];
}

const judged = (stdout: string) =>
  (JSON.parse(stdout).issues as Shown[]).map(({ id, status, heuristics }) => [id, status, ...heuristics]);

describe("whetstone inspect --review", () => {
  test("gives one JSON document with a judgement of each CRITICAL and HIGH issue", async () => {
    const { stdout, code } = await inspect(proposal(CONFIGURABLE) + ANSWER_2, "--previous", "previous.md", "--json");
    expect(judged(stdout)).toEqual([
      ["ISSUE-R1-001", "UNANSWERED", "H1"],
      ["ISSUE-R1-002", "ANSWERED"],
    ]);
    const [first] = JSON.parse(stdout).issues;
    expect(first).toMatchObject({ label: null, severity: "CRITICAL", gap: "GAP-NET-001", confidence: "HIGH" });
    expect(Object.keys(first.evidence[0])).toEqual(["what", "where", "line", "words"]);
    expect(code).toBe(1);
  });

  test("calls an answer whose changes are those of the last version UNCHANGED", async () => {
    const { stdout } = await inspect(PREVIOUS + ANSWER_2, "--previous", "previous.md", "--json");
    expect(judged(stdout)[1]).toEqual(["ISSUE-R1-002", "UNCHANGED", "H4"]);
    expect(judged((await inspect(PREVIOUS + ANSWER_2, "--json")).stdout)[1]).toEqual(["ISSUE-R1-002", "ANSWERED"]);
  });

  test("knows with the spec that changes cut otherwise lead to the same text", async () => {
    const cut = proposal(change(1, "tried three times.", "tried 3 times.")) + ANSWER_2;
    const seen = await inspect(cut, "--previous", "previous.md", "--spec", "spec.md", "--json");
    expect(judged(seen.stdout)[1]).toEqual(["ISSUE-R1-002", "UNCHANGED", "H4"]);
  });

  test("believes a quotation unless the spec is there to look it up", async () => {
    const answer = '\n## Response to ISSUE-R1-002\n\n**Already in:** "tried seven times"\n\nIt is said.\n';
    const bare = await inspect(PREVIOUS + answer, "--json");
    expect(judged(bare.stdout)[1]).toEqual(["ISSUE-R1-002", "ANSWERED"]);
    const looked = await inspect(PREVIOUS + answer, "--json", "--spec", "spec.md");
    expect(judged(looked.stdout)[1]).toEqual(["ISSUE-R1-002", "CLAIM_ONLY", "H5"]);
  });

  test("shows a person the facts, and with the spec the quoted words that stand", async () => {
    const texts = ["--previous", "previous.md", "--spec", "spec.md"];
    const { stdout, code } = await inspect(proposal(CONFIGURABLE) + ANSWER_2, ...texts);
    expect(stdout).toContain("ISSUE-R1-001 CRITICAL GAP-NET-001  Partial files stay on the server");
    expect(stdout).toContain("the quoted words stand as they were");
    expect(stdout).toContain("> The server stores what arrives.");
    expect(stdout).toContain("1 to look at");
    expect(code).toBe(1);
  });

  test("ends with 0 when all that is due is answered, and says what --previous is for", async () => {
    const more = change(2, "The server stores what arrives.", "The server deletes fragments after an hour.");
    const answer = "\n## Response to ISSUE-R1-001\n\n**Changed in:** 2\n\nThey are deleted.\n";
    const { stdout, code } = await inspect(proposal(`${CONFIGURABLE}\n${more}`) + ANSWER_2 + answer);
    expect(stdout).toContain("nothing left unanswered");
    expect(stdout).toContain("--previous");
    expect(code).toBe(0);
  });

  test("lists the issues of another gap as not due", async () => {
    const { stdout, code } = await inspect(PREVIOUS.replace("GAP-NET-001", "GAP-NET-002"));
    expect(stdout).toMatch(/NOT_DUE \(\d\)\n {2}line +\d+ +ISSUE-R1-001/);
    expect(code).toBe(0);
  });

  test("refuses a file that is not there, and --previous without --review", async () => {
    const missing = await inTempFolder({ "engineer.md": PREVIOUS }, (cwd) =>
      runCli(["inspect", "engineer.md", "--review", "nowhere.md"], { cwd }),
    );
    expect(missing.code).toBe(2);
    const alone = await inTempFolder({ "engineer.md": PREVIOUS }, (cwd) =>
      runCli(["inspect", "engineer.md", "--previous", "engineer.md"], { cwd }),
    );
    expect(alone.code).toBe(2);
  });
});
