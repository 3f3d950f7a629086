import { readdir, readFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { answerPrompt } from "../support/answer-prompt.ts";
import { startModelServer } from "../support/model-server.ts";
import { installed, PROGRAM_KEY, WIRINGS } from "../support/real-programs.ts";
import { inTempFolder, runCli } from "./run-cli.ts";

const SPEC = `# Relay\n\n## Delivery\n\n${[1, 2].map((number) => `- GAP-DELIVER-00${number} (HIGH): Rule ${number} is not said.`).join("\n")}\n`;
const [claude, codex] = [installed("claude"), installed("codex")];

describe("whetstone refine with claude and codex themselves", () => {
  test.skipIf(claude === undefined || codex === undefined)(
    `ends with a spec, after an overloaded provider${claude && codex ? "" : " (skipped: claude or codex is not installed)"}`,
    async () => {
      // The program may ask a second time by itself.
      let refusals = 3;
      const server = await startModelServer((request) => {
        const { about, document } = answerPrompt(request);
        if (refusals === 0 || about !== "GAP-DELIVER-001") return { type: "text", text: document, pieceLength: 30 };
        refusals -= 1;
        return { type: "status", status: 529, message: "Overloaded" };
      });
      const wirings = { claude: WIRINGS.claude(server.url), codex: WIRINGS.codex(server.url) };
      const config = { agents: { engineer: "claude", reviewer: { kind: "codex", extra: wirings.codex.extra } } };
      const files = { "relay.md": SPEC, "whetstone.config.json": JSON.stringify(config), "home/placeholder": "" };
      try {
        await inTempFolder(files, async (cwd) => {
          const path = [dirname(claude ?? ""), dirname(codex ?? ""), process.env.PATH].join(delimiter);
          const env = {
            PATH: path,
            HOME: join(cwd, "home"),
            ...wirings.claude.environment,
            ...wirings.codex.environment,
          };
          const run = await runCli(["refine", "relay.md", "--yes"], { cwd, env });
          expect(run.code, run.stderr).toBe(0);
          expect(run.stderr).toMatch(/R1-engineer-GAP-DELIVER-001-1: .*; again in/);
          expect(run.stderr).not.toContain("it was put back");
          expect(await readFile(join(cwd, "relay_v1.0.md"), "utf8")).toContain("A sender is told within 5 s.");
          const written = await readdir(join(cwd, "sessions"), { recursive: true, withFileTypes: true });
          for (const entry of written.filter((one) => one.isFile())) {
            expect(await readFile(join(entry.parentPath, entry.name), "latin1"), entry.name).not.toContain(PROGRAM_KEY);
          }
        });
      } finally {
        await server.close();
      }
    },
  );
});
