import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Files } from "../ports/files.ts";
import { fixedClock } from "../testing/fixed-clock.ts";
import { memoryFiles } from "../testing/memory-files.ts";
import { type ScriptedProcesses, scriptedProcesses } from "../testing/scripted-agent.ts";
import { acquireLock, lockHolder, type SessionLock } from "./session-lock.ts";

const PATH = "lock.json";
const LONG = 1_000_000_000;

function setting() {
  const clock = fixedClock({ step: 0 });
  const files = memoryFiles({ now: () => clock.now() });
  const processes = scriptedProcesses();
  const take = (pid: number) => acquireLock(files, PATH, { processes: processes.as(pid), clock, beat: 1000 });
  return { clock, files, processes, take };
}

describe("the lock of a session", () => {
  it("keeps a second process out, and tells who holds it, since when, and how to go on", async () => {
    const { take } = setting();
    await take(1);
    await expect(take(2)).rejects.toMatchObject({
      code: "SESSION_LOCKED",
      message: "Another process is working on this session: process 1 on test, since 2026-01-12T14:30:00Z.",
      target: "/memory/lock.json",
      fix: expect.stringContaining("`whetstone status` works in the meantime"),
    });
  });

  it("keeps the same process out as well", async () => {
    const { take } = setting();
    await take(1);
    await expect(take(1)).rejects.toMatchObject({ code: "SESSION_LOCKED" });
  });

  it("is free again after its release, which may be repeated", async () => {
    const { files, take } = setting();
    const first = await take(1);
    await first.release();
    expect(files.texts()).toEqual({});
    const second = await take(2);
    await first.release();
    expect(await files.exists(PATH)).toBe(true);
    await second.release();
    expect(files.texts()).toEqual({});
  });

  it("passes from a process that ended to the next, and leaves nothing else behind", async () => {
    const { files, processes, take } = setting();
    await take(1);
    processes.end(1);
    const next = await take(2);
    expect(next.holder.pid).toBe(2);
    expect(Object.keys(files.texts())).toEqual([PATH]);
    expect(await lockHolder(files, PATH, processes.as(3))).toMatchObject({ pid: 2 });
    processes.end(2);
    expect(await lockHolder(files, PATH, processes.as(3))).toBeUndefined();
    await next.release();
  });

  it("passes on from a process that ended while it took over", async () => {
    const { files, processes, take } = setting();
    const first = await take(1);
    processes.end(1);
    await files.createExclusive(
      `lock.${first.holder.token}.json`,
      JSON.stringify({ ...first.holder, pid: 2, token: "b" }),
    );
    await expect(take(3)).rejects.toMatchObject({ message: expect.stringContaining("process 2") });
    processes.end(2);
    expect((await take(3)).holder.pid).toBe(3);
    expect(Object.keys(files.texts())).toEqual([PATH]);
  });

  it("waits for a beat of a holder that nobody can see, and takes over when none comes", async () => {
    const { clock, files, processes, take } = setting();
    await take(1);
    processes.hide(1);
    await expect(take(2)).rejects.toMatchObject({ code: "SESSION_LOCKED" });
    clock.jump(60_000);
    const before = clock.now();
    expect((await take(2)).holder.pid).toBe(2);
    expect(clock.now() - before).toBe(3000);
    await files.removeTree(PATH);
  });

  it.each([60_000, -60_000])(
    "believes a beat that comes while it watches, though the clock is off by %i",
    async (off) => {
      const { clock, files, processes, take } = setting();
      await take(1);
      processes.hide(1);
      clock.jump(off);
      const watched = clock.sleep;
      clock.sleep = async (milliseconds) => {
        await watched(milliseconds);
        await files.touch(PATH);
      };
      await expect(take(2)).rejects.toMatchObject({ code: "SESSION_LOCKED" });
    },
  );

  it.each([
    "",
    "{",
    "{}",
    '{"token":"../x","since":"","pid":1,"host":""}',
    '{"token":"a","since":"","pid":-1,"host":""}',
  ])("judges the unreadable lock %j by its age", async (text) => {
    const { clock, files, take } = setting();
    await files.writeAtomic(PATH, text);
    await expect(take(1)).rejects.toMatchObject({ message: expect.stringContaining("does not say which one") });
    clock.jump(60_000);
    expect((await take(1)).holder.pid).toBe(1);
    expect(Object.keys(files.texts())).toEqual([PATH]);
  });

  it("tells its holder when it was taken or removed", async () => {
    const { clock, files, processes } = setting();
    const lock = await acquireLock(files, PATH, { processes: processes.as(1), clock, beat: 5 });
    expect(lock.lost.aborted).toBe(false);
    await files.remove(PATH);
    await new Promise<void>((resolve) => lock.lost.addEventListener("abort", () => resolve()));
  });

  it("shows by a beat that its holder is there", async () => {
    const { clock, files, processes } = setting();
    const lock = await acquireLock(files, PATH, { processes: processes.as(1), clock, beat: 5 });
    clock.jump(1000);
    const before = (await files.stat(PATH))?.modified;
    await expect.poll(async () => (await files.stat(PATH))?.modified).toBe((before ?? 0) + 1000);
    await lock.release();
  });

  it("is held by one process at most, however the steps of several interleave and wherever some end", async () => {
    const deaths = fc.array(fc.option(fc.nat({ max: 12 }), { freq: 3 }), { minLength: 4, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), deaths, fc.boolean(), async (scheduler, dieAfter, leftBehind) => {
        const disk = memoryFiles();
        const processes = scriptedProcesses();
        if (leftBehind) await abandon(disk, processes);
        const holders = new Set<number>();
        const failures: unknown[] = [];
        for (const [index, steps] of dieAfter.entries()) {
          const pid = index + 1;
          const files = stepped(disk, scheduler, steps ?? LONG, () => processes.end(pid));
          void work(files, pid, processes, holders).catch((error) => failures.push(error));
        }
        await scheduler.waitIdle();
        expect(failures).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});

/** A lock whose process is gone. */
async function abandon(files: Files, processes: ScriptedProcesses): Promise<void> {
  await acquireLock(files, PATH, { processes: processes.as(99), clock: fixedClock(), beat: LONG });
  processes.end(99);
}

/** Takes the lock, up to three times, and checks each time that nobody who lives has it. */
async function work(files: Files, pid: number, processes: ScriptedProcesses, holders: Set<number>): Promise<void> {
  for (let time = 0; time < 3; time += 1) {
    const lock = await acquireLock(files, PATH, {
      processes: processes.as(pid),
      clock: fixedClock(),
      beat: LONG,
    }).catch((error): SessionLock | undefined => {
      if (error.code !== "SESSION_LOCKED") throw error;
      return undefined;
    });
    if (lock === undefined) continue;
    expect([...holders].filter((holder) => !processes.isEnded(holder))).toEqual([]);
    holders.add(pid);
    await files.exists("round_001");
    holders.delete(pid);
    await lock.release();
  }
}

/** Each step waits for its turn; after `steps` of them the process ends in the middle of its work. */
function stepped(files: Files, scheduler: fc.Scheduler, steps: number, end: () => void): Files {
  let left = steps;
  const step = async <T>(call: () => Promise<T>): Promise<T> => {
    await scheduler.schedule(Promise.resolve());
    if (left <= 0) {
      end();
      return new Promise<never>(() => {});
    }
    left -= 1;
    return call();
  };
  return {
    ...files,
    readText: (path) => step(() => files.readText(path)),
    createExclusive: (path, data) => step(() => files.createExclusive(path, data)),
    writeAtomic: (path, data) => step(() => files.writeAtomic(path, data)),
    remove: (path) => step(() => files.remove(path)),
    exists: (path) => step(() => files.exists(path)),
  };
}
