import { describe, expect, test } from "vitest";
import { leaves } from "../../src/config/keys.ts";
import { DEFAULT_CONFIG } from "../../src/model/default-config.ts";
import { inTempFolder, runCli } from "./run-cli.ts";

describe("whetstone config", () => {
  test("shows each value in force and where it comes from", async () => {
    await inTempFolder({ "whetstone.config.ts": "export default { max_rounds: 12 as number };" }, async (cwd) => {
      expect((await runCli(["config", "--confirm"], { cwd })).code).toBe(0);
      const run = await runCli(["config", "--set", "late_high=note"], { cwd });
      expect(run.code).toBe(0);
      expect(run.stderr).toBe("");
      expect(run.stdout).toMatch(/^max_rounds +12 +file: whetstone\.config\.ts$/m);
      expect(run.stdout).toMatch(/^late_high +note +flag: --set late_high$/m);
      expect(run.stdout).toMatch(/^hard_limit +50 +default$/m);
    });
  });

  test("--json is one document", async () => {
    await inTempFolder({}, async (cwd) => {
      const { settings } = JSON.parse((await runCli(["config", "--json"], { cwd })).stdout);
      expect(settings).toContainEqual({
        key: "agents.engineer",
        value: { kind: "auto" },
        from: "default",
        where: null,
      });
      expect(settings).toHaveLength(leaves({ ...DEFAULT_CONFIG }).length);
    });
  });

  test("a wrong value stops with its path, the value and what is allowed", async () => {
    await inTempFolder({ "whetstone.config.json": '{ "rollback": { "mode": "LOOSE" } }' }, async (cwd) => {
      const run = await runCli(["config"], { cwd });
      expect(run.code).toBe(2);
      expect(run.stdout).toBe("");
      expect(run.stderr).toContain('rollback.mode is "LOOSE"; allowed: "INTERACTIVE", "AUTO_RETRY", "STRICT"');
      expect(run.stderr).toContain("whetstone.config.json");
    });
  });
});
