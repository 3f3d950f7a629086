import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { inTempFolder, runCli } from "./run-cli.ts";

const SPEC =
  "---\ntitle: Relay\n---\n# Relay\n\n## Delivery\n\nA message is kept for TBD.\n\nIt is sent again TBD times.\n";
const INTERVIEW = ["--engineer", "interview", "--reviewer", "interview"];

describe("whetstone status without a session's name", () => {
  test("lists all below the folder, none and damaged ones too, and is never an error", () =>
    inTempFolder({ "relay.md": SPEC, "other/depot.md": SPEC }, async (cwd) => {
      const none = await runCli(["status"], { cwd });
      expect([none.code, none.stdout]).toEqual([0, expect.stringContaining("whetstone refine SPEC.md")]);
      for (const spec of ["relay.md", "other/depot.md"]) await runCli(["init", spec, ...INTERVIEW], { cwd });
      await writeFile(join(cwd, "other/sessions/depot/journal.jsonl"), "no journal\n".repeat(40));
      const both = await runCli(["status"], { cwd });
      expect(both).toMatchObject({ code: 0, stderr: "" });
      expect(both.stdout).toContain("  sessions/relay\n    not begun · 2 of 2 gaps open (2 MEDIUM)\n");
      expect(both.stdout).toContain(`  ${join("other", "sessions", "depot")}\n    cannot be read: `);
      const { sessions } = JSON.parse((await runCli(["status", "--json"], { cwd })).stdout);
      expect(sessions).toMatchObject([
        { name: "relay", round: 0, standing: "not-begun" },
        { problem: expect.any(String) },
      ]);
      for (const named of [["relay.md"], ["--session", "relay.md"]])
        expect((await runCli(["status", ...named], { cwd })).stdout).toContain("relay  not begun\n");
    }));
});

test("a line has one number in check, init, the questions, diff and blame", () =>
  inTempFolder(
    { "relay.md": SPEC, "a.yaml": '- { about: "relay.md:8", edit: A message is kept for 2 days. }\n' },
    async (cwd) => {
      const check = await runCli(["check", "relay.md", "--fail-on", "NONE"], { cwd });
      const init = await runCli(["init", "relay.md", ...INTERVIEW, "--no-approve"], { cwd });
      const refine = await runCli(["resume", "--answers", "a.yaml"], { cwd });
      for (const { stdout } of [check, init])
        expect(stdout.match(/relay\.md:\d+/g)).toEqual(["relay.md:8", "relay.md:10"]);
      expect(refine.stdout).toContain("relay.md:10, section");
      expect((await runCli(["diff"], { cwd })).stdout).toContain("@@ -5,6 +5,6 @@");
      expect((await runCli(["blame"], { cwd })).stdout).toMatch(
        /^GAP-DELIVERY-001 R1 \S+ +8 {2}A message is kept for 2 days\.$/m,
      );
    },
  ));
