import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { inTempFolder, runCli } from "./run-cli.ts";

describe("whetstone demo", () => {
  test("shows everything once and ends with the accepted changes in the author's text", async () => {
    await inTempFolder({}, async (cwd) => {
      const run = await runCli(["demo"], { cwd, milliseconds: 30_000 });
      expect(run.code).toBe(0);
      for (const happening of [
        "are recorded", // it says so
        "CHANGE_DOES_NOT_APPLY", // words that are not in the spec
        "attempt 2 of 3",
        "WRONG_FORMAT", // a chat instead of a document
        "repairs of form", // a drifted document
        "goes back: every attempt failed", // a partial round
        "PARTIAL",
        "new gap GAP-LANG-001 (LOW, parked)", // noticed in passing, and parked
        "conflict on ISSUE-R1-001", // a DISAGREE
        "PARTIAL_REVIEW. Not reviewed: GAP-TIME-001", // nothing is verified by silence
        "ISSUE-R1-003 (CRITICAL) on GAP-TIME-001 is not answered", // a flag that the Reviewer confirms
        "DECISION-R2-001",
        "DIVERGENCE_WARNING", // a stall
        "undoing back to the end of round 3: ABSTRACT_OUTPUT, MISSING_SECTIONS", // a bad round, undone by itself
        "round 4 undone, kept in round_004_rolled_back_1.tar.gz",
        "adjusted: MISSING_SECTIONS, GAP-POWER-001",
        "finished spec: parcel-lockers_v1.0.md",
      ]) {
        expect(run.stderr).toContain(happening);
      }
      expect(run.stdout).toContain("| Ending | COMPLETE |");
      expect(run.stdout).toContain("| PARKED | 0 | 0 | 0 | 1 | 1 |");
      const read = (path: string) => readFile(join(cwd, "whetstone-demo", path), "utf8");
      const source = await read("parcel-lockers.md");
      const spec = await read("parcel-lockers_v1.0.md");
      expect(spec).toBe(await read("sessions/parcel-lockers/spec.md"));
      for (const heading of source.split("\n").filter((line) => line.startsWith("#"))) expect(spec).toContain(heading);
      expect(spec).toContain("A pickup code is valid for 72 hours"); // what the person decided
      expect(spec).toContain("the hour and a new pickup code"); // what two gaps needed of each other
      expect(spec).not.toContain("as appropriate"); // of the round that was undone
      expect(spec).not.toContain("GAP-");
      expect(words(spec)).toBeLessThanOrEqual(2 * words(source));
      const changes = await read("sessions/parcel-lockers/changes.md");
      expect(changes).toContain("## GAP-LOCK-001, round 4, DECISION-R2-001");
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

function words(text: string): number {
  return text.split(/\s+/).filter((word) => word !== "").length;
}
