import { readFile, realpath } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { inTempFolder, NO_SURVEY, runCli } from "./run-cli.ts";

const PROGRAM = join(dirname(fileURLToPath(import.meta.url)), "agents", "program.mjs");
const SPEC = "# Relay\n\n## Delivery\n\n- GAP-DELIVER-001 (HIGH): How often delivery is tried again is not said.\n";

/** Says which folder it may read and what it cites, then works like the other program. */
const CITES = `
import { copyFileSync } from "node:fs";
copyFileSync(process.env.WHETSTONE_PROMPT_FILE, import.meta.dirname + "/prompt-seen");
process.stdout.write("It is so in src/retry.ts:2, and in src/none.ts:7.\\n\\n");
if (process.argv[2] === undefined) process.exit(3);
await import(${JSON.stringify(pathToFileURL(PROGRAM).href)});
`;

describe("--codebase (SPEC 15.5)", () => {
  test("is told to the agents, and what they cite there is checked", async () => {
    const files = { "specs/relay.md": SPEC, "cites.mjs": CITES, "code/src/retry.ts": "const a = 1;\nconst b = 2;\n" };
    await inTempFolder(files, async (cwd) => {
      const engineer = JSON.stringify([process.execPath, join(cwd, "cites.mjs"), "{read}"]);
      const reviewer = JSON.stringify([process.execPath, PROGRAM]);
      const flags = ["--engineer-cmd", engineer, "--reviewer-cmd", reviewer, "--codebase", "code", ...NO_SURVEY];
      const run = await runCli(["refine", "specs/relay.md", ...flags], { cwd });
      expect(run.code).toBe(0);
      const session = join(cwd, "specs/sessions/relay");
      const prompt = await readFile(join(session, "round_001/prompts/engineer-GAP-DELIVER-001-1.md"), "utf8");
      expect(prompt).toContain("There is a codebase: list, search and read it");
      expect(prompt).not.toContain(cwd);
      const sent = await readFile(join(cwd, "prompt-seen"), "utf8");
      expect(sent).toContain(`The codebase is in \`${await realpath(join(cwd, "code"))}\``);
      const journal = await readFile(join(session, "journal.jsonl"), "utf8");
      expect(journal).toContain('"codebase":"../code"');
      expect(journal).toContain("src/none.ts:7 is cited and does not exist");
      expect(journal).not.toContain("src/retry.ts:2 is cited and does not exist");
    });
  });

  test("must be a folder", async () => {
    await inTempFolder({ "relay.md": SPEC }, async (cwd) => {
      const agent = JSON.stringify([process.execPath, PROGRAM]);
      const flags = ["--engineer-cmd", agent, "--reviewer-cmd", agent, "--codebase", "nowhere"];
      const run = await runCli(["refine", "relay.md", ...flags], { cwd });
      expect(run.code).toBe(2);
      expect(run.stderr).toContain("the codebase is not a folder");
    });
  });
});
