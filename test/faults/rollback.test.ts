import { beforeAll, describe, expect, it } from "vitest";
import { createProjections } from "../../src/engine/projections.ts";
import { unpackArchive } from "../../src/engine/rollback/archive-format.ts";
import { tidySession } from "../../src/engine/rollback/archive-round.ts";
import { carryRollback } from "../../src/engine/rollback/perform-rollback.ts";
import { openStore, readState } from "../../src/engine/session-store.ts";
import { applyCommand } from "../../src/mediator/commands/apply-command.ts";
import type { State } from "../../src/mediator/state.ts";
import type { GapId } from "../../src/model/ids.ts";
import type { Files } from "../../src/ports/files.ts";
import { fixedClock } from "../../src/testing/fixed-clock.ts";
import { type MemoryFiles, memoryFiles } from "../../src/testing/memory-files.ts";
import { scriptedAgent, scriptedProcesses } from "../../src/testing/scripted-agent.ts";
import { testSession } from "../../src/testing/test-session.ts";
import { proposalDocument, reviewDocument } from "../support/canonical-documents.ts";
import { type Fault, type FaultPoint, faultAt, faults, NO_FAULT } from "./faults.ts";
import { faultyFiles } from "./faulty-files.ts";

const SOURCE = `# Depot\n\n## Open questions\n\n${[1, 2, 3, 4].map((n) => `- GAP-DEPOT-00${n}: Rule ${n} is not said.`).join("\n\n")}\n`;
const ROLLBACK = {
  type: "rollback",
  rounds: 2,
  reason: "a bad turn",
  retry: { way: "adjusted", adjustments: ["Name the clerk."] },
} as const;

/** The end of the process: whatever it would still do after that never happens. */
class Killed extends Error {}

async function contents(files: Files): Promise<Map<string, Uint8Array>> {
  const found = new Map<string, Uint8Array>();
  for (const { path, kind } of await files.list("", { recursive: true })) {
    if (kind === "file") found.set(path, (await files.read(path)) ?? new Uint8Array());
  }
  return found;
}

/** Everything on it outlives a power cut. */
async function diskWith(base: ReadonlyMap<string, Uint8Array>): Promise<MemoryFiles> {
  const files = memoryFiles();
  for (const [path, bytes] of base) await files.writeAtomic(path, bytes, { sync: true });
  return files;
}

/** One process: opens the session, asks for the rollback unless it is asked for or done, and carries it out. */
async function life(files: Files, pid: number, processes = scriptedProcesses()): Promise<void> {
  const store = await openStore({ files, clock: fixedClock(), processes: processes.as(pid) });
  const observe = () => {};
  await tidySession(store);
  if (!store.state.rollback && store.state.rollbacks.length === 0) {
    const result = applyCommand(store.state, ROLLBACK, store.now());
    if (result.ok) await store.record(result.events, { sync: true });
  }
  await carryRollback({ store, observe });
  await createProjections({ store, observe, clock: fixedClock() }).writeAll();
  await store.close();
}

/** A life that ends at this point; the points that it reached. */
async function disturbed(
  files: Files,
  at: number,
  fault: Fault,
): Promise<{ points: readonly FaultPoint[]; error: unknown }> {
  let dead = false;
  const points = faults(at === 0 ? () => NO_FAULT : faultAt(at, fault), () => {
    dead = true;
    throw new Killed();
  });
  const alive = new Proxy(faultyFiles(files, points), {
    get(target, key) {
      if (dead) throw new Killed();
      return Reflect.get(target, key);
    },
  });
  const error = await life(alive, 1).catch((raised: unknown) => raised);
  return { points: points.points, error };
}

/** Before a call the disk is as it was after the one before. */
function pointsAfter(points: readonly FaultPoint[]): FaultPoint[] {
  return points.filter((point) => point.phase === "after");
}

async function nextLife(files: Files): Promise<void> {
  const processes = scriptedProcesses();
  processes.end(1);
  await life(files, 2, processes);
}

/** Either all of the rounds is in place, or all of it is undone and stands in archives. */
async function expectWhole(files: Files, base: ReadonlyMap<string, Uint8Array>, what: string): Promise<void> {
  const state = (await readState(files)) as State;
  const undone = [...base].filter(([path]) => /^round_00[23]\//.test(path));
  if (state.rollbacks.length === 0) {
    expect(state.records, what).toHaveLength(3);
    for (const [path, bytes] of undone) expect(await files.read(path), `${what}: ${path}`).toEqual(bytes);
    return;
  }
  expect(state.records, what).toHaveLength(1);
  expect(
    state.adjustments.map((one) => one.text),
    what,
  ).toContain("Name the clerk.");
  for (const round of [2, 3]) {
    const name = `round_00${round}_rolled_back_1.tar.gz`;
    const held = new Map(
      (await unpackArchive((await files.read(name)) ?? new Uint8Array(), name)).map((f) => [f.path, f.bytes]),
    );
    for (const [path, bytes] of undone.filter(([one]) => one.startsWith(`round_00${round}/`))) {
      expect(Buffer.from(held.get(path) ?? []), `${what}: ${path}`).toEqual(Buffer.from(bytes));
    }
  }
}

describe("a rollback that is interrupted", () => {
  let base: Map<string, Uint8Array>;
  let points: readonly FaultPoint[];
  let expected: string[];

  beforeAll(async () => {
    const engineer = scriptedAgent((task) => proposalDocument({ gap: task.label.gaps[0] as GapId }));
    const reviewer = scriptedAgent((task) => reviewDocument({ reviews: task.label.gaps.map((gap) => ({ gap })) }));
    const session = testSession({ source: SOURCE, engineer, reviewer, config: { parallelGaps: 1 } });
    await session.runToEndOf(3);
    await session.command({ type: "gap-defer", gaps: "GAP-DEPOT-004", reason: "later" });
    base = await contents(session.files);
    const files = await diskWith(base);
    ({ points } = await disturbed(files, 0, NO_FAULT));
    expected = [...(await contents(files)).keys()];
    expect(points.length).toBeGreaterThan(20);
    expect(expected.filter((path) => path.startsWith("round_"))).toEqual(
      expect.arrayContaining(["round_002_rolled_back_1.tar.gz", "round_003_rolled_back_1.tar.gz"]),
    );
    expect(expected.filter((path) => /^round_00[23]\//.test(path))).toEqual([]);
  });

  it("by a kill at any step is before or after it, never between, and the next process ends it", async () => {
    for (const { index, operation, subject } of pointsAfter(points)) {
      const what = `point ${index} (${operation} ${subject})`;
      const files = await diskWith(base);
      const { error } = await disturbed(files, index, { type: "kill" });
      expect(error, what).toBeInstanceOf(Killed);
      await expectWhole(files, base, what);
      await nextLife(files);
      await expectWhole(files, base, what);
      expect([...(await contents(files)).keys()], what).toEqual(expected);
    }
  });

  it("by a power cut at any step, too", async () => {
    for (const { index } of pointsAfter(points)) {
      const before = await diskWith(base);
      await disturbed(before, index, { type: "kill" });
      const files = before.afterPowerLoss();
      await expectWhole(files, base, `point ${index}`);
      await nextLife(files);
      const state = await readState(files);
      expect(state?.records, `point ${index}`).toHaveLength(1);
      await expectWhole(files, base, `point ${index}`);
    }
  });

  it("by a full disk loses nothing: an archive that cannot be written leaves the round in place", async () => {
    for (const { index, operation, subject, phase } of points) {
      const files = await diskWith(base);
      const { error } = await disturbed(files, index, { type: "fail", error: "ENOSPC", tear: 0.5 });
      const what = `point ${index} (${phase} ${operation} ${subject})`;
      await expectWhole(files, base, what);
      if (phase === "before" && subject.endsWith(".tar.gz")) {
        expect(error, what).toMatchObject({ code: "DISK_FULL" });
        expect((await readState(files))?.rollbacks, what).toEqual([]);
      }
      await nextLife(files);
      expect((await readState(files))?.records, what).toHaveLength(1);
    }
  });
});
