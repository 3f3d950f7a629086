import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { inTempFolder, runCli } from "./run-cli.ts";

describe("whetstone demo", () => {
  test("tells its story in a page: the conflict and its decision, the stall, the rollback, before and after", async () => {
    await inTempFolder({}, async (cwd) => {
      const run = await runCli(["demo"], { cwd });
      expect(run.code).toBe(0);
      for (const happening of [
        "A recorded session", // it says so
        "GAP-SIZE-001 is left for the next round: every attempt failed",
        "Asked: A code that never runs out can be used by whoever saw it. Which position should the spec take, the",
        "DECISION-R2-002: A code runs out 72 hours",
        "2 rounds in a row closed no more gaps than they opened",
        "Round 4 undone: GAP-POWER-001: the proposal is vague",
        "Round 4 run again: 4 resolved (GAP-",
        "New gap GAP-LANG-001 (LOW, parked)",
        "  + - A pickup code is valid for 72 hours", // after
      ]) {
        expect(run.stderr).toContain(happening);
      }
      for (const internal of ["attempt 2", "WRONG_FORMAT", "weighted", "repairs", "archives of"]) {
        expect(`${run.stderr}${run.stdout}`).not.toContain(internal);
      }
      expect(run.stdout).toContain("parcel-lockers  finished (no open gap is left)");
      expect(run.stdout).toContain("See the changes: whetstone diff whetstone-demo/sessions/parcel-lockers");
      expect(`${run.stderr}${run.stdout}`.split("\n").length).toBeLessThan(50);
    });
  });

  test("shows everything with --verbose and ends with the accepted changes in the author's text", async () => {
    await inTempFolder({}, async (cwd) => {
      const run = await runCli(["demo", "--verbose"], { cwd });
      expect(run.code).toBe(0);
      for (const happening of [
        "CHANGE_DOES_NOT_APPLY", // words that are not in the spec
        "R1-engineer-GAP-SIZE-001-2 starts: replay",
        "WRONG_FORMAT", // a chat instead of a document
        "repairs of form", // a drifted document
        "is left for the next round: every attempt failed", // a partial round
        "PARTIAL",
        "New gap GAP-LANG-001 (LOW, parked)", // noticed in passing, and parked
        "PARTIAL_REVIEW. Not reviewed: GAP-TIME-001", // nothing is verified by silence
        "The Engineer left a CRITICAL issue unanswered, and the Reviewer says it is not fixed", // a flag that the Reviewer confirms
        "DIVERGENCE_WARNING", // a stall
        "kept in round_004_rolled_back_1.tar.gz",
        "adjusted: MISSING_SECTIONS, GAP-POWER-001",
        "finished spec: parcel-lockers_v1.0.md",
      ]) {
        expect(run.stderr).toContain(happening);
      }
      expect(run.stdout).toContain("| Ending | COMPLETE |");
      expect(run.stdout).toContain("| PARKED | 0 | 0 | 0 | 1 | 1 |");
      const read = (path: string) => readFile(join(cwd, "whetstone-demo", path), "utf8");
      const source = await read("parcel-lockers.md");
      const spec = await read("sessions/parcel-lockers/spec.md");
      const finished = await read("parcel-lockers_v1.0.md");
      expect(finished.startsWith(`${spec}\n<!-- whetstone: appendix -->\n`)).toBe(true);
      expect(finished.match(/^- .*\bGAP-.*/gm)).toEqual([
        "- ISSUE-R1-002 (LOW, on GAP-LOCK-002): The form of the time is not given",
        "- GAP-LANG-001 (LOW, parked): In which language the wall speaks is not said.",
        "- GAP-LOCK-002 (What the wall does when a wrong code is typed again and again is not said): The keypad counts wrong codes, whoever types them, since the wall cannot tell people apart.",
        "- GAP-TIME-001 (After how long, and who is told, is not said): A parcel goes back when nobody collected it within seven full days.",
        "- GAP-POWER-001 (What the wall does while it runs on its battery is not said): On battery the wall goes on opening lockers for codes that it has, because a tenant before the wall comes first.",
      ]);
      for (const heading of source.split("\n").filter((line) => line.startsWith("#"))) expect(spec).toContain(heading);
      expect(spec).toContain("A pickup code is valid for 72 hours"); // what the person decided
      expect(spec).toContain("the hour and a new pickup code"); // what two gaps needed of each other
      expect(spec).not.toContain("as appropriate"); // of the round that was undone
      expect(spec).not.toContain("GAP-");
      expect(words(spec)).toBeLessThanOrEqual(2 * words(source));
      const changes = await read("sessions/parcel-lockers/changes.md");
      expect(changes).toContain("## GAP-LOCK-001, round 4, DECISION-R2-002");
    });
  });

  test("does not touch a folder that exists", async () => {
    await inTempFolder({ "whetstone-demo/mine.txt": "mine" }, async (cwd) => {
      const run = await runCli(["demo"], { cwd });
      expect(run.code).toBe(2);
      expect(run.stderr).toContain("already exists");
    });
  });
});

function words(text: string): number {
  return text.split(/\s+/).filter((word) => word !== "").length;
}
