import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { inTempFolder, runCli } from "./run-cli.ts";

const TEMPLATE = "<!-- whetstone prompt: engineer, version 1 -->\nYou are Ada, who writes for pilots.\n\n{{spec}}\n";
const FILES = {
  "relay.md": "# Relay\n\n- GAP-DELIVER-001 (HIGH): How often delivery is tried again is not said.\n",
  "settings/whetstone/prompts/engineer.md": TEMPLATE,
};
const ARGS = ["refine", "relay.md", "--engineer", "replay:r", "--reviewer", "replay:r", "--yes", "--dry-run"];

function settings(cwd: string) {
  return { XDG_CONFIG_HOME: join(cwd, "settings"), APPDATA: join(cwd, "settings") };
}

describe("prompts/ in the person's config folder", () => {
  test("is used, and that is said", async () => {
    await inTempFolder({ ...FILES, "r/placeholder": "" }, async (cwd) => {
      const run = await runCli(ARGS, { cwd, env: settings(cwd) });
      expect(run.code, run.stderr).toBe(0);
      expect(run.stderr).toContain(`Using your own prompts: ${join(cwd, "settings/whetstone/prompts/engineer.md")}`);
      const prompt = join(cwd, "sessions/relay/round_001/prompts/engineer-GAP-DELIVER-001-1.md");
      expect(await readFile(prompt, "utf8")).toContain("You are Ada, who writes for pilots.");
    });
  });

  test("stops the program at once where a template cannot be used", async () => {
    const broken = { ...FILES, "settings/whetstone/prompts/engineer.md": TEMPLATE.replace("{{spec}}", "{{sauce}}") };
    await inTempFolder({ ...broken, "r/placeholder": "" }, async (cwd) => {
      const run = await runCli(ARGS, { cwd, env: settings(cwd) });
      expect(run).toMatchObject({ code: 2, stderr: expect.stringContaining("{{sauce}}, which is not known here") });
    });
  });
});
