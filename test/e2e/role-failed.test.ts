import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { inTempFolder, runCli } from "./run-cli.ts";

const SPEC = "# Store\n\n## Limits\n\nThe limit is TBD.\n";
const script = (text: string) => `#!/bin/sh\ncat > /dev/null\ncat <<'END'\n${text}\nEND\n`;
const PROPOSAL = `## Gap Resolution: GAP-LIMITS-001

**Confidence:** HIGH

### Proposed Solution

The limit is stated.

### Spec Changes

**Change 1: replace** in "Limits"

\`\`\`old
The limit is TBD.
\`\`\`

\`\`\`new
The limit is 5 requests per second; request 6 gets status 429.
\`\`\`

### Examples

None.

### Trade-offs

None.

### New Gaps Introduced

None.`;

it("an Engineer that was mended is tried again, and what it wrote is named", async () => {
  await inTempFolder({ "store.md": SPEC }, async (cwd) => {
    const write = async (text: string) => {
      await writeFile(join(cwd, "engineer.sh"), script(text));
      await chmod(join(cwd, "engineer.sh"), 0o755);
    };
    const run = (...args: string[]) => runCli(args, { cwd, env: {} });
    await write("I do not know.");
    const first = await run("refine", "store.md", "--engineer-cmd", "./engineer.sh", "--reviewer", "interview");
    expect(first.code, first.stderr).toBe(3);
    expect(first.stderr).toContain("What it wrote, in the session folder  round_001/attempts/");
    expect(first.stderr).toContain("GAP-LIMITS-001, attempt 3: WRONG_FORMAT: the same");

    await write(PROPOSAL);
    await run("answer", "Q-R1-001", "--option", "retry");
    const second = await run("resume");
    expect(second.code, second.stderr).toBe(0);
    expect((await run("export")).stdout).toContain("request 6 gets status 429");
  });
});
