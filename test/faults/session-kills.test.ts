import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { bundle } from "../support/bundle.ts";
import { lastingFolder, temporaryFolder } from "../support/temporary-folder.ts";
import { type ChildTask, inParallel, runChild } from "./child.ts";
import type { FaultPoint } from "./faults.ts";
import { loadKit, type SessionKit } from "./load-kit.ts";
import type { Outcome } from "./session-outcome.ts";

/** Every point takes a process of its own. `WHETSTONE_FAULTS=all` takes them all, else a sample of every kind does. */
const ALL = process.env.WHETSTONE_FAULTS === "all";
const SAMPLE = 16;

type Task = Omit<ChildTask, "folder">;

/**
 * Where to kill: after everything that changes the disk or the journal, in the middle of every write, and on both
 * sides of an agent's work. Before a change the disk is as it was after the one before.
 */
function killsAt(points: readonly FaultPoint[]): (Task & { readonly kind: string })[] {
  return points.flatMap(({ index, operation, phase, subject }) => {
    // What is written beside the person's files is a kind of its own: no folder of ours is swept there.
    const kind = `${phase} ${operation}${/_v1\.0\.md$/.test(subject) ? " of the spec" : ""}`;
    const isWrite = phase === "before" && operation === "write";
    if (isWrite) return [{ at: index, fault: { type: "kill", tear: 0.6 }, kind: "within write" }];
    return phase === "after" || operation.startsWith("agent-") ? [{ at: index, kind }] : [];
  });
}

/** Spread over the session, with each kind of point among them; the same every time. */
function sampled<T extends { readonly kind: string }>(tasks: readonly T[]): readonly T[] {
  if (ALL) return tasks;
  const kinds = [...new Set(tasks.map((task) => task.kind))];
  const each = Math.ceil(SAMPLE / kinds.length);
  return kinds.flatMap((kind, offset) => {
    const ofKind = tasks.filter((task) => task.kind === kind);
    const step = ofKind.length / Math.min(each, ofKind.length);
    return Array.from({ length: Math.min(each, ofKind.length) }, (_, index) => {
      const at = (Math.floor(index * step) + offset * 7) % ofKind.length;
      return ofKind[at] as T;
    });
  });
}

function runsOf(folder: string, word: "begins" | "answers"): string[] {
  const path = join(folder, "runs.log");
  const lines = existsSync(path) ? readFileSync(path, "utf8").trim().split("\n") : [];
  return lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1));
}

/** Runs whose answer a process that comes later can find: journalled as ended, or whole in attempts/. */
async function keptRuns({ hashOf, nodeFiles, readEntries }: SessionKit, folder: string): Promise<Set<string>> {
  const files = nodeFiles(join(folder, "specs/sessions/relay"));
  const paths = (await files.list("", { recursive: true })).filter(({ path }) =>
    /\/attempts\/.*\.(?:md|part)$/.test(path),
  );
  const answers = await Promise.all(
    paths.map(async ({ path }) => hashOf((await files.read(path)) ?? new Uint8Array())),
  );
  const events = (await readEntries(files)).flatMap((entry) => entry.event.events);
  const kept = events.flatMap((event) => {
    if (event.type === "run_ended") return [event.run];
    return event.type === "run_answered" && answers.includes(event.sha256) ? [event.run] : [];
  });
  return new Set(kept);
}

const times = (all: readonly string[], one: string) => all.filter((other) => other === one).length;

describe("a session whose process is killed", () => {
  let script: string;
  let kit: SessionKit;
  let points: readonly FaultPoint[];
  let expected: Outcome;
  let runs: string[];

  beforeAll(async () => {
    script = await bundle("test/faults/full-session-child.ts");
    kit = await loadKit();
  });

  it("has what has to be survived in it when nobody kills it", async () => {
    const folder = temporaryFolder();
    const end = await runChild(script, { folder });
    expect(end).toMatchObject({ killed: false, code: 0, stderr: "" });
    points = end.points;
    expected = await kit.outcomeOf(folder);
    runs = runsOf(folder, "begins");
    expect(expected.state).toMatchObject({ stop: { termination: "COMPLETE" }, records: { length: 6 } });
    expect(runs).toHaveLength(22);
    expect(new Set(runs).size).toBe(22);
    expect(killsAt(points).length).toBeGreaterThan(600);
  });

  it(`ends as if nothing had been, and pays for no answer twice that was there (${ALL ? "every point" : "a sample of the points"})`, async () => {
    const problems: string[] = [];
    const window = { kills: 0, repeats: 0 };
    await inParallel(sampled(killsAt(points)), 2, async ({ kind: _, ...task }) => {
      const folder = lastingFolder();
      const end = await runChild(script, { ...task, folder });
      // The interleaving of parallel runs decides how many points there are: one beyond the last is not reached.
      if (!end.killed) return expect(end, end.stderr).toMatchObject({ code: 0 });
      const kept = await keptRuns(kit, folder);
      const answered = runsOf(folder, "answers");
      await kit.fullSession(
        folder,
        kit.faults(() => kit.NO_FAULT),
      );
      const begun = runsOf(folder, "begins");
      const found = [
        ...kit.differences(await kit.outcomeOf(folder), expected),
        ...kit.differences([...new Set(begun)].sort(), [...runs].sort(), "runs"),
        ...runs.filter((run) => times(begun, run) > (kept.has(run) ? 1 : 2)).map((run) => `${run} was paid for again`),
      ];
      problems.push(...found.map((problem) => `killed at ${end.stderr}: ${problem}`));
      window.kills += 1;
      if (ALL && window.kills % 50 === 0) process.stderr.write(`${window.kills} kills, ${problems.length} problems\n`);
      window.repeats += answered.filter((run) => times(begun, run) > 1).length;
      rmSync(folder, { recursive: true, force: true });
    });
    if (ALL)
      process.stderr.write(`${window.kills} kills; answers that had come and were bought again: ${window.repeats}\n`);
    expect(problems).toEqual([]);
    expect(window.kills).toBeGreaterThan(SAMPLE / 2);
  }, 10_800_000);
});
