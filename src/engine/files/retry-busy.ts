import { errorCode } from "./file-errors.ts";

const BUSY = new Set(["EPERM", "EBUSY", "EACCES"]);
const WAITS = [10, 20, 40, 80, 160, 320, 640, 1280];

/**
 * Windows refuses to replace or remove a file for as long as a virus scanner or an indexer looks at it, so there
 * the same call is tried again for some two seconds; elsewhere such an error means what it says.
 */
export async function retryBusy<T>(platform: NodeJS.Platform, call: () => T, wait = sleep): Promise<T> {
  if (platform !== "win32") return call();
  for (const milliseconds of WAITS) {
    try {
      return call();
    } catch (error) {
      if (!BUSY.has(errorCode(error))) throw error;
      await wait(milliseconds);
    }
  }
  return call();
}

/** Fewer: nothing else goes on meanwhile. */
const SYNC_WAITS = WAITS.slice(0, 5);

/** The same for what must not be interrupted, in a third of a second. */
export function retryBusySync<T>(platform: NodeJS.Platform, call: () => T, wait = sleepSync): T {
  if (platform !== "win32") return call();
  for (const milliseconds of SYNC_WAITS) {
    try {
      return call();
    } catch (error) {
      if (!BUSY.has(errorCode(error))) throw error;
      wait(milliseconds);
    }
  }
  return call();
}

function sleepSync(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
