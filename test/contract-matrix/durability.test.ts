import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { inTempFolder, runCli } from "../e2e/run-cli.ts";

const SOURCE = `# Relay

## Intake

- GAP-INTAKE-001 (HIGH): What happens to a message that is too large is not said.

## Delivery

- GAP-DELIVER-001 (CRITICAL): How often delivery is tried again is not said.
`;

describe("code in a configuration", () => {
  const PLANTED = 'import { writeFileSync } from "node:fs";\nwriteFileSync("ran", "");\nexport default {};\n';

  test.each(["js", "mjs", "ts"])(
    "issue 16 §durability: a planted whetstone.config.%s is not run before the person confirmed it as it is",
    async (extension) => {
      const name = `whetstone.config.${extension}`;
      await inTempFolder(
        { "relay.md": SOURCE, "package.json": '{ "type": "module" }', [name]: PLANTED },
        async (cwd) => {
          const ran = () => existsSync(join(cwd, "ran"));
          const refused = await runCli(["init", "relay.md"], { cwd });
          expect(refused).toMatchObject({ code: 2, stdout: "" });
          expect(refused.stderr).toMatch(/code that you have not confirmed.*whetstone config --confirm --config/s);
          const agent = await runCli(["config", "--confirm"], { cwd, env: { WHETSTONE_RUN: "R1-engineer-1" } });
          expect(agent.code).toBe(2);
          expect([ran(), existsSync(join(cwd, "sessions"))]).toEqual([false, false]);
          expect((await runCli(["config", "--confirm"], { cwd })).code).toBe(0);
          expect(ran()).toBe(false);
          expect((await runCli(["config"], { cwd })).code).toBe(0);
          expect(ran()).toBe(true);
          writeFileSync(join(cwd, name), `${PLANTED}// changed\n`);
          expect((await runCli(["config"], { cwd })).stderr).toContain("you have not confirmed");
        },
      );
    },
  );

  test("issue 16 §durability: a configuration in JSON needs no confirmation", async () => {
    await inTempFolder({ "whetstone.config.json": '{ "max_rounds": 12 }' }, async (cwd) => {
      expect((await runCli(["config"], { cwd })).stdout).toMatch(/^max_rounds +12 /m);
    });
  });
});
