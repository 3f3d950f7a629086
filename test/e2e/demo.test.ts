import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { inTempFolder, runCli } from "./run-cli.ts";

describe("whetstone demo", () => {
  test("shows everything once and ends with a finished spec", async () => {
    await inTempFolder({}, async (cwd) => {
      const run = await runCli(["demo"], { cwd, milliseconds: 30_000 });
      expect(run.code).toBe(0);
      for (const happening of [
        "are recorded", // it says so
        "WRONG_FORMAT", // a gate failure, and its retry
        "attempt 2 of 3",
        "repairs of form", // a drifted document
        "goes back: every attempt failed", // a partial round
        "PARTIAL",
        "conflict on ISSUE-R1-001", // a DISAGREE
        "DECISION-R2-001",
        "ISSUE-R1-003 (CRITICAL) on GAP-TIME-001 seems not to be answered", // a flag, raised and answered
        "DIVERGENCE_WARNING", // a stall
        "undoing back to the end of round 3: ABSTRACT_OUTPUT, MISSING_SECTIONS", // a bad round, undone by itself
        "round 4 undone, kept in round_004_rolled_back_1.tar.gz",
        "adjusted: MISSING_SECTIONS: GAP-LOCK-003",
        "finished spec: parcel-lockers_v1.0.md",
      ]) {
        expect(run.stderr).toContain(happening);
      }
      expect(run.stdout).toContain("| Ending | COMPLETE |");
      const source = await readFile(join(cwd, "whetstone-demo/parcel-lockers.md"), "utf8");
      const spec = await readFile(join(cwd, "whetstone-demo/parcel-lockers_v1.0.md"), "utf8");
      for (const heading of source.split("\n").filter((line) => line.startsWith("#"))) expect(spec).toContain(heading);
      expect(spec).toContain("A pickup code is valid for 72 hours");
      expect(spec).not.toContain("as appropriate");
      expect(spec.split("## Traceability")[0]).not.toContain("GAP-");
      const summary = await readFile(join(cwd, "whetstone-demo/sessions/parcel-lockers/round_003/summary.md"), "utf8");
      expect(summary).toContain("GAP-LOG-001"); // the proposal that round 2 left unreviewed
    });
  });

  test("does not touch a folder that exists", async () => {
    await inTempFolder({ "whetstone-demo/mine.txt": "mine" }, async (cwd) => {
      const run = await runCli(["demo"], { cwd });
      expect(run.code).toBe(2);
      expect(run.stderr).toContain("exists already");
    });
  });
});
