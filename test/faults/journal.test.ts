import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { nodeFiles } from "../../src/engine/node-files.ts";
import { readJournal } from "../../src/journal/read-journal.ts";
import { bundle } from "../support/bundle.ts";
import { parseNote } from "../support/note-event.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { type ChildTask, inParallel, runChild } from "./child.ts";
import { type FaultPoint, faultAt, faults, NO_FAULT } from "./faults.ts";
import { RUNS, smallSession } from "./small-session.ts";

/** Everything that counts of a finished session. Torn lines are kept aside on purpose. */
async function outcome(folder: string): Promise<unknown> {
  const files = nodeFiles(join(folder, "session"));
  const listed = await files.list("", { recursive: true });
  const documents = listed.filter(({ path }) => !path.startsWith("journal."));
  const texts = await Promise.all(documents.map(async ({ path }) => [path, await files.readText(path)]));
  const contents = await readJournal(files, "journal.jsonl", { parse: parseNote });
  return { texts, events: contents?.entries.map(({ seq, event }) => [seq, event.text]), torn: contents?.torn };
}

function runsOf(folder: string): string[] {
  return readFileSync(join(folder, RUNS), "utf8").trim().split("\n");
}

function undisturbed() {
  return faults(() => NO_FAULT);
}

/** Whether the n-th point comes after the moment when this run's answer was whole. */
function isAfterRename(points: readonly FaultPoint[], at: number, path: string): boolean {
  const renamed = points.find((point) => point.operation === "placed" && point.subject === path)?.index ?? 0;
  return at >= renamed;
}

describe("a process that is killed", () => {
  let script: string;
  let points: readonly FaultPoint[];
  let expected: unknown;

  beforeAll(async () => {
    script = await bundle("test/faults/small-session-child.ts");
  });

  it("is not killed when nobody does it, and goes through all points in the same order", async () => {
    const folder = temporaryFolder();
    const end = await runChild(script, { folder });
    expect(end).toMatchObject({ killed: false, code: 0, stderr: "" });
    points = end.points;
    expected = await outcome(folder);
    expect(points.length).toBeGreaterThan(60);
    expect(runsOf(folder)).toEqual(["step-1.md", "step-2.md"]);
    expect((await runChild(script, { folder: temporaryFolder() })).points).toEqual(points);
  });

  it("at any point, or in the middle of any write, leaves what the next one finishes as if nothing had been", async () => {
    // Before a call the disk is as it was after the one before, so each "after" and the torn writes are all there is.
    const tasks = points.flatMap(({ index, operation, phase }): Omit<ChildTask, "folder">[] => {
      if (phase === "after") return [{ at: index }];
      return operation === "write" ? [{ at: index, fault: { type: "kill", tear: 0.6 } }] : [];
    });
    await inParallel(tasks, 2, async (task) => {
      const folder = temporaryFolder();
      const end = await runChild(script, { ...task, folder });
      expect(end.killed, `${JSON.stringify(task)} ${end.stderr}`).toBe(true);
      await smallSession(folder, undisturbed());
      expect(await outcome(folder), JSON.stringify(task)).toEqual(expected);
      for (const path of ["step-1.md", "step-2.md"]) {
        const runs = runsOf(folder).filter((run) => run === path).length;
        expect(runs, `${path} after ${JSON.stringify(task)}`).toBeLessThanOrEqual(
          isAfterRename(points, task.at ?? 0, path) ? 1 : 2,
        );
      }
    });
  });

  it("or whose disk is full at any point, loses nothing", async () => {
    for (const { index } of points) {
      const folder = temporaryFolder();
      const full = { type: "fail", error: "ENOSPC", tear: 0.5 } as const;
      const problem = await smallSession(folder, faults(faultAt(index, full))).catch((raised) => raised);
      expect(problem.code, `point ${index}`).toBe("DISK_FULL");
      await nodeFiles(join(folder, "session")).remove("lock.json"); // this process lives on, unlike one that failed
      await smallSession(folder, undisturbed());
      expect(await outcome(folder), `point ${index}`).toEqual(expected);
    }
  });
});
