import { describe, expect, it } from "vitest";
import type { Step } from "../../src/model/events.ts";
import type { Agent, AgentTask } from "../../src/ports/agent.ts";
import { fixedClock } from "../../src/testing/fixed-clock.ts";
import { memoryFiles } from "../../src/testing/memory-files.ts";
import { memoryHome } from "../../src/testing/memory-home.ts";
import { type Fault, faultAt, faults, NO_FAULT } from "./faults.ts";
import { faultyAgent } from "./faulty-agent.ts";
import { faultyFiles } from "./faulty-files.ts";
import { faultyHome } from "./faulty-home.ts";

class Killed extends Error {}

/** Faults whose kill can be caught, because this process is needed. */
function catchable(at: number, fault: Fault = { type: "kill" }) {
  return faults(faultAt(at, fault), () => {
    throw new Killed();
  });
}

function names(points: ReturnType<typeof faults>["points"]): string[] {
  return points.map(({ index, phase, operation, subject }) => `${index} ${phase} ${operation} ${subject}`);
}

describe("points at which a run can be stopped", () => {
  it("stand on both sides of everything that changes a file", async () => {
    const counted = faults(() => NO_FAULT);
    const files = faultyFiles(memoryFiles(), counted);
    await files.append("a.part", "x");
    await files.sync("a.part");
    await files.remove("a.part");
    await files.readText("a.md");
    await files.writeAtomic("status.md", "x");
    expect(names(counted.points)).toEqual([
      "1 before write a.part",
      "2 after write a.part",
      "3 before sync a.part",
      "4 after sync a.part",
      "5 before remove a.part",
      "6 after remove a.part",
      "7 before replace status.md",
      "8 after replace status.md",
    ]);
  });

  it("let what comes before a kill happen, and nothing after it", async () => {
    for (const [at, there] of [
      [1, false],
      [2, true],
    ] as const) {
      const disk = memoryFiles();
      await expect(faultyFiles(disk, catchable(at)).writeAtomic("a.md", "x")).rejects.toBeInstanceOf(Killed);
      expect(await disk.exists("a.md")).toBe(there);
    }
  });

  it("tear a write, and fail as a disk does", async () => {
    const disk = memoryFiles();
    const torn = catchable(1, { type: "fail", error: "ENOSPC", tear: 0.5 });
    await expect(faultyFiles(disk, torn).append("a.md", "1234567890")).rejects.toMatchObject({
      code: "DISK_FULL",
      target: "a.md",
    });
    expect(disk.texts()).toEqual({ "a.md": "12345" });
  });

  it("stand on both sides of an append and a sync of the journal, by the events' types", async () => {
    const counted = faults(() => NO_FAULT);
    const paused = { type: "paused", reason: "x" } as const;
    const step: Step = { type: "step", events: [paused, paused] };
    const lease = await faultyHome(memoryHome(), counted).create({ first: step, documents: {} }, () => {});
    const { seq } = await lease.append(step, { after: 1, sync: true });
    await lease.sync();
    await lease.close();
    expect(seq).toBe(2);
    expect(names(counted.points)).toEqual([
      "1 before append paused, paused",
      "2 after append paused, paused",
      "3 before sync journal",
      "4 after sync journal",
    ]);
  });

  it("stand where an agent starts and where its outcome is there", async () => {
    const counted = faults(() => NO_FAULT);
    const agent: Agent = {
      name: "scripted",
      paid: false,
      async *run() {
        yield { type: "text", text: "x" };
        return { type: "missing", usage: { seconds: 0 } };
      },
    };
    const run = faultyAgent(agent, counted).run({ id: "R1-engineer-1" } as AgentTask, new AbortController().signal);
    const seen: unknown[] = [];
    for (let step = await run.next(); ; step = await run.next()) {
      seen.push(step.value.type);
      if (step.done) break;
    }
    expect(seen).toEqual(["text", "missing"]);
    expect(names(counted.points)).toEqual([
      "1 before agent-start R1-engineer-1",
      "2 after agent-start R1-engineer-1",
      "3 before agent-end R1-engineer-1",
    ]);
  });
});

describe("a fixed clock", () => {
  it("goes by its step, by what is slept, and by jumps", async () => {
    const clock = fixedClock({ start: "2026-01-01T00:00:00Z", step: 10 });
    const start = Date.parse("2026-01-01T00:00:00Z");
    expect([clock.now(), clock.now()]).toEqual([start, start + 10]);
    await clock.sleep(1000);
    expect(clock.now()).toBe(start + 1020);
    clock.jump(-2000);
    expect(clock.now()).toBe(start - 970);
    await clock.sleep(1000, AbortSignal.abort());
    expect(clock.now()).toBe(start - 960);
  });
});

describe("a disk in memory", () => {
  it("loses in a power cut what was not synced, and brings back what was removed", async () => {
    const disk = memoryFiles();
    await disk.writeAtomic("synced.md", "old", { sync: true });
    await disk.writeAtomic("synced.md", "new");
    await disk.writeAtomic("new.md", "x");
    await disk.writeAtomic("removed.md", "x", { sync: true });
    await disk.remove("removed.md");
    expect(disk.afterPowerLoss().texts()).toEqual({ "removed.md": "x", "synced.md": "old" });
  });
});
