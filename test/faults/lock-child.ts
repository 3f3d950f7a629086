import { appendFileSync, closeSync, openSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { nodeFiles } from "../../src/engine/node-files.ts";
import { nodeProcesses } from "../../src/engine/node-processes.ts";
import { systemClock } from "../../src/engine/system-clock.ts";
import { acquireLock } from "../../src/journal/session-lock.ts";
import { runAsChild } from "./child.ts";
import { faultyFiles } from "./faulty-files.ts";

const TIMES = 5;

/** Takes the lock again and again, and notes beside it when somebody else has it at the same time. */
await runAsChild(async ({ folder }, faults) => {
  const files = faultyFiles(nodeFiles(join(folder, "session")), faults);
  for (let time = 0; time < TIMES; ) {
    const lock = await acquireLock(files, "lock.json", { processes: nodeProcesses, clock: systemClock }).catch(
      (error) => {
        if (error.code !== "SESSION_LOCKED") throw error;
      },
    );
    if (lock === undefined) {
      await systemClock.sleep(1);
      continue;
    }
    time += 1;
    holdAlone(folder);
    await lock.release();
  }
});

function holdAlone(folder: string): void {
  const marker = join(folder, "marker");
  try {
    closeSync(openSync(marker, "wx"));
    appendFileSync(join(folder, "held"), `${process.pid}\n`);
    unlinkSync(marker);
  } catch (error) {
    appendFileSync(join(folder, "held-by-two"), `${process.pid} ${error}\n`);
  }
}
