import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { nodeFiles } from "../../src/engine/node-files.ts";
import { nodeProcesses } from "../../src/engine/node-processes.ts";
import { systemClock } from "../../src/engine/system-clock.ts";
import { readJournal } from "../../src/journal/read-journal.ts";
import { acquireLock, lockHolder } from "../../src/journal/session-lock.ts";
import { bundle } from "../support/bundle.ts";
import { parseNote } from "../support/note-event.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { inParallel, runChild } from "./child.ts";

describe("two processes on one session", () => {
  it("do not both write: the second is told who does, and can read; when the first is killed it goes on", async () => {
    const folder = temporaryFolder();
    const script = await bundle("test/faults/holder-child.ts");
    const holder = spawn(process.execPath, [script, folder], { stdio: ["ignore", "pipe", "inherit"] });
    onTestFinished(() => void holder.kill("SIGKILL"));
    await once(holder.stdout, "data");
    const files = nodeFiles(join(folder, "session"));
    const take = () => acquireLock(files, "lock.json", { processes: nodeProcesses, clock: systemClock });

    await expect(take()).rejects.toMatchObject({
      code: "SESSION_LOCKED",
      message: expect.stringContaining(`process ${holder.pid} on `),
    });
    expect(await lockHolder(files, "lock.json", nodeProcesses)).toMatchObject({ pid: holder.pid });
    const contents = await readJournal(files, "journal.jsonl", { parse: parseNote });
    expect(contents?.entries.map((entry) => entry.event.text)).toEqual(["held"]);

    holder.kill("SIGKILL");
    await once(holder, "exit");
    expect(await lockHolder(files, "lock.json", nodeProcesses)).toBeUndefined();
    const lock = await take();
    expect(lock.holder.pid).toBe(process.pid);
    await lock.release();
  });

  it("never hold its lock together, though some are killed while they take it", async () => {
    const folder = temporaryFolder();
    const script = await bundle("test/faults/lock-child.ts");
    const deaths = [3, 5, 9, 12, 4, 7, 6, 8, 10, 2, 11, 1];
    await inParallel([...deaths, undefined], 4, async (at) => {
      const end = await runChild(script, { folder, ...(at !== undefined && { at }) });
      expect(end.stderr.replace(/^\{"index":.*\}$/gm, "").trim()).toBe(""); // one that dies tells where
    });
    expect(existsSync(join(folder, "held-by-two"))).toBe(false);
    expect(readFileSync(join(folder, "held"), "utf8").trim().split("\n").length).toBeGreaterThanOrEqual(5);
  });
});
